import { createFileRoute } from '@tanstack/react-router';
import { cardQuery, gatewayConfigQuery } from '#web/billing/queries.ts';
import { CreateForCompany, PaymentPage } from '#web/checkout/PaymentPage.tsx';
import { companyQuery } from '#web/company/queries.ts';

function PaymentMethodRoute() {
  const { companyId, companyName } = Route.useRouteContext();
  const { order } = Route.useSearch();
  if (companyName !== null) return <CreateForCompany company={{ id: companyId, name: companyName }} />;
  return <PaymentPage key={order} companyId={companyId} orderId={order ?? null} />;
}

/** Pays the draft, or with `?order=` an unpaid order. A job for another company is only created. */
export const Route = createFileRoute('/company/jobs/new/payment-method')({
  validateSearch: (raw: Record<string, unknown>): { order?: string } =>
    typeof raw.order === 'string' ? { order: raw.order } : {},
  beforeLoad: async ({ context, search }) => {
    if (!search.order || context.companyName !== null)
      (await import('#web/jobs/steps.ts')).requireStep(context.companyId, 'payment');
  },
  loader: async ({ context: { queryClient, companyName } }) => {
    if (companyName !== null) return;
    await Promise.all([
      queryClient.ensureQueryData(companyQuery()),
      queryClient.ensureQueryData(cardQuery()),
      queryClient.ensureQueryData(gatewayConfigQuery()),
    ]);
  },
  component: PaymentMethodRoute,
});
