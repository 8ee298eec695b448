import { createFileRoute } from '@tanstack/react-router';
import { readPage, readCompany } from '#web/browser/search-params.ts';
import { CompanyConversations, type MessagesSearch } from '#web/messages/ConversationsPage.tsx';
import { conversationsQuery } from '#web/messages/queries.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

type Search = MessagesSearch & { company?: string };

function MessagesRoute() {
  const { company, ...search } = Route.useSearch();
  const me = useMe();
  const navigate = Route.useNavigate();
  if (!me.companyId && !company) return <ChooseCompanyNotice title={t('messages.title')} />;
  return (
    <CompanyConversations
      search={search}
      onSearch={(next) => void navigate({ search: { ...next, ...(company && { company }) } })}
      companyId={me.companyId ? undefined : company}
    />
  );
}

/** The list's page and filter, and the company that an administrator chose. */
export const Route = createFileRoute('/company/driver-messages')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    ...readPage(raw),
    unanswered: raw['unanswered'] === true || undefined,
    ...readCompany(raw),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps: { company, ...search } }) => {
    if (me.companyId || company) void queryClient.prefetchQuery(conversationsQuery(search, me.companyId ? undefined : company));
  },
  component: MessagesRoute,
});
