import { createFileRoute } from '@tanstack/react-router';
import { companyQuery } from '#web/company/queries.ts';
import { CompanySettingsPage } from '#web/settings/CompanySettingsPage.tsx';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

function SettingsSection() {
  const me = useMe();
  const { company } = Route.useSearch();
  return company || me.companyId ? (
    <CompanySettingsPage companyId={company} />
  ) : (
    <ChooseCompanyNotice title={t('common.companySettings')} />
  );
}

export const Route = createFileRoute('/company/settings/company-settings')({
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: async ({ context: { queryClient, me }, deps: { company } }) => {
    if (company || me.companyId) await queryClient.ensureQueryData(companyQuery(company));
  },
  component: SettingsSection,
});
