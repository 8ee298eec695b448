import { useNavigate } from '@tanstack/react-router';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { toast } from '#web/ui/toast.ts';
import { useTimeZone } from '#web/use-time-zone.ts';
import { type AdValues, newAd, toNewAd } from './ad-form.ts';
import { AdForm } from './AdForm.tsx';
import { useCreateAd } from './queries.ts';

/** `/ads/manage/new` */
export function NewAdPage() {
  const navigate = useNavigate();
  const create = useCreateAd();
  const timeZone = useTimeZone();
  const send = async (values: AdValues) => {
    const ad = await create.mutateAsync(toNewAd(values, timeZone));
    toast.success(ad.status === 'Running' ? `“${ad.title}” runs` : `“${ad.title}” created`);
    await navigate({ to: '/ads/manage', ignoreBlocker: true });
  };
  return (
    <>
      <PageHeader title="Create ad" back={{ to: '/ads/manage', label: 'Manage Ads' }} />
      <AdForm label="New ad" slot="new" initial={newAd} submitLabel="Create ad" onSubmit={send} />
    </>
  );
}
