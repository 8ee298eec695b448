/**
 * Request and answer schemas of invoices, charges and refunds (`docs/product/money.md#billing-history`). Amounts are dollars.
 */
import * as z from 'zod/mini';
import { addonTypes, billingTypes, codes } from '#shared/catalogues.ts';
import { dollarsField, idField, lineField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { type Text, text } from '#shared/texts/texts.ts';

/** The months in the revenue chart, including the current one. */
export const revenueMonths = 12;

/** Revenue by month in the reader's time zone, for administrators. Amounts are dollars, and voided invoices do not count. */
export const revenueSchema = z.object({
  /** The oldest month first, without gaps. */
  months: z.array(
    z.object({
      /** YYYY-MM. */
      month: z.string(),
      invoices: z.int(),
      /** Paid and not refunded. */
      paid: z.number(),
      /** Not yet paid. */
      open: z.number(),
      /** Refunded or credited. */
      refunded: z.number(),
    }),
  ),
});
export type Revenue = z.infer<typeof revenueSchema>;

export const purposes = [
  { code: 'new_job', label: text('catalogues.newPosting') },
  { code: 'renewal', label: text('common.renewal') },
  { code: 'addons', label: text('common.addOns') },
  { code: 'boost', label: text('common.boost') },
] as const;

export const lineSchema = z.object({
  description: z.string(),
  jobId: z.nullable(z.string()),
  addonType: z.nullable(z.enum(codes(addonTypes))),
  amount: z.number(),
});

export const invoiceStatuses = ['open', 'paid', 'void'] as const;
/** `overdue` means open after the due date. */
export const invoiceViews = ['paid', 'open', 'overdue', 'void'] as const;
export type InvoiceView = (typeof invoiceViews)[number];

/** `invoice_custom_id`, which identifies an invoice in paths. An unknown number is answered with 404. */
const invoiceNumberField = z.string().check(z.trim(), z.maxLength(40));

const invoiceSearchFields = {
  companyId: z.optional(z.nullable(idField)),
  status: z.optional(z.enum(['paid', 'open'], 'errors.mustBePaidOrOpen')),
  /** A narrower filter than `status`. */
  view: z.optional(z.enum(invoiceViews)),
  /** Searches in the invoice number and the lines, and in the company name for people who see every company. */
  query: z.optional(z.string().check(z.maxLength(200))),
};
export const invoiceListSchema = z.extend(searchSchema, {
  ...pageFields(),
  ...invoiceSearchFields,
  statistics: z.optional(z.boolean()),
});
export const invoiceExportSchema = z.extend(searchSchema, invoiceSearchFields);

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
  /** The amount refunded or credited so far. */
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

const reasonField = lineField(2, 300, 'errors.reasonRequired');

/** How an administrator closes an open invoice. */
export const updateInvoiceSchema = z.object({
  id: invoiceNumberField,
  status: z.enum(['paid', 'void'], 'errors.mustBePaidOrVoid'),
  /** The reference of the check or transfer, when the status is `paid`. */
  paymentReference: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100)))),
  /** The reason, when the status is `void`. */
  reason: z.optional(z.nullable(reasonField)),
});
export type UpdateInvoice = z.infer<typeof updateInvoiceSchema>;

/** Larger refunds, in dollars, need a person who has just confirmed who they are (`docs/product/access.md#step-up`). */
export const maxUnconfirmedRefund = 500;

export const refundRequestSchema = z.object({
  id: invoiceNumberField,
  amount: dollarsField,
  reason: reasonField,
  /** The amount already refunded, as the administrator saw it, so that a repeated click does not refund again. */
  refunded: z.optional(z.nullable(z.number())),
});
export type RefundRequest = z.infer<typeof refundRequestSchema>;

export const receiptRequestSchema = z.object({
  invoiceId: invoiceNumberField,
  /** The refund's number within its invoice: 1, 2, … */
  refund: z.optional(z.int().check(z.gte(1))),
});
/** Accepts an invoice by either field name that the contract prints. */
export const sendReceiptSchema = z.pipe(
  z
    .extend(receiptRequestSchema, {
      invoiceId: z.optional(invoiceNumberField),
      invoiceCustomId: z.optional(invoiceNumberField),
      send: z.optional(z.boolean()),
    })
    .check(
      z.refine((input) => input.invoiceId ?? input.invoiceCustomId, {
        path: ['invoiceId'],
        error: 'errors.invoiceNumberRequired',
      }),
    ),
  z.transform(({ invoiceId, invoiceCustomId, ...rest }) => ({ ...rest, invoiceId: invoiceId ?? invoiceCustomId ?? '' })),
);
export const receiptAddressSchema = z.object({ url: z.string() });

/** Everything that one job was billed for: posting, renewals, add-ons and boosts. */
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

const historySearchFields = {
  companyId: z.optional(z.nullable(idField)),
  query: z.optional(z.string().check(z.maxLength(200))),
};
export const historyListSchema = z.extend(searchSchema, { ...pageFields(), ...historySearchFields });
export const historyExportSchema = z.extend(searchSchema, historySearchFields);

/** One charge of a job. A renewal is another entry with the same job id. */
export const historyItemSchema = z.object({
  id: z.string(),
  invoiceCustomId: z.string(),
  title: z.string(),
  autoRenew: z.boolean(),
  /** The time zone of the job's address, in which the billing date is shown. */
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
  { code: 'approved', label: text('common.paid') },
  { code: 'declined', label: text('common.declined') },
  { code: 'failed', label: text('common.failed') },
  { code: 'pending', label: text('common.processing') },
] as const;

/** What the outcome of a charge means. Null if the word says it all. */
export const chargeStatusExplanations: Readonly<Record<(typeof chargeStatuses)[number]['code'], Text | null>> = {
  approved: null,
  declined: text('catalogues.chargeDeclinedExplained'),
  failed: text('catalogues.chargeFailedExplained'),
  pending: text('catalogues.chargeProcessingExplained'),
};

/** Attempts to charge: the amount, the outcome and the reason. */
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

/** The forms of the administrator's dialogs. */
export const paidFormSchema = z.object({ paymentReference: z.string().check(z.trim(), z.maxLength(100)) });
export const voidFormSchema = z.object({ reason: reasonField });
export const refundFormSchema = z.object({ amount: dollarsField, reason: reasonField });
