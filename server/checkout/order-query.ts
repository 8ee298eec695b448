import { and, eq, type SQL, asc } from 'drizzle-orm';
import type * as z from 'zod';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, postingOrders } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import { findPendingOrApprovedCharge } from '#server/billing/charge-row.ts';
import { findInvoice, findInvoiceLines, type InvoiceRow, type InvoiceLine } from '#server/billing/invoice-query.ts';
import type { Database } from '#server/db/open.ts';
import { notFound, AppError } from '#server/errors.ts';
import { addonsColumn, toAddon } from '#server/jobs/job-query.ts';
import type { Reader } from '#server/lists/conditions.ts';
import { zoneOfPlace } from '#server/places/place-zone.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { Order, orderRequestSchema, OrderState } from '#shared/billing/payment.ts';
import { toDollars, postingDays, toCents } from '#shared/billing/pricing.ts';
import { text } from '#shared/texts/texts.ts';
import { writeReason } from '#shared/texts/write-text.ts';
import { addonLine, describeJob, recordText } from './purchased-job.ts';

const columns = {
  id: jobs.id,
  title: jobs.title,
  status: jobs.status,
  declineReason: jobs.declineReason,
  street1: jobs.street1,
  city: jobs.city,
  state: jobs.state,
  postalCode: jobs.postalCode,
  latitude: jobs.latitude,
  longitude: jobs.longitude,
  costCents: jobs.costCents,
  scheduledAt: jobs.scheduledAt,
  addons: addonsColumn,
};

/** An order's jobs with their add-ons, in the order of their addresses. The caller has checked the scope. */
export async function findJobsOfOrder(db: Database, orderId: string) {
  const rows = await db.select(columns).from(jobs).where(eq(jobs.orderId, orderId)).orderBy(asc(jobs.id));
  return rows.map((row) => ({ ...row, addons: row.addons.map(toAddon) }));
}

export type OrderJob = Awaited<ReturnType<typeof findJobsOfOrder>>[number];

/** The lines of an order: each job, followed by its add-ons. */
export function toOrderLines(orderJobs: readonly OrderJob[]): InvoiceLine[] {
  return orderJobs.flatMap((job) => [
    {
      description: recordText('receipts.postingLine', { days: postingDays, job: describeJob(job) }),
      jobId: job.id,
      addonType: null,
      amountCents: job.costCents,
    },
    ...job.addons.map((addon) => addonLine(job, addon.addonType, toCents(addon.cost))),
  ]);
}

export const getTotalCents = (lines: readonly InvoiceLine[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0);

/**
 * Checks that the price has not changed since the buyer saw it.
 * @throws 409 if the price is different now
 */
export function assertShownTotal(total: number | null | undefined, lines: readonly InvoiceLine[]): void {
  const cents = getTotalCents(lines);
  if (typeof total === 'number' && toCents(total) !== cents)
    throw new AppError('edit_conflict', text('errors.priceChanged', { total: toDollars(cents) }));
}

type Request = z.infer<typeof orderRequestSchema>;

/** An order for the payment screen, before and after paying. */
export async function getOrder(db: Database, scope: CompanyScope, { language, ...request }: Request & Reader): Promise<Order> {
  const order = await findOrder(db, scope, request);
  const orderJobs = await findJobsOfOrder(db, order.id);
  const invoice = await findInvoice(db, 'new_job', order.id);
  const charge = invoice ? null : await findPendingOrApprovedCharge(db, 'new_job', order.id);
  const invoiceLines = invoice ? (await findInvoiceLines(db, [invoice.id])).get(invoice.id) : null;
  const lines =
    invoiceLines ?? toOrderLines(orderJobs).map(({ amountCents, ...line }) => ({ ...line, amount: toDollars(amountCents) }));
  const declined = orderJobs.find(({ status }) => status === 'DECLINED');
  return {
    orderId: order.id,
    orderToken: order.orderToken,
    companyId: order.companyId,
    state: getOrderState(invoice, charge !== null, orderJobs),
    declineReason: writeReason(declined?.declineReason ?? null, language),
    title: orderJobs[0]?.title ?? '',
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    lines,
    jobs: orderJobs.map(toWire),
    billingType: order.billingType,
    invoiceCustomId: invoice?.invoiceCustomId ?? null,
    scheduledAt: orderJobs[0]?.scheduledAt ?? null,
    createdAt: order.createdAt,
  };
}

async function findOrder(db: Database, scope: CompanyScope, request: Request) {
  const [order] = await db
    .select({
      id: postingOrders.id,
      orderToken: postingOrders.orderToken,
      companyId: postingOrders.companyId,
      createdAt: postingOrders.createdAt,
      billingType: companies.billingType,
    })
    .from(postingOrders)
    .innerJoin(companies, eq(companies.id, postingOrders.companyId))
    .where(and(whereInScope(postingOrders.companyId, scope), isRequestedOrder(db, request)));
  if (!order) throw notFound(text('errors.orderNotFound'));
  return order;
}

function isRequestedOrder(db: Database, { orderId, jobId, orderToken }: Request): SQL {
  if (orderId) return eq(postingOrders.id, orderId);
  if (jobId) return eq(postingOrders.id, db.select({ id: jobs.orderId }).from(jobs).where(eq(jobs.id, jobId)));
  return eq(postingOrders.orderToken, orderToken ?? '');
}

function getOrderState(invoice: InvoiceRow | null, isInFlight: boolean, orderJobs: readonly OrderJob[]): OrderState {
  if (invoice) return invoice.paymentMethod === 'invoice' ? 'invoiced' : 'paid';
  if (isInFlight) return 'processing';
  return orderJobs.some(({ status }) => status === 'DECLINED') ? 'declined' : 'payable';
}

function toWire({
  costCents,
  latitude,
  longitude,
  declineReason: _reason,
  scheduledAt: _at,
  ...job
}: OrderJob): Order['jobs'][number] {
  const coordinates = { latitude, longitude };
  return { ...job, cost: toDollars(costCents), coordinates, timeZone: zoneOfPlace({ ...job, ...coordinates }) };
}
