import { createFileRoute } from '@tanstack/react-router';
import { followUpsQuery } from '#web/applicants/follow-up-queries.ts';
import { FollowUpsPage } from '#web/applicants/FollowUpsPage.tsx';
import { readCompany, readFollowUpsView, readPage, type FollowUpsSearch } from '#web/browser/search-params.ts';
import { ChooseCompanyNotice } from '#web/settings/SettingsFrame.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';

type Search = FollowUpsSearch & { page?: number | undefined; company?: string | undefined };

/** A person of the company sees their own open follow-ups at first, and staff those of everyone. */
const getView = ({ page = 1, owner = 'me', status = 'open', company }: Search, ownCompanyId: string | null) =>
  ownCompanyId === null
    ? { page, owner: 'anyone' as const, status, companyId: company }
    : { page, owner, status, companyId: undefined };

function FollowUpsRoute() {
  const search = Route.useSearch();
  const me = useMe();
  const navigate = Route.useNavigate();
  if (!me.companyId && !search.company) return <ChooseCompanyNotice title={t('followUps.followUps')} />;
  return (
    <FollowUpsPage
      view={getView(search, me.companyId)}
      onChange={({ page = 1, owner = search.owner, status = search.status }) =>
        void navigate({
          search: {
            company: search.company,
            page: page > 1 ? page : undefined,
            owner: owner === 'me' ? undefined : owner,
            status: status === 'open' ? undefined : status,
          },
        })
      }
    />
  );
}

/** Whose follow-ups the list shows, the page, and the company that an administrator chose. */
export const Route = createFileRoute('/company/follow-ups')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    ...readFollowUpsView(raw),
    ...readPage(raw),
    ...readCompany(raw),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, me }, deps }) => {
    if (me.companyId || deps.company) void queryClient.prefetchQuery(followUpsQuery(getView(deps, me.companyId)));
  },
  component: FollowUpsRoute,
});
