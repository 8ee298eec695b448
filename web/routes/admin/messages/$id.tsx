import { createFileRoute } from '@tanstack/react-router';
import { contactQuery } from '#web/contact/queries.ts';
import { ThreadPage } from '#web/contact/ThreadPage.tsx';

function ThreadRoute() {
  const { id } = Route.useParams();
  return <ThreadPage key={id} id={id} side="support" />;
}

export const Route = createFileRoute('/admin/messages/$id')({
  loader: async ({ context: { queryClient }, params }) => void (await queryClient.ensureQueryData(contactQuery(params.id))),
  component: ThreadRoute,
});
