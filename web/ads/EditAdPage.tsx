import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdValues } from '#shared/ads.ts';
import { codeOf } from '#web/api/errors.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { EditConflict } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { AdStatusBadge } from './ad-columns.tsx';
import { getDifferences, toChanges, toFormValues, newAdValues, toAdRequest } from './ad-form.ts';
import { AdForm } from './AdForm.tsx';
import { type Ad, adQuery, readAd, useUpdateAd, useCreateAd } from './queries.ts';

/** `/ads/manage/{id}`: all fields of an ad. */
export function EditAdPage({ id }: { id: string }) {
  const { data: ad } = useSuspenseQuery(adQuery(id));
  return (
    <>
      <PageHeader
        title={ad.title}
        back={{ to: '/ads/manage', label: t('common.manageAds') }}
        badge={<AdStatusBadge status={ad.status} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconChartBar size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/ads/manage/$id/report" params={{ id }} />}
          >
            {t('ads.report')}
          </Button>
        }
      />
      <EditForm ad={ad} />
    </>
  );
}

type EditBase = { values: AdValues; version: number };
type Conflict = { remote: AdValues; local: AdValues };

/** Sends only the fields that the user changed. If someone else saved in the meantime, it shows both versions. */
function EditForm({ ad }: { ad: Ad }) {
  const update = useUpdateAd();
  const timeZone = useTimeZone();
  const [base, setBase] = useState<EditBase>({ values: toFormValues(ad, timeZone), version: ad.version });
  const [conflict, setConflict] = useState<Conflict | null>(null);

  const updateBase = (storedAd: Ad) => {
    const newBase = { values: toFormValues(storedAd, timeZone), version: storedAd.version };
    setBase(newBase);
    return newBase.values;
  };
  const send = async (local: AdValues, form: SchemaForm<AdValues>) => {
    try {
      const storedAd = await update.mutateAsync({ id: ad.id, version: base.version, ...toChanges(base.values, local, timeZone) });
      const values = updateBase(storedAd);
      setConflict(null);
      form.setValues(values);
      form.resetDirty(values);
      toast.success(t('errors.updated'));
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      setConflict({ remote: updateBase(await readAd(ad.id)), local });
    }
  };

  return (
    <AdForm
      label={t('ads.editAd')}
      uploadKey={ad.id}
      initialValues={base.values}
      submitLabel={t('common.save')}
      onSubmit={send}
      renderNotice={(form) =>
        conflict ? (
          <EditConflict
            fields={getDifferences(conflict.remote, conflict.local)}
            onAcceptRemote={() => {
              form.setValues(conflict.remote);
              setConflict(null);
            }}
          />
        ) : null
      }
    />
  );
}

/** `/ads/manage/new`: creates an ad. */
export function NewAdPage() {
  const navigate = useNavigate();
  const create = useCreateAd();
  const timeZone = useTimeZone();
  const send = async (values: AdValues) => {
    const ad = await create.mutateAsync(toAdRequest(values, timeZone));
    toast.success(ad.status === 'Running' ? t('ads.adRunning', { title: ad.title }) : t('ads.adCreated', { title: ad.title }));
    await navigate({ to: '/ads/manage', ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader title={t('ads.createAd')} back={{ to: '/ads/manage', label: t('common.manageAds') }} />
      <AdForm
        label={t('ads.newAd')}
        uploadKey="new"
        initialValues={newAdValues}
        submitLabel={t('ads.createAd')}
        onSubmit={send}
      />
    </>
  );
}
