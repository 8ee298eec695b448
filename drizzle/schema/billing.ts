import { sql } from 'drizzle-orm';
import { check, doublePrecision, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { invoiceStatuses } from '#shared/billing/invoices.ts';
import { type AddonType, type BillingType, billingTypes, codes } from '#shared/catalogues.ts';
import { cents, createdAt, instant, isOneOf, leaseUntil, primaryId, requestLanguage, updatedAt } from './columns.ts';
import { companies } from './companies.ts';

/**
 * The company's stored card: its ids in the gateway's vault and the details that may be shown. A card number or security
 * code is never stored.
 */
export const cards = pgTable(
  'cards',
  {
    /** The `card_token` on the wire. It is our own id, not the gateway's. */
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    gatewayCustomerId: text().notNull(),
    gatewayPaymentMethodId: text().notNull(),
    cardType: text().notNull(),
    maskedNumber: text().notNull(),
    /** MM/YY. */
    expirationDate: text().notNull(),
    cardHolderName: text().notNull(),
    /** When to remind the company next that the card expires. Null if there is nothing more to send. */
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

/** The name and address on a company's invoices and receipts, if they differ from the company settings. */
export const billingDetails = pgTable('billing_details', {
  companyId: uuid()
    .primaryKey()
    .references(() => companies.id, { onDelete: 'cascade' }),
  name: text().notNull(),
  phone: text().notNull(),
  phoneExtension: text(),
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

/** What a charge pays for. At most one charge with the same purpose and subject can be pending or paid (`charges_once_key`). */
export type ChargePurpose = 'new_job' | 'renewal' | 'addons' | 'boost';
export type ChargeLine = { description: string; jobId: string | null; addonType: AddonType | null; amountCents: number };
export type ChargeStatus = 'pending' | 'approved' | 'declined' | 'failed';

/**
 * One attempt to take money. The row and its key are stored before the gateway is called. A row that stays `pending` is
 * settled by asking the gateway for `gateway_order_id`, and never by charging again (`docs/product/money.md#charges`).
 */
export const charges = pgTable(
  'charges',
  {
    id: primaryId(),
    companyId: uuid()
      .notNull()
      .references(() => companies.id),
    purpose: text().$type<ChargePurpose>().notNull(),
    /** The posting order, or the job with its billing period, that the charge pays for. */
    subjectKey: text().notNull(),
    /** The job of a purchase made after posting. A job can have only one such purchase in flight. */
    jobId: uuid(),
    /** The items and their prices, which become the lines of the invoice. */
    lines: jsonb().$type<ChargeLine[]>(),
    amountCents: cents().notNull(),
    status: text().$type<ChargeStatus>().notNull().default('pending'),
    /** Sent to the gateway as its idempotency key. */
    idempotencyKey: uuid().notNull(),
    /** A unique order id of 17 characters, used to look up the charge at the gateway. */
    gatewayOrderId: text().notNull(),
    gatewayTransactionId: text(),
    responseCode: integer(),
    reason: text(),
    cardType: text(),
    maskedNumber: text(),
    invoiceId: uuid(),
    /** The idempotency key of the REST request, so that a repeated request buys nothing more. */
    requestId: uuid(),
    createdBy: uuid(),
    language: requestLanguage(),
    createdAt: createdAt(),
    settledAt: instant(),
    /**
     * When to ask the gateway about this charge next. It is also set for a failed charge whose call may still reach the gateway
     * late.
     */
    dueAt: instant(),
    /**
     * The gateway may still process the call until this time. Before then, a lookup that finds no charge does not prove that
     * there is none.
     */
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

/** A purchase, paid by card right away or later on terms (`docs/product/money.md#charges-and-invoices`). */
export const invoices = pgTable(
  'invoices',
  {
    id: primaryId(),
    /** Such as INV-2026-482915. Numbers do not tell the order of invoices. */
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
    /** The idempotency key of the REST request that bought on terms. For a card payment, the charge holds the key. */
    requestId: uuid(),
    cardType: text(),
    maskedNumber: text(),
    billingDate: createdAt(),
    dueAt: instant(),
    paidAt: instant(),
    /** The reference of the check or bank transfer that the company named. */
    paymentReference: text(),
    voidedAt: instant(),
    /** Why the invoice was voided. Shown to the company. */
    voidReason: text(),
    /** When to remind the company of an open invoice next. */
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

/** An invoice is `billed`, then `paid` or `voided`. A refund is `refunded` through the gateway, or `credited` on terms. */
export type LedgerKind = 'billed' | 'paid' | 'refunded' | 'credited' | 'voided';

/**
 * One entry per movement of money. Triggers on invoices and refunds write the entries, so that no code path can forget one.
 * Triggers also refuse every update and delete. A refund is added to its invoice in the same statement, and check constraints
 * refuse to refund more than was captured (`docs/product/money.md#ledger`).
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
    /** The gateway's transaction id, if the movement went through the gateway. */
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

/** `card` returns money through the gateway. `credit` reduces the invoice, and any money moves outside the product. */
export type RefundKind = 'card' | 'credit';
export type RefundStatus = 'pending' | 'done' | 'failed';

/** One attempt to refund, stored before the gateway is called. An invoice can have only one attempt in flight. */
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
    /** The position among the invoice's refunds, as in INV-2026-000123-R1. */
    number: integer().notNull(),
    kind: text().$type<RefundKind>().notNull(),
    amountCents: cents().notNull(),
    status: text().$type<RefundStatus>().notNull().default('pending'),
    /** The reason that the administrator entered. */
    reason: text().notNull(),
    /** Why the gateway did not make the refund. */
    failure: text(),
    /** The id of the gateway's refund, or of the charge that the gateway voided. */
    transactionId: text(),
    /** The idempotency key of the REST request, so that a repeated request returns the same refund. */
    requestId: uuid(),
    createdBy: uuid(),
    language: requestLanguage(),
    createdAt: createdAt(),
    settledAt: instant(),
    /** When to retry a pending refund, or ask the gateway about it again. */
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

/**
 * Stored answers to requests with an `Idempotency-Key`. A retry gets the same answer and moves no money
 * (`docs/product/money.md#idempotency-keys`).
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    id: primaryId(),
    /** The company that sent the request, or the account if it has no company. */
    ownerId: uuid().notNull(),
    key: text().notNull(),
    /** SHA-256 of the method, the path and the body. */
    requestHash: text().notNull(),
    /** The HTTP status and body of the answer. Null until the request has an answer. */
    status: integer(),
    body: text(),
    /** The request counts as running until this time. */
    leaseUntil: leaseUntil(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('idempotency_keys_owner_key').on(t.ownerId, t.key),
    index('idempotency_keys_created_index').on(t.createdAt),
  ],
);

/** How many invoice numbers of each year are used. The row lock keeps the positions free of gaps. */
export const invoiceNumbers = pgTable('invoice_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
  /** Makes the order of the year's numbers unpredictable, so that a customer cannot count our invoices. */
  shuffleKey: text()
    .notNull()
    .default(sql`gen_random_uuid()::text`),
});

/** Webhook deliveries from the gateway. Each is handled once. */
export const gatewayEvents = pgTable('gateway_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  transactionId: text(),
  payload: jsonb().$type<unknown>(),
  receivedAt: createdAt(),
});
