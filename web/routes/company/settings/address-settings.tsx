import { createFileRoute } from '@tanstack/react-router';
import { companyQuery } from '#web/company/queries.ts';
import { AddressSettingsPage } from '#web/settings/AddressSettingsPage.tsx';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

function SettingsSection() {
  const me = useMe();
  const { company } = Route.useSearch();
  return company || me.companyId ? (
    <AddressSettingsPage companyId={company} />
  ) : (
    <ChooseCompanyNotice title={t('common.companyAddress')} />
  );
}

export const Route = createFileRoute('/company/settings/address-settings')({
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: async ({ context: { queryClient, me }, deps: { company } }) => {
    if (company || me.companyId) await queryClient.ensureQueryData(companyQuery(company));
  },
  component: SettingsSection,
});
