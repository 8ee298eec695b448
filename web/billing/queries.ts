import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { InvoiceView } from '#shared/billing/invoices.ts';
import { save } from '#web/api/download.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { readFile } from '#web/session/authorized-fetch.ts';
import { t } from '#web/texts/app.ts';
import { toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';
import { toast } from '#web/ui/toast.ts';

export type HistoryItem = Outputs['billing']['history']['items'][number];
export type Invoice = Outputs['billing']['invoices']['items'][number];
export type StoredCard = NonNullable<Outputs['billing']['card']>;
export type GatewayConfig = Outputs['billing']['gatewayConfig'];
export type ChargeItem = Outputs['billing']['charges']['items'][number];
export type InvoiceSearch = GridSearch & { view?: InvoiceView | undefined };

const newestFirst = { sort: '-billing_date' };
export const billingDefaults = newestFirst;
export const chargeDefaults = { sort: '-created_at' };

export const toHistoryRequest = (search: GridSearch, companyId: string | undefined) => ({
  ...toGridRequest(search, newestFirst),
  companyId,
  query: search.q,
});

export const historyQuery = (search: GridSearch, companyId: string | undefined) => ({
  ...trpc.billing.history.queryOptions(toHistoryRequest(search, companyId)),
  placeholderData: keepPreviousData,
});

export const toInvoicesRequest = ({ view, ...search }: InvoiceSearch, companyId: string | undefined) => ({
  ...toGridRequest(search, newestFirst),
  companyId,
  query: search.q,
  view,
});

export const billingDetailsQuery = () => trpc.company.billingDetails.queryOptions();

const refundPollMs = 5000;

/** While a refund is in progress, the list reloads until its outcome is known. */
export const invoicesQuery = (search: InvoiceSearch, companyId: string | undefined) => ({
  ...trpc.billing.invoices.queryOptions(toInvoicesRequest(search, companyId)),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state: { data } }: { state: { data: { items: Invoice[] } | undefined } }) =>
    data?.items.some(({ refunds }) => refunds.some(({ status }) => status === 'pending')) ? refundPollMs : false,
});

export const chargesQuery = (search: GridSearch, companyId: string | undefined) => ({
  ...trpc.billing.charges.queryOptions({ ...toGridRequest(search, chargeDefaults), companyId }),
  placeholderData: keepPreviousData,
});

const invalidateBilling = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.billing.invoices.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.history.pathFilter()),
    queryClient.invalidateQueries(trpc.billing.jobInvoices.pathFilter()),
  ]);

export const useUpdateInvoice = () => useMutation(trpc.billing.updateInvoice.mutationOptions({ onSuccess: invalidateBilling }));
export const useRefund = () => useMutation(trpc.billing.refund.mutationOptions({ onSettled: invalidateBilling }));

/** Downloads the PDF of an invoice or of one of its refunds. */
export async function downloadReceipt(invoiceId: string, refundNumber?: number): Promise<void> {
  const fileName = refundNumber === undefined ? invoiceId : `${invoiceId}-R${refundNumber}`;
  try {
    const query = refundNumber === undefined ? '' : `?refund=${refundNumber}`;
    save(await readFile(`/payment/receipts/${encodeURIComponent(invoiceId)}${query}`), `${fileName}.pdf`);
  } catch (error) {
    toast.error(error, t('billing.pdfNotOpened'));
  }
}

export async function sendReceiptEmail(invoiceId: string): Promise<void> {
  try {
    await trpcClient.billing.receipt.mutate({ invoiceId, send: true });
    toast.success(t('billing.invoiceEmailed', { invoiceId }));
  } catch (error) {
    toast.error(error);
  }
}

export const cardQuery = () => trpc.billing.card.queryOptions();
export const gatewayConfigQuery = () => ({ ...trpc.billing.gatewayConfig.queryOptions(), staleTime: Number.POSITIVE_INFINITY });

/** @returns the token that later charges use for the stored card */
export async function storeCard(cardToken: string, cardHolderName: string): Promise<string> {
  const card = await trpcClient.billing.saveCard.mutate({ cardToken, cardHolderName });
  queryClient.setQueryData(trpc.billing.card.queryKey(), card);
  return card?.cardToken ?? cardToken;
}

export async function removeCard(): Promise<void> {
  await trpcClient.billing.removeCard.mutate();
  queryClient.setQueryData(trpc.billing.card.queryKey(), null);
}
