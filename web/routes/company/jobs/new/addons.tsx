import { createFileRoute } from '@tanstack/react-router';
import { AddonsStep } from '#web/jobs/AddonsStep.tsx';
import { requireStep } from '#web/jobs/steps.ts';

function AddonsRoute() {
  const { companyId } = Route.useRouteContext();
  return <AddonsStep companyId={companyId} />;
}

export const Route = createFileRoute('/company/jobs/new/addons')({
  beforeLoad: ({ context }) => requireStep(context.companyId, 'addons'),
  component: AddonsRoute,
});
