import { createFileRoute } from '@tanstack/react-router';
import { AddonsStep } from '#web/jobs/NewJobFrame.tsx';

function AddonsRoute() {
  const { companyId } = Route.useRouteContext();
  return <AddonsStep companyId={companyId} />;
}

export const Route = createFileRoute('/company/jobs/new/addons')({
  beforeLoad: async ({ context }) => (await import('#web/jobs/steps.ts')).requireStep(context.companyId, 'addons'),
  component: AddonsRoute,
});
