import { createFileRoute } from '@tanstack/react-router';
import { tagUsesQuery } from '#web/company/queries.ts';
import { ChooseCompany } from '#web/settings/ChooseCompany.tsx';
import { TagsPage } from '#web/settings/TagsPage.tsx';
import { useMe } from '#web/use-me.ts';

function TagsSection() {
  return useMe().companyId ? <TagsPage /> : <ChooseCompany title="Tags" />;
}

export const Route = createFileRoute('/company/settings/tags')({
  loader: ({ context: { queryClient, me } }) => {
    if (me.companyId) void queryClient.prefetchQuery(tagUsesQuery());
  },
  component: TagsSection,
});
