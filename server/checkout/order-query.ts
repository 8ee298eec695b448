import { and, eq, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs, postingOrders } from '#drizzle/schema/jobs.ts';
import type { Order, orderRequestSchema, OrderState } from '#shared/billing/payment.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { liveCharge } from '#server/billing/charge-row.ts';
import { invoiceOf, linesOf } from '#server/billing/invoice-query.ts';
import type { InvoiceRow } from '#server/billing/invoice-row.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { jobsOfOrder, linesFor, type OrderJob } from './order-jobs.ts';

type Request = z.infer<typeof orderRequestSchema>;

/** An order as the payment screen shows it, to pay it or to see what became of it. */
export async function getOrder(db: Database, scope: CompanyScope, request: Request): Promise<Order> {
  const order = await findOrder(db, scope, request);
  const orderJobs = await jobsOfOrder(db, order.id);
  const invoice = await invoiceOf(db, 'new_job', order.id);
  const charge = invoice ? null : await liveCharge(db, 'new_job', order.id);
  const billed = invoice ? (await linesOf(db, [invoice.id])).get(invoice.id) : null;
  const lines = billed ?? linesFor(orderJobs).map(({ amountCents, ...line }) => ({ ...line, amount: toDollars(amountCents) }));
  const declined = orderJobs.find(({ status }) => status === 'DECLINED');
  return {
    orderId: order.id,
    jobsPostToken: order.token,
    companyId: order.companyId,
    state: stateOf(invoice, charge !== null, orderJobs),
    declineReason: declined?.declineReason ?? null,
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
      token: postingOrders.token,
      companyId: postingOrders.companyId,
      createdAt: postingOrders.createdAt,
      billingType: companies.billingType,
    })
    .from(postingOrders)
    .innerJoin(companies, eq(companies.id, postingOrders.companyId))
    .where(and(inScope(postingOrders.companyId, scope), named(db, request)));
  if (!order) throw notFound('This order');
  return order;
}

function named(db: Database, { orderId, jobId, secretToken }: Request): SQL {
  if (orderId) return eq(postingOrders.id, orderId);
  if (jobId) return eq(postingOrders.id, db.select({ id: jobs.orderId }).from(jobs).where(eq(jobs.id, jobId)));
  return eq(postingOrders.token, secretToken ?? '');
}

function stateOf(invoice: InvoiceRow | null, isInFlight: boolean, orderJobs: readonly OrderJob[]): OrderState {
  if (invoice) return invoice.paymentMethod === 'CONTRACT' ? 'invoiced' : 'paid';
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
  return { ...job, cost: toDollars(costCents), coordinates: { latitude, longitude } };
}
