import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dayMs } from '#shared/days.ts';
import type { Deliveries } from './deliveries.ts';
import { ApiError, badRequest, parseBody, success, type Ledger, newId } from './ledger.ts';
import {
  type SaleRequest,
  recordSale,
  insertTransaction,
  searchTransactions,
  type Transaction,
  getTransaction,
  transactionToWire,
  statusAt,
} from './transactions.ts';

const centsSchema = z.number().int().positive();
const saleSchema = z.object({
  type: z.enum(['sale', 'authorize', 'verification']),
  amount: z.number().int().min(0),
  currency: z.string().regex(/^usd$/i, 'only USD is supported').default('USD'),
  order_id: z
    .string()
    .regex(/^[A-Za-z0-9]{0,17}$/, 'order_id must be at most 17 letters and digits')
    .default(''),
  description: z.string().max(255).default(''),
  idempotency_key: z.uuid().optional(),
  idempotency_time: z.number().int().min(1).max(86_400).default(300),
  card_on_file_indicator: z.enum(['C', 'R', 'I']).optional(),
  initiated_by: z.enum(['customer', 'merchant']).optional(),
  payment_method: z.object({
    token: z.string().optional(),
    customer: z
      .object({ id: z.string(), payment_method_id: z.string().optional(), payment_method_type: z.literal('card').optional() })
      .optional(),
  }),
});
const equalsSchema = z.object({ operator: z.literal('='), value: z.string() });
const searchSchema = z.object({
  order_id: equalsSchema.optional(),
  status: equalsSchema.optional(),
  customer_id: equalsSchema.optional(),
  created_at: z.object({ start_date: z.iso.datetime({ offset: true }), end_date: z.iso.datetime({ offset: true }) }).optional(),
  limit: z.number().int().min(1).max(100).default(10),
  offset: z.number().int().min(0).max(10_000).default(0),
});
const optionalAmountSchema = z.object({ amount: centsSchema.optional() });
const fourMonthsMs = 122 * dayMs;

type Options = { ledger: Ledger; deliveries: Deliveries; slowAnswerMs: number; settleAfterMs: number };
type IdParams = { Params: { id: string } };

export function transactionRoutes(app: FastifyInstance, { ledger, deliveries, slowAnswerMs, settleAfterMs }: Options): void {
  /** Changes the ledger and stores the webhook in one commit. */
  function commitWithWebhook(type: string, run: (now: number) => Transaction) {
    const now = Date.now();
    const row = ledger.atomically(() => {
      const changedTransaction = run(now);
      deliveries.enqueue(`transaction_${type}`, changedTransaction.id, now);
      return changedTransaction;
    });
    deliveries.wake();
    return success(transactionToWire(row, now));
  }

  app.post('/transaction', async (request, reply) => {
    const sale = saleRequest(request.body);
    const result = ledger.atomically(() => {
      const outcome = recordSale(ledger, sale, { now: Date.now(), slowAnswerMs, settleAfterMs });
      if (outcome !== 'failed' && !outcome.isReplay)
        deliveries.enqueue('transaction_create', outcome.row.id, outcome.row.decided_at);
      return outcome;
    });
    if (result === 'failed') throw new ApiError(500, 'internal server error');
    deliveries.wake();
    if (result.fault === 'cut') {
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    const waitMs = result.row.decided_at - Date.now();
    if (waitMs > 0) await pause(waitMs);
    // Timers can fire slightly early, so the later of the two times counts.
    return success(transactionToWire(getTransaction(ledger, result.row.id), Math.max(Date.now(), result.row.decided_at)));
  });

  app.get<IdParams>('/transaction/:id', async (request) => {
    return success([transactionToWire(getTransaction(ledger, request.params.id), Date.now())], 1);
  });

  app.post('/transaction/search', async (request) => {
    const {
      order_id: orderId,
      status,
      customer_id: customerId,
      created_at: created,
      limit,
      offset,
    } = parseBody(searchSchema, request.body);
    const now = Date.now();
    const from = created ? Date.parse(created.start_date) : now - fourMonthsMs;
    const to = created ? Date.parse(created.end_date) : undefined;
    const where = { orderId: orderId?.value, status: status?.value, customerId: customerId?.value, from, to, limit, offset };
    const { found, total } = searchTransactions(ledger, where, now);
    return success(
      found.map((row) => transactionToWire(row, now)),
      total,
    );
  });

  app.post<IdParams>('/transaction/:id/capture', async ({ params, body }) => {
    const { amount } = parseBody(optionalAmountSchema, body);
    return commitWithWebhook('capture', (now) => captureTransaction(ledger, params.id, amount, now));
  });
  app.post<IdParams>('/transaction/:id/void', async ({ params }) =>
    commitWithWebhook('void', (now) => voidTransaction(ledger, params.id, now)),
  );
  app.post<IdParams>('/transaction/:id/refund', async ({ params, body }) => {
    const { amount } = parseBody(optionalAmountSchema, body);
    return commitWithWebhook('refund', (now) => refundTransaction(ledger, params.id, amount, now));
  });
}

function saleRequest(body: unknown): SaleRequest {
  const { type, amount, order_id: orderId, description, payment_method: method, ...rest } = parseBody(saleSchema, body);
  if (type === 'verification' ? amount !== 0 : amount === 0) throw badRequest('invalid amount');
  const { token, customer } = method;
  if ((token === undefined) === (customer === undefined)) throw badRequest('exactly one payment method is required');
  return {
    type,
    amount,
    orderId,
    description,
    idempotency: rest.idempotency_key ? { key: rest.idempotency_key, seconds: rest.idempotency_time } : null,
    source: customer ? { customerId: customer.id, cardId: customer.payment_method_id } : { token: token ?? '' },
  };
}

/** Captures an authorization, by default in full. */
function captureTransaction(ledger: Ledger, id: string, amount: number | undefined, now: number): Transaction {
  const row = getTransaction(ledger, id);
  const captured = amount ?? row.authorized;
  if (statusAt(row, now) !== 'authorized') throw badRequest(`transaction is ${statusAt(row, now)} and can not be captured`);
  if (captured > row.authorized) throw badRequest('amount is more than was authorized');
  setStatus(ledger, id, 'pending_settlement', now);
  ledger.run('UPDATE transactions SET captured = $captured WHERE id = $id', { captured, id });
  return getTransaction(ledger, id);
}

function voidTransaction(ledger: Ledger, id: string, now: number): Transaction {
  const status = statusAt(getTransaction(ledger, id), now);
  if (status !== 'pending_settlement' && status !== 'authorized')
    throw badRequest(`transaction is ${status} and can not be voided`);
  setStatus(ledger, id, 'voided', now);
  return getTransaction(ledger, id);
}

/** Returns the refund, which is a separate transaction that refers to the refunded one. */
function refundTransaction(ledger: Ledger, id: string, requestedAmount: number | undefined, now: number): Transaction {
  const row = getTransaction(ledger, id);
  const status = statusAt(row, now);
  if (row.type !== 'sale' || (status !== 'settled' && status !== 'partially_refunded')) {
    throw badRequest(`transaction is ${status} and can not be refunded`);
  }
  const refundableCents = row.captured - row.refunded;
  const amount = requestedAmount ?? refundableCents;
  if (amount > refundableCents) throw badRequest('refund amount is more than is left of the transaction');
  ledger.run('UPDATE transactions SET refunded = refunded + $amount WHERE id = $id', { amount, id });
  setStatus(ledger, id, amount === refundableCents ? 'refunded' : 'partially_refunded', now);
  const refundId = newId();
  insertTransaction(ledger, {
    id: refundId,
    type: 'refund',
    orderId: row.order_id,
    description: row.description,
    amount,
    authorized: amount,
    captured: amount,
    code: 100,
    text: 'REFUND',
    status: 'pending_settlement',
    decidedAt: now,
    settlesAt: now + (row.settles_at - row.decided_at),
    key: null,
    keyEnds: 0,
    customerId: row.customer_id,
    cardId: row.card_id,
    referencedId: id,
    now,
    brand: row.brand,
    masked: row.masked,
    expiry: row.expiry,
    behaviour: row.behaviour,
  });
  return getTransaction(ledger, refundId);
}

function setStatus(ledger: Ledger, id: string, status: string, now: number): void {
  ledger.run('UPDATE transactions SET status = $status, updated_at = $now WHERE id = $id', { status, now, id });
}
