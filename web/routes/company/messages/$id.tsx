import { createFileRoute } from '@tanstack/react-router';
import { threadQuery } from '#web/support/queries.ts';
import { ThreadPage } from '#web/support/ThreadPage.tsx';

function ThreadRoute() {
  const { id } = Route.useParams();
  return <ThreadPage key={id} id={id} side="company" />;
}

export const Route = createFileRoute('/company/messages/$id')({
  loader: async ({ context: { queryClient }, params }) => void (await queryClient.ensureQueryData(threadQuery(params.id))),
  component: ThreadRoute,
});
