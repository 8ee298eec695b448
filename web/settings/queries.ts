import { keepPreviousData } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/trpc.ts';
import { gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type HistoryItem = Outputs['billing']['history']['items'][number];
export type Invoice = Outputs['billing']['invoices']['items'][number];
export type InvoiceStatus = 'paid' | 'open';

const pageOf = (search: GridSearch) => {
  const { offset, limit } = gridRequest(search);
  return { offset, limit };
};

export const historyQuery = (search: GridSearch, companyId: string | undefined) => ({
  ...trpc.billing.history.queryOptions({ ...pageOf(search), companyId }),
  placeholderData: keepPreviousData,
});

export const invoicesQuery = (search: GridSearch, companyId: string | undefined, status: InvoiceStatus | undefined) => ({
  ...trpc.billing.invoices.queryOptions({ ...pageOf(search), companyId, status }),
  placeholderData: keepPreviousData,
});

export async function removeCard(): Promise<void> {
  await trpcClient.billing.removeCard.mutate();
  queryClient.setQueryData(trpc.billing.card.queryKey(), null);
}
