import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { MemberPostPage } from '#web/news/MemberNewsPage.tsx';
import { memberPostQuery } from '#web/news/queries.ts';

function PostRoute() {
  const { id } = Route.useParams();
  const { me } = Route.useRouteContext();
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return <MemberPostPage key={id} id={id} />;
}

export const Route = createFileRoute('/members/news/$id')({
  loader: async ({ context: { queryClient, me }, params: { id } }) => {
    if (can(me.roles, 'driver.self')) await queryClient.ensureQueryData(memberPostQuery(id));
  },
  component: PostRoute,
});
