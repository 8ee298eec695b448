import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';

export type Quote = Outputs['checkout']['quote'];
export type PurchaseKind = Quote['kind'];

/** The current price of a purchase for a job. Reloads while a purchase is in progress. */
export const quoteQuery = (jobId: string, kind: PurchaseKind) => ({
  ...trpc.checkout.quote.queryOptions({ jobId, kind }),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }: { state: { data?: Quote } }) => (state.data?.state === 'processing' ? pollMs : (false as const)),
});

export const purchaseMutations = {
  renewal: trpcClient.checkout.renew.mutate,
  boost: trpcClient.checkout.buyBoost.mutate,
  addons: trpcClient.checkout.payAddons.mutate,
} as const satisfies Record<PurchaseKind, unknown>;

export type Order = Outputs['checkout']['order'];

const pollMs = 2_000;

/** The order on the server. Reloads every two seconds while its payment is in progress. */
export const orderQuery = (orderId: string) => ({
  ...trpc.checkout.order.queryOptions({ orderId }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Order } }) => (state.data?.state === 'processing' ? pollMs : (false as const)),
});

export const placeOrder = trpcClient.checkout.placeOrder.mutate;
export const chargeOrder = trpcClient.checkout.charge.mutate;

/** A payment attempt may change the order, its jobs, the invoices and the card, so all of them are reloaded. */
export async function invalidatePayments(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.checkout.pathFilter()),
    queryClient.invalidateQueries(trpc.jobs.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.card.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.invoices.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.history.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.jobInvoices.pathFilter()),
  ]);
}
