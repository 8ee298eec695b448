import { createFileRoute, redirect } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { cardQuery, gatewayConfigQuery } from '#web/billing/queries.ts';
import { PurchasePage } from '#web/checkout/PurchasePage.tsx';
import type { PurchaseKind } from '#web/checkout/queries.ts';
import { companyQuery } from '#web/company/queries.ts';
import { jobQuery } from '#web/jobs/queries.ts';

const kinds: readonly string[] = ['renewal', 'boost', 'addons'] satisfies PurchaseKind[];
const isKind = (value: unknown): value is PurchaseKind => typeof value === 'string' && kinds.includes(value);

function PurchaseRoute() {
  const { id } = Route.useParams();
  const { of: kind } = Route.useSearch();
  const { me } = Route.useRouteContext();
  if (!kind) return null;
  return <PurchasePage key={`${id} ${kind}`} companyId={me.companyId ?? ''} id={id} kind={kind} />;
}

/** Buys a renewal, a boost or add-ons (`?of=`) for a job. A person who cannot buy is redirected to the job. */
export const Route = createFileRoute('/company/jobs/$id/purchase')({
  validateSearch: (raw: Record<string, unknown>): { of: PurchaseKind | undefined } => ({
    of: raw.of === undefined ? 'renewal' : isKind(raw.of) ? raw.of : undefined,
  }),
  loaderDeps: ({ search }) => search,
  // The loader redirects, because `beforeLoad` would be part of the first load of the app.
  loader: async ({ context: { queryClient, me }, params, deps }) => {
    if (!deps.of || me.companyId === null || !can(me.roles, 'payment.charge'))
      throw redirect({ to: '/company/jobs/$id/detail', params, replace: true });
    await Promise.all([
      queryClient.ensureQueryData(jobQuery(params.id)),
      queryClient.ensureQueryData(companyQuery()),
      queryClient.ensureQueryData(cardQuery()),
      queryClient.ensureQueryData(gatewayConfigQuery()),
    ]);
  },
  component: PurchaseRoute,
});
