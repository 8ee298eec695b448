/** Invoices, charges and what was given back, on the wire (`spec: work §3 Billing`, `rest: Payment`). Amounts are dollars. */
import * as z from 'zod/mini';
import { addonTypes, billingTypes, codes } from '#shared/catalogues.ts';
import { dollarsField, idField, lineField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';

/** What the picture shows, the month that runs included. */
export const revenueMonths = 12;

/** What was billed by month in the reader's time zone, for administrators (`ui: Behaviour`). Amounts are dollars; a voided invoice is none. */
export const revenueSchema = z.object({
  /** The oldest first; every month has its line. */
  months: z.array(
    z.object({
      /** YYYY-MM */
      month: z.string(),
      invoices: z.int(),
      /** What was paid and not given back. */
      paid: z.number(),
      /** What is still to be paid. */
      open: z.number(),
      /** Refunded or credited. */
      refunded: z.number(),
    }),
  ),
});
export type Revenue = z.infer<typeof revenueSchema>;

export const purposes = [
  { code: 'new_job', label: 'New posting' },
  { code: 'renewal', label: 'Renewal' },
  { code: 'addons', label: 'Add-ons' },
  { code: 'boost', label: 'Boost' },
] as const;

export const lineSchema = z.object({
  description: z.string(),
  jobId: z.nullable(z.string()),
  addonType: z.nullable(z.enum(codes(addonTypes))),
  amount: z.number(),
});

export const invoiceStatuses = ['open', 'paid', 'void'] as const;
/** `overdue`: open after its day. */
export const invoiceViews = ['paid', 'open', 'overdue', 'void'] as const;
export type InvoiceView = (typeof invoiceViews)[number];

/** `invoice_custom_id`, the name of an invoice in paths. One that no invoice has is 404. */
const invoiceNumberField = z.string().check(z.trim(), z.maxLength(40));

const searchOfInvoices = {
  companyId: z.optional(z.nullable(idField)),
  status: z.optional(z.enum(['paid', 'open'], 'The status is paid or open')),
  /** More finely than `status`. */
  view: z.optional(z.enum(invoiceViews)),
  /** Part of the number, of a line or, for those who see every company, of its name. */
  query: z.optional(z.string().check(z.maxLength(200))),
};
export const invoiceListSchema = z.extend(searchSchema, {
  ...pageFields(),
  ...searchOfInvoices,
  statistics: z.optional(z.boolean()),
});
export const invoiceExportSchema = z.extend(searchSchema, searchOfInvoices);

export const refundStatuses = ['pending', 'done', 'failed'] as const;
const refundSchema = z.object({
  /** Such as INV-2026-000123-R1. */
  number: z.string(),
  amount: z.number(),
  kind: z.enum(['card', 'credit']),
  status: z.enum(refundStatuses),
  reason: z.string(),
  failure: z.nullable(z.string()),
  createdAt: z.date(),
  settledAt: z.nullable(z.date()),
});

export const invoiceSchema = z.object({
  invoiceCustomId: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  purpose: z.enum(codes(purposes)),
  amount: z.number(),
  /** What was given back or credited so far. */
  refunded: z.number(),
  status: z.enum(invoiceStatuses),
  paymentMethod: z.enum(codes(billingTypes)),
  cardType: z.nullable(z.string()),
  maskedNumber: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  billingDate: z.date(),
  dueAt: z.nullable(z.date()),
  paidAt: z.nullable(z.date()),
  paymentReference: z.nullable(z.string()),
  voidedAt: z.nullable(z.date()),
  voidReason: z.nullable(z.string()),
  lines: z.array(lineSchema),
  refunds: z.array(refundSchema),
});
export type Invoice = z.infer<typeof invoiceSchema>;
export const invoicePageSchema = pageOf(invoiceSchema);

const reasonField = lineField(2, 300, 'Enter a reason. The company will see it.');

/** What an administrator makes of an open invoice. */
export const updateInvoiceSchema = z.object({
  id: invoiceNumberField,
  status: z.enum(['paid', 'void'], 'The status is paid or void'),
  /** With `paid`: the check or transfer. */
  paymentReference: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
  /** With `void`. */
  reason: z.optional(z.nullable(reasonField)),
});
export type UpdateInvoice = z.infer<typeof updateInvoiceSchema>;

export const refundRequestSchema = z.object({
  id: invoiceNumberField,
  amount: dollarsField,
  reason: reasonField,
  /** What was refunded before, as the administrator saw it: a repeated click does not refund again. */
  refunded: z.optional(z.nullable(z.number())),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

export const receiptRequestSchema = z.object({
  invoiceId: invoiceNumberField,
  /** The refund's number in its invoice: 1, 2, … */
  refund: z.optional(z.int().check(z.gte(1))),
});
/** The invoice by either of its names (`spec: work §3 Billing`). */
export const sendReceiptSchema = z.pipe(
  z
    .extend(receiptRequestSchema, {
      invoiceId: z.optional(invoiceNumberField),
      invoiceCustomId: z.optional(invoiceNumberField),
      send: z.optional(z.boolean()),
    })
    .check(
      z.refine((given) => given.invoiceId ?? given.invoiceCustomId, { path: ['invoiceId'], error: 'Enter an invoice number' }),
    ),
  z.transform(({ invoiceId, invoiceCustomId, ...rest }) => ({ ...rest, invoiceId: invoiceId ?? invoiceCustomId ?? '' })),
);
export const receiptAddressSchema = z.object({ url: z.string() });

/** What one job was billed, by posting, renewal, add-ons and boosts. */
export const jobInvoicesSchema = z.object({ jobId: idField, ...pageFields() });
export const billingItemSchema = z.object({
  /** `invoice_custom_id`. */
  id: z.string(),
  amount: z.number(),
  status: z.enum(invoiceStatuses),
  transactionId: z.nullable(z.string()),
  billingDate: z.date(),
});
export type BillingItem = z.infer<typeof billingItemSchema>;

const searchOfHistory = {
  companyId: z.optional(z.nullable(idField)),
  query: z.optional(z.string().check(z.maxLength(200))),
};
export const historyListSchema = z.extend(searchSchema, { ...pageFields(), ...searchOfHistory });
export const historyExportSchema = z.extend(searchSchema, searchOfHistory);

/** One job that was billed; a renewal of it is another entry with the same id. */
export const historyItemSchema = z.object({
  id: z.string(),
  invoiceCustomId: z.string(),
  title: z.string(),
  autoRenew: z.boolean(),
  /** Of the job's address: the job was billed on a day there. */
  timeZone: z.string(),
  billingDate: z.date(),
  createdAt: z.date(),
  paymentMethod: z.object({ description: z.string(), cardType: z.nullable(z.string()), maskedNumber: z.nullable(z.string()) }),
  addons: z.array(
    z.object({
      id: z.string(),
      addonType: z.enum(codes(addonTypes)),
      cost: z.number(),
      subscribed: z.boolean(),
      addonRenewable: z.boolean(),
    }),
  ),
});
export type HistoryItem = z.infer<typeof historyItemSchema>;

export const chargeStatuses = [
  { code: 'approved', label: 'Paid' },
  { code: 'declined', label: 'Declined' },
  { code: 'failed', label: 'Failed' },
  { code: 'pending', label: 'Processing' },
] as const;

/** Attempts to take money: what was asked, what became of it, and why. */
export const chargeListSchema = z.extend(searchSchema, { ...pageFields(), companyId: z.optional(z.nullable(idField)) });
export const chargeItemSchema = z.object({
  id: z.string(),
  createdAt: z.date(),
  companyId: z.string(),
  companyName: z.string(),
  purpose: z.enum(codes(purposes)),
  amount: z.number(),
  status: z.enum(codes(chargeStatuses)),
  reason: z.nullable(z.string()),
  cardType: z.nullable(z.string()),
  maskedNumber: z.nullable(z.string()),
  transactionId: z.nullable(z.string()),
  invoiceCustomId: z.nullable(z.string()),
});
export type ChargeItem = z.infer<typeof chargeItemSchema>;

/** What the administrator's dialogs ask. */
export const paidFormSchema = z.object({ paymentReference: z.string().check(z.trim(), z.maxLength(100)) });
export const voidFormSchema = z.object({ reason: reasonField });
export const refundFormSchema = z.object({ amount: dollarsField, reason: reasonField });
