import { createFileRoute } from '@tanstack/react-router';
import { JobContentStep } from '#web/jobs/NewJobFrame.tsx';

function JobContentRoute() {
  const { companyId } = Route.useRouteContext();
  return <JobContentStep companyId={companyId} />;
}

export const Route = createFileRoute('/company/jobs/new/')({
  beforeLoad: async ({ context }) => (await import('#web/jobs/steps.ts')).requireStep(context.companyId, 'content'),
  component: JobContentRoute,
});
