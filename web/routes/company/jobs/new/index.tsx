import { createFileRoute } from '@tanstack/react-router';
import { JobContentStep } from '#web/jobs/JobContentStep.tsx';
import { requireStep } from '#web/jobs/steps.ts';

function JobContentRoute() {
  const { companyId } = Route.useRouteContext();
  return <JobContentStep companyId={companyId} />;
}

export const Route = createFileRoute('/company/jobs/new/')({
  beforeLoad: ({ context }) => requireStep(context.companyId, 'content'),
  component: JobContentRoute,
});
