/** What is bought for a job after its posting (`spec: work §3 Billing, Add-ons`, `rest: Payment`). Amounts are dollars. */
import * as z from 'zod/mini';
import { billingTypes, codes } from '#shared/catalogues.ts';
import { idField } from '#shared/fields.ts';
import { chargeSchema, orderSchema, shownTotal } from './payment.ts';

export const purchaseKinds = ['renewal', 'boost', 'addons'] as const;
export type PurchaseKind = (typeof purchaseKinds)[number];

export const quoteRequestSchema = z.object({ jobId: idField, kind: z.enum(purchaseKinds, 'Choose what to buy') });

/** What it costs and brings, before anything is charged. */
export const quoteSchema = z.object({
  kind: z.enum(purchaseKinds),
  jobId: z.string(),
  title: z.string(),
  /** `processing`: a purchase of this job is on its way. */
  state: z.enum(['payable', 'processing']),
  lines: orderSchema.shape.lines,
  total: z.number(),
  /** The end of the posting, or of the boost, once it is paid. */
  until: z.nullable(z.date()),
  /** The job's, whose days these are. */
  timeZone: z.string(),
  autoRenew: z.boolean(),
  billingType: z.enum(codes(billingTypes)),
  /** Send it back with the purchase: one that was made meanwhile is then not made again. */
  purchases: z.int(),
});
export type Quote = z.infer<typeof quoteSchema>;

export const outcomeRequestSchema = z.object({ jobId: idField });

/** What came of a purchase that was `processing`. */
export const outcomeSchema = z.object({ state: z.enum(['processing', 'paid', 'unpaid']) });
export type PurchaseOutcome = z.infer<typeof outcomeSchema>;

/**
 * As it was read in the quote: each number buys once, and renewals can be bought ahead. Without it the request may be a late
 * retry, so a renewal is sold only in the last days of the paid period or after it.
 */
const readPurchases = z.optional(z.nullable(z.int()));

export const purchaseSchema = z.object({
  jobId: idField,
  cardToken: chargeSchema.shape.cardToken,
  purchases: readPurchases,
  shownTotal,
});

/** The job is named by the path (`rest: Jobs`); `job_id` and `isAdmin` are read and say nothing more. */
export const boostSchema = z.object({
  id: idField,
  cardToken: chargeSchema.shape.cardToken,
  purchases: readPurchases,
  shownTotal,
});
export const freeBoostSchema = z.object({ id: idField });
