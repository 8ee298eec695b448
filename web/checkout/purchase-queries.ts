import { type Outputs, trpc, trpcClient } from '#web/trpc.ts';

export type Quote = Outputs['checkout']['quote'];
export type PurchaseKind = Quote['kind'];

const pollMs = 2_000;

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
