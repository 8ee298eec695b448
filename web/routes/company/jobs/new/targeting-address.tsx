import { createFileRoute } from '@tanstack/react-router';
import { AddressesStep } from '#web/jobs/AddressesStep.tsx';
import { requireStep } from '#web/jobs/steps.ts';

function TargetingAddressRoute() {
  const { companyId } = Route.useRouteContext();
  return <AddressesStep companyId={companyId} />;
}

export const Route = createFileRoute('/company/jobs/new/targeting-address')({
  beforeLoad: ({ context }) => requireStep(context.companyId, 'addresses'),
  component: TargetingAddressRoute,
});
