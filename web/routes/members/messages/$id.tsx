import { createFileRoute } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { DriversOnly } from '#web/drivers/NoDriverProfile.tsx';
import { MyMessages } from '#web/messages/MessageThread.tsx';
import { myConversationQuery } from '#web/messages/queries.ts';

function ConversationRoute() {
  const { id } = Route.useParams();
  const { me } = Route.useRouteContext();
  if (!can(me.roles, 'driver.self')) return <DriversOnly />;
  return <MyMessages key={id} id={id} />;
}

export const Route = createFileRoute('/members/messages/$id')({
  loader: async ({ context: { queryClient, me }, params: { id } }) => {
    if (can(me.roles, 'driver.self')) await queryClient.ensureQueryData(myConversationQuery(id));
  },
  component: ConversationRoute,
});
