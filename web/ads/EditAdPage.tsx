import { Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdValues } from '#shared/ads.ts';
import { codeOf } from '#web/errors.ts';
import type { SchemaForm } from '#web/ui/form/Form.tsx';
import { EditConflict } from '#web/ui/form/UnsavedChanges.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { useTimeZone } from '#web/use-me.ts';
import { differences, toChanges, valuesOf, newAd, toNewAd } from './ad-form.ts';
import { AdForm } from './AdForm.tsx';
import { AdStatusBadge } from './ad-columns.tsx';
import { type Ad, adQuery, readAd, useUpdateAd, useCreateAd } from './queries.ts';
import { t } from '#web/texts/app.ts';

/** `/ads/manage/{id}`: all fields of an ad. */
export function EditAdPage({ id }: { id: string }) {
  const { data: ad } = useSuspenseQuery(adQuery(id));
  return (
    <>
      <PageHeader
        title={ad.title}
        back={{ to: '/ads/manage', label: t('ads.manageAds') }}
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

type Base = { values: AdValues; version: number };
type Clash = { remote: AdValues; local: AdValues };

/** Sends only what was changed here. Someone else's change is shown instead of overwritten. */
function EditForm({ ad }: { ad: Ad }) {
  const update = useUpdateAd();
  const timeZone = useTimeZone();
  const [base, setBase] = useState<Base>({ values: valuesOf(ad, timeZone), version: ad.version });
  const [clash, setClash] = useState<Clash | null>(null);

  const take = (stored: Ad) => {
    const next = { values: valuesOf(stored, timeZone), version: stored.version };
    setBase(next);
    return next.values;
  };
  const send = async (local: AdValues, form: SchemaForm<AdValues>) => {
    try {
      const stored = await update.mutateAsync({ id: ad.id, version: base.version, ...toChanges(base.values, local, timeZone) });
      const values = take(stored);
      setClash(null);
      form.setValues(values);
      form.resetDirty(values);
      toast.success(t('errors.updated'));
    } catch (error) {
      if (codeOf(error) !== 'edit_conflict') throw error;
      setClash({ remote: take(await readAd(ad.id)), local });
    }
  };

  return (
    <AdForm
      label={t('ads.editAd')}
      slot={ad.id}
      initial={base.values}
      submitLabel={t('common.save')}
      onSubmit={send}
      notice={(form) =>
        clash ? (
          <EditConflict
            fields={differences(clash.remote, clash.local)}
            onAcceptRemote={() => {
              form.setValues(clash.remote);
              setClash(null);
            }}
          />
        ) : null
      }
    />
  );
}

/** `/ads/manage/new` */
export function NewAdPage() {
  const navigate = useNavigate();
  const create = useCreateAd();
  const timeZone = useTimeZone();
  const send = async (values: AdValues) => {
    const ad = await create.mutateAsync(toNewAd(values, timeZone));
    toast.success(ad.status === 'Running' ? t('ads.titleRuns', { title: ad.title }) : t('ads.titleCreated', { title: ad.title }));
    await navigate({ to: '/ads/manage', ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader title={t('ads.createAd')} back={{ to: '/ads/manage', label: t('ads.manageAds') }} />
      <AdForm label={t('ads.newAd')} slot="new" initial={newAd} submitLabel={t('ads.createAd')} onSubmit={send} />
    </>
  );
}
