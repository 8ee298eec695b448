import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { type AddonType, type BillingType, billingTypes, codes } from '#shared/catalogues.ts';
import { invoiceStatuses } from '#shared/billing/invoices.ts';
import { cents, createdAt, instant, isOneOf, leaseUntil, primaryId, updatedAt } from './columns.ts';
import { companies } from './companies.ts';

/** The company's stored card: names in the gateway's vault and what may be shown. Never a number or a code. */
export const cards = pgTable(
  'cards',
  {
    /** `card_token` of the wire: our own name for it. */
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    gatewayCustomerId: text().notNull(),
    gatewayPaymentMethodId: text().notNull(),
    cardType: text().notNull(),
    maskedNumber: text().notNull(),
    /** MM/YY */
    expirationDate: text().notNull(),
    cardHolderName: text().notNull(),
    /** When its company is next told that it ends; null: never, or told for the last time. */
    noticeDueAt: instant(),
    createdBy: uuid(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex('cards_company_key').on(t.companyId),
    index('cards_notice_index')
      .on(t.noticeDueAt)
      .where(sql`notice_due_at is not null`),
  ],
);

/** Whom a company's invoices and receipts name, where it is not the company as its settings have it. */
export const billingDetails = pgTable('billing_details', {
  companyId: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  phone: text().notNull(),
  companyName: text().notNull(),
  street1: text(),
  street2: text(),
  city: text(),
  state: text(),
  postalCode: text(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** What a charge is for; at most one charge of a purpose is in flight or went through (`charges_once_key`). */
export type ChargePurpose = 'new_job' | 'renewal' | 'addons' | 'boost';
export type ChargeLine = { description: string; jobId: string | null; addonType: AddonType | null; amountCents: number };
export type ChargeStatus = 'pending' | 'approved' | 'declined' | 'failed';

/**
 * An attempt to take money. The row and its key are written before the gateway is called; a row that stays `pending`
 * is settled by asking the gateway for `gateway_order_id`, never by charging again (`product: Money`).
 */
export const charges = pgTable(
  'charges',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    purpose: text().$type<ChargePurpose>().notNull(),
    /** What is paid: a posting order, or a job with its billing period; the caller's own key. */
    subjectKey: text().notNull(),
    /** The job that something is bought for after its posting; one purchase of a job at a time. */
    jobId: uuid(),
    /** What is bought, as it was priced: the lines of the invoice. */
    lines: jsonb().$type<ChargeLine[]>(),
    amountCents: cents().notNull(),
    status: text().$type<ChargeStatus>().notNull().default('pending'),
    /** Sent as the gateway's idempotency key. */
    idempotencyKey: uuid().notNull(),
    /** 17 characters, unique: the name under which the gateway is asked. */
    gatewayOrderId: text().notNull(),
    gatewayTransactionId: text(),
    responseCode: integer(),
    reason: text(),
    cardType: text(),
    maskedNumber: text(),
    invoiceId: uuid(),
    /** The idempotency key of the request that asked for it: the request repeated buys nothing more. */
    requestId: uuid(),
    createdBy: uuid(),
    createdAt: createdAt(),
    settledAt: instant(),
    /** When the gateway is next asked about this charge; also of a failed one whose call may have arrived late. */
    dueAt: instant(),
    /** Until then a call that was made may still take effect at the gateway, so that finding nothing proves nothing. */
    mayArriveUntil: instant(),
    attempts: integer().notNull().default(0),
    leaseUntil: leaseUntil(),
  },
  (t) => [
    uniqueIndex('charges_once_key')
      .on(t.purpose, t.subjectKey)
      .where(sql`status in ('pending', 'approved')`),
    uniqueIndex('charges_job_in_flight_key')
      .on(t.jobId)
      .where(sql`status = 'pending' and job_id is not null`),
    uniqueIndex('charges_request_key')
      .on(t.requestId)
      .where(sql`status in ('pending', 'approved')`),
    uniqueIndex('charges_gateway_order_key').on(t.gatewayOrderId),
    uniqueIndex('charges_transaction_key').on(t.gatewayTransactionId),
    index('charges_company_index').on(t.companyId, t.createdAt.desc().nullsFirst()),
    index('charges_due_index')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
    check('charges_amount_check', sql`${t.amountCents} > 0`),
  ],
);

export type InvoiceStatus = 'open' | 'paid' | 'void';

/** The record of what was bought, paid by card at once or on terms (`product: Words`). */
export const invoices = pgTable(
  'invoices',
  {
    id: primaryId(),
    /** Such as INV-2026-000123, without gaps. */
    invoiceCustomId: text().notNull(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    purpose: text().$type<ChargePurpose>().notNull(),
    subjectKey: text().notNull(),
    paymentMethod: text().$type<BillingType>().notNull(),
    status: text().$type<InvoiceStatus>().notNull(),
    amountCents: cents().notNull(),
    refundedCents: cents().notNull().default(0),
    transactionId: text(),
    /** The idempotency key of the request that bought it on terms; of a card payment, its charge has it. */
    requestId: uuid(),
    cardType: text(),
    maskedNumber: text(),
    billingDate: createdAt(),
    dueAt: instant(),
    paidAt: instant(),
    /** What the company named when it paid on terms: a check or a transfer. */
    paymentReference: text(),
    voidedAt: instant(),
    /** Why it was voided, as the company reads it. */
    voidReason: text(),
    /** When its company is next reminded of an open one. */
    remindAt: instant(),
    reminders: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('invoices_number_key').on(t.invoiceCustomId),
    uniqueIndex('invoices_subject_key').on(t.purpose, t.subjectKey),
    uniqueIndex('invoices_request_key').on(t.requestId),
    index('invoices_company_index').on(t.companyId, t.billingDate.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('invoices_open_index')
      .on(t.dueAt)
      .where(sql`status = 'open'`),
    index('invoices_newest_index').on(t.billingDate.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('invoices_remind_index')
      .on(t.remindAt)
      .where(sql`status = 'open' and remind_at is not null`),
    check('invoices_status_check', isOneOf(t.status, invoiceStatuses)),
    check('invoices_payment_method_check', isOneOf(t.paymentMethod, codes(billingTypes))),
    check('invoices_amount_check', sql`${t.amountCents} > 0`),
    check('invoices_refund_check', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
  ],
);

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    id: primaryId(),
    invoiceId: uuid()
      .notNull()
      .references(() => invoices.id),
    description: text().notNull(),
    jobId: uuid(),
    addonType: text().$type<AddonType>(),
    amountCents: cents().notNull(),
  },
  (t) => [index('invoice_lines_invoice_index').on(t.invoiceId), index('invoice_lines_job_index').on(t.jobId)],
);

/** `billed`, then `paid` or `voided`; `refunded` through the gateway, `credited` on terms. */
export type LedgerKind = 'billed' | 'paid' | 'refunded' | 'credited' | 'voided';

/**
 * The book of what money did, one line each. Triggers write it as invoices and refunds come to be and change their state,
 * so that no way around it exists, and refuse every change and deletion. A refund counts itself on its invoice in the same
 * statement; checks refuse more than was captured (`product: Money`).
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    invoiceId: uuid()
      .notNull()
      .references(() => invoices.id),
    kind: text().$type<LedgerKind>().notNull(),
    amountCents: cents().notNull(),
    /** The gateway's name of the movement, where it made one. */
    transactionId: text(),
    refundId: uuid(),
    createdAt: createdAt(),
  },
  (t) => [
    index('ledger_entries_invoice_index').on(t.invoiceId),
    index('ledger_entries_company_index').on(t.companyId, t.createdAt.desc().nullsFirst()),
    uniqueIndex('ledger_entries_once_key')
      .on(t.invoiceId, t.kind)
      .where(sql`kind in ('billed', 'paid', 'voided')`),
    uniqueIndex('ledger_entries_refund_key').on(t.refundId),
    check('ledger_entries_kind_check', sql`${t.kind} in ('billed', 'paid', 'refunded', 'credited', 'voided')`),
    check('ledger_entries_amount_check', sql`${t.amountCents} > 0`),
  ],
);

/** `card`: money goes back through the gateway. `credit`: the invoice is worth less, money moves outside the product. */
export type RefundKind = 'card' | 'credit';
export type RefundStatus = 'pending' | 'done' | 'failed';

/** An attempt to give money back, written before the gateway is asked; one at a time of an invoice. */
export const refunds = pgTable(
  'refunds',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    invoiceId: uuid()
      .notNull()
      .references(() => invoices.id),
    /** The first, second, … of its invoice: INV-2026-000123-R1. */
    number: integer().notNull(),
    kind: text().$type<RefundKind>().notNull(),
    amountCents: cents().notNull(),
    status: text().$type<RefundStatus>().notNull().default('pending'),
    /** Why, in the administrator's words. */
    reason: text().notNull(),
    /** Why the gateway did not do it. */
    failure: text(),
    /** The gateway's refund, or the charge that it voided. */
    transactionId: text(),
    /** The idempotency key of the request that asked for it: the request repeated is the same refund. */
    requestId: uuid(),
    createdBy: uuid(),
    createdAt: createdAt(),
    settledAt: instant(),
    /** When a pending one is tried or asked about again. */
    dueAt: instant(),
    attempts: integer().notNull().default(0),
    leaseUntil: leaseUntil(),
  },
  (t) => [
    uniqueIndex('refunds_number_key').on(t.invoiceId, t.number),
    uniqueIndex('refunds_request_key').on(t.requestId),
    uniqueIndex('refunds_pending_key')
      .on(t.invoiceId)
      .where(sql`status = 'pending'`),
    index('refunds_due_index')
      .on(t.dueAt)
      .where(sql`due_at is not null`),
    check('refunds_amount_check', sql`${t.amountCents} > 0`),
  ],
);

/** Answers to requests that carried an `Idempotency-Key`: a retry gets the same answer and moves no money. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: primaryId(),
    /** The company that asked; for somebody without a company, the account. */
    ownerId: uuid().notNull(),
    key: text().notNull(),
    /** SHA-256 of the method, the path and the body. */
    requestHash: text().notNull(),
    /** The HTTP status and body of the answer; null while the request has none. */
    status: integer(),
    body: text(),
    /** Until then the request counts as running. */
    leaseUntil: leaseUntil(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('idempotency_keys_owner_key').on(t.ownerId, t.key),
    index('idempotency_keys_created_index').on(t.createdAt),
  ],
);

/** The last number given in a year; its row lock makes the numbering gapless. */
export const invoiceNumbers = pgTable('invoice_numbers', { year: integer().primaryKey(), last: integer().notNull() });

/** Deliveries of the gateway, each handled once. */
export const gatewayEvents = pgTable('gateway_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  transactionId: text(),
  payload: jsonb().$type<unknown>(),
  receivedAt: createdAt(),
});
