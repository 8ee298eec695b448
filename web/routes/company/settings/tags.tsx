import { createFileRoute } from '@tanstack/react-router';
import { tagUsesQuery } from '#web/company/queries.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { TagsPage } from '#web/settings/TagsPage.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

function TagsSection() {
  const me = useMe();
  const { company } = Route.useSearch();
  return company || me.companyId ? <TagsPage companyId={company} /> : <ChooseCompanyNotice title={t('common.tags')} />;
}

export const Route = createFileRoute('/company/settings/tags')({
  loaderDeps: ({ search: { company } }) => ({ company }),
  loader: ({ context: { queryClient, me }, deps: { company } }) => {
    if (company || me.companyId) void queryClient.prefetchQuery(tagUsesQuery(company));
  },
  component: TagsSection,
});
