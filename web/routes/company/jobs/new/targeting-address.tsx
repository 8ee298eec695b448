import { createFileRoute } from '@tanstack/react-router';
import { AddressesStep } from '#web/jobs/AddressesStep.tsx';

function TargetingAddressRoute() {
  const { companyId } = Route.useRouteContext();
  return <AddressesStep companyId={companyId} />;
}

export const Route = createFileRoute('/company/jobs/new/targeting-address')({
  beforeLoad: async ({ context }) => (await import('#web/jobs/steps.ts')).requireStep(context.companyId, 'addresses'),
  component: TargetingAddressRoute,
});
