import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/trpc.ts';

export type Quote = Outputs['checkout']['quote'];
export type PurchaseKind = Quote['kind'];

/** What a purchase for a job costs now; asked again while one is on its way. */
export const quoteQuery = (jobId: string, kind: PurchaseKind) => ({
  ...trpc.checkout.quote.queryOptions({ jobId, kind }),
  staleTime: 0,
  retry: false,
  refetchInterval: ({ state }: { state: { data?: Quote } }) => (state.data?.state === 'processing' ? pollMs : (false as const)),
});

export const purchaseOf = {
  renewal: trpcClient.checkout.renew.mutate,
  boost: trpcClient.checkout.buyBoost.mutate,
  addons: trpcClient.checkout.payAddons.mutate,
} as const satisfies Record<PurchaseKind, unknown>;

export type Order = Outputs['checkout']['order'];

const pollMs = 2_000;

/** The order as it stands on the server; while its payment is on the way, asked again every two seconds. */
export const orderQuery = (orderId: string) => ({
  ...trpc.checkout.order.queryOptions({ orderId }),
  staleTime: 0,
  refetchInterval: ({ state }: { state: { data?: Order } }) => (state.data?.state === 'processing' ? pollMs : (false as const)),
});

export const placeOrder = trpcClient.checkout.placeOrder.mutate;
export const chargeOrder = trpcClient.checkout.charge.mutate;

/** An attempt to pay may change the order, its jobs, the invoices and the card. */
export async function forgetPayments(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.checkout.pathFilter()),
    queryClient.invalidateQueries(trpc.jobs.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.card.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.invoices.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.history.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.jobInvoices.pathFilter()),
  ]);
}
