import { createFileRoute } from '@tanstack/react-router';
import { contactQuery } from '#web/contact/queries.ts';
import { ThreadPage } from '#web/contact/ThreadPage.tsx';

function ThreadRoute() {
  const { id } = Route.useParams();
  return <ThreadPage key={id} id={id} side="company" />;
}

export const Route = createFileRoute('/company/messages/$id')({
  loader: async ({ context: { queryClient }, params }) => void (await queryClient.ensureQueryData(contactQuery(params.id))),
  component: ThreadRoute,
});
