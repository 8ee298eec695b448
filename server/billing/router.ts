import * as z from 'zod';
import { csvFileSchema } from '#server/downloads/csv.ts';
import { countHit } from '#server/limits/throttle.ts';
import { assertConfirmed } from '#server/session/authenticate.ts';
import {
  actorOf,
  allowed,
  ownCompany,
  forbidImpersonation,
  readerOf,
  requireConfirmation,
  router,
  scoped,
} from '#server/trpc.ts';
import {
  billingItemSchema,
  chargeItemSchema,
  chargeListSchema,
  historyExportSchema,
  historyItemSchema,
  historyListSchema,
  invoiceExportSchema,
  invoiceListSchema,
  invoicePageSchema,
  invoiceSchema,
  jobInvoicesSchema,
  receiptAddressSchema,
  receiptRequestSchema,
  maxUnconfirmedRefund,
  refundRequestSchema,
  sendReceiptSchema,
  updateInvoiceSchema,
  revenueSchema,
} from '#shared/billing/invoices.ts';
import { cardSchema, gatewayConfigSchema, saveCardSchema } from '#shared/billing/payment.ts';
import { pageOf } from '#shared/lists/list.ts';
import { historyFile, invoicesFile } from './billing-files.ts';
import { listCharges } from './charge-row.ts';
import { listHistory, listJobInvoices, revenueByMonth } from './history-query.ts';
import { listInvoices } from './invoice-query.ts';
import { pdfFileSchema, getReceiptUrl, createReceiptPdf } from './receipts.ts';
import { refundInvoice, updateInvoice } from './refund-invoice.ts';
import { getCard, removeCard, saveCard } from './store-card.ts';

const readBilling = scoped('payment.read', { evenIfCancelled: true });
const manageMoney = scoped('billing.manage');

/** Each receipt is an email with a PDF, which delays the emails behind it. */
const receiptsPerAccount = { maxHits: 30, windowSeconds: 60 * 60 };

export const billingRouter = router({
  card: ownCompany('payment.read', { evenIfCancelled: true })
    .output(cardSchema)
    .query(({ ctx }) => getCard(ctx.services.db, ctx.scope)),
  saveCard: ownCompany('payment.card')
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .input(saveCardSchema)
    .output(cardSchema)
    .mutation(({ ctx, input }) => saveCard(ctx.services, ctx.scope, actorOf(ctx), input)),
  removeCard: ownCompany('payment.card')
    .use(forbidImpersonation)
    .use(requireConfirmation)
    .output(z.object({}))
    .mutation(({ ctx }) => removeCard(ctx.services, ctx.scope.companyId, actorOf(ctx))),
  invoices: readBilling
    .input(invoiceListSchema)
    .output(invoicePageSchema)
    .query(({ ctx, input }) => listInvoices(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  revenue: manageMoney.output(revenueSchema).query(({ ctx }) => revenueByMonth(ctx.services.db, ctx.scope, readerOf(ctx))),
  exportInvoices: readBilling
    .input(invoiceExportSchema)
    .output(csvFileSchema)
    .query(({ ctx, input }) => invoicesFile(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  history: readBilling
    .input(historyListSchema)
    .output(pageOf(historyItemSchema))
    .query(({ ctx, input }) => listHistory(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  exportHistory: readBilling
    .input(historyExportSchema)
    .output(csvFileSchema)
    .query(({ ctx, input }) => historyFile(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  charges: readBilling
    .input(chargeListSchema)
    .output(pageOf(chargeItemSchema))
    .query(({ ctx, input }) => listCharges(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),
  jobInvoices: readBilling
    .input(jobInvoicesSchema)
    .output(pageOf(billingItemSchema))
    .query(({ ctx, input }) => listJobInvoices(ctx.services.db, ctx.scope, input)),
  receipt: readBilling
    .input(sendReceiptSchema)
    .output(receiptAddressSchema)
    .mutation(async ({ ctx, input }) => {
      if (input.send) await countHit(ctx.services.db, { bucket: 'receipt', key: ctx.actor.userId }, receiptsPerAccount);
      return getReceiptUrl(ctx.services, ctx.scope, { ...input, ...readerOf(ctx) });
    }),
  receiptFile: readBilling
    .input(receiptRequestSchema)
    .output(pdfFileSchema)
    .query(({ ctx, input }) => createReceiptPdf(ctx.services, ctx.scope, { ...input, ...readerOf(ctx) })),
  updateInvoice: manageMoney
    .input(updateInvoiceSchema)
    .output(invoiceSchema)
    .mutation(({ ctx, input }) => updateInvoice(ctx.services, ctx.scope, actorOf(ctx), input)),
  refund: manageMoney
    .input(refundRequestSchema)
    .output(invoiceSchema)
    .mutation(({ ctx, input }) => {
      if (input.amount > maxUnconfirmedRefund) assertConfirmed(ctx.actor);
      return refundInvoice(ctx.services, ctx.scope, actorOf(ctx), { ...input, requestId: ctx.idempotencyId ?? null });
    }),
  gatewayConfig: allowed('payment.read')
    .output(gatewayConfigSchema)
    .query(({ ctx }) => ctx.services.payments.cardFields),
});
