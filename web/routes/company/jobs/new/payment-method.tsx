import { createFileRoute } from '@tanstack/react-router';
import { PaymentPage } from '#web/checkout/PaymentPage.tsx';
import { cardQuery, gatewayConfigQuery } from '#web/checkout/queries.ts';
import { companyQuery } from '#web/company/queries.ts';

function PaymentMethodRoute() {
  const { companyId } = Route.useRouteContext();
  const { order } = Route.useSearch();
  return <PaymentPage key={order} companyId={companyId} orderId={order ?? null} />;
}

/** Pays the draft; with `?order=` an order that was not paid yet. */
export const Route = createFileRoute('/company/jobs/new/payment-method')({
  validateSearch: (raw: Record<string, unknown>): { order?: string } =>
    typeof raw.order === 'string' ? { order: raw.order } : {},
  beforeLoad: async ({ context, search }) => {
    if (!search.order) (await import('#web/jobs/steps.ts')).requireStep(context.companyId, 'payment');
  },
  loader: async ({ context: { queryClient } }) => {
    await Promise.all([
      queryClient.ensureQueryData(companyQuery()),
      queryClient.ensureQueryData(cardQuery()),
      queryClient.ensureQueryData(gatewayConfigQuery()),
    ]);
  },
  component: PaymentMethodRoute,
});
