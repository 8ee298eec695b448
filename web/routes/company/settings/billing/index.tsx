import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { historyQuery } from '#web/billing/queries.ts';
import { BillingHistoryPage } from '#web/settings/BillingHistoryPage.tsx';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { type GridSearch, readGridSearch } from '#web/ui/grid/grid-search.ts';

function BillingSection() {
  const me = useMe();
  const { company, ...search } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  if (!company && !me.companyId) return <ChooseCompanyNotice title={t('common.billingHistory')} />;
  const change = (next: GridSearch) => void navigate({ search: { ...next, company }, replace: true });
  return <BillingHistoryPage companyId={company} search={search} onSearch={change} />;
}

export const Route = createFileRoute('/company/settings/billing/')({
  validateSearch: readGridSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, ...search } }) => {
    if (company || me.companyId) void queryClient.prefetchQuery(historyQuery(search, company));
  },
  component: BillingSection,
});
