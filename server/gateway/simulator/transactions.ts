import { z } from 'zod';
import { notFound, type Ledger, newId } from './ledger.ts';
import { behaviorByName, type SimulatedCard, redeemToken } from './tokenizer-routes.ts';
import { cardToCharge } from './vault.ts';

export const transactionRow = z.object({
  id: z.string(),
  type: z.string(),
  order_id: z.string(),
  description: z.string(),
  amount: z.number(),
  authorized: z.number(),
  captured: z.number(),
  refunded: z.number(),
  code: z.number(),
  text: z.string(),
  status: z.string(),
  decided_at: z.number(),
  settles_at: z.number(),
  idempotency_key: z.string().nullable(),
  customer_id: z.string().nullable(),
  card_id: z.string().nullable(),
  referenced_id: z.string().nullable(),
  brand: z.string(),
  masked: z.string(),
  expiry: z.string(),
  behaviour: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
});
export type Transaction = z.infer<typeof transactionRow>;

export function getTransaction(ledger: Ledger, id: string): Transaction {
  const found = ledger.first(transactionRow, 'SELECT * FROM transactions WHERE id = $id', { id });
  if (!found) throw notFound('transaction');
  return found;
}

/** The status at a time. It changes without a write when a slow transaction is decided and when a batch settles. */
export function statusAt({ status, decided_at: decidedAt, settles_at: settlesAt }: Transaction, now: number): string {
  if (now < decidedAt) return 'pending';
  return status === 'pending_settlement' && now >= settlesAt ? 'settled' : status;
}

/** The transaction in the gateway's format. Until it is decided, it contains no response and no authorized amount. */
export function transactionToWire(row: Transaction, now: number) {
  const isDecided = now >= row.decided_at;
  const status = statusAt(row, now);
  const code = isDecided ? row.code : 99;
  const response = isDecided ? (code < 200 ? 'approved' : 'declined') : 'unknown';
  const toIsoTime = (at: number) => new Date(at).toISOString();
  const isCaptured = isDecided && row.captured > 0;
  return {
    id: row.id,
    type: row.type,
    status,
    response,
    response_code: code,
    amount: row.amount,
    base_amount: row.amount,
    amount_authorized: isDecided ? row.authorized : 0,
    amount_captured: isDecided ? row.captured : 0,
    amount_settled: status === 'settled' ? row.captured : 0,
    amount_refunded: row.refunded,
    currency: 'usd',
    payment_method: row.customer_id ? 'customer' : 'token',
    payment_type: 'card',
    description: row.description,
    order_id: row.order_id,
    idempotency_key: row.idempotency_key ?? '',
    customer_id: row.customer_id ?? '',
    customer_payment_id: row.card_id ?? '',
    referenced_transaction_id: row.referenced_id ?? '',
    response_body: {
      card: {
        id: row.id,
        card_type: row.brand,
        first_six: row.masked.slice(0, 6),
        last_four: row.masked.slice(-4),
        masked_card: row.masked,
        expiration_date: row.expiry,
        response,
        response_code: code,
        auth_code: response === 'approved' ? 'TAS000' : '',
        processor_response_code: response === 'approved' ? '00' : '05',
        processor_response_text: isDecided ? row.text : '',
        avs_response_code: 'Y',
        cvv_response_code: code === 225 ? 'N' : 'M',
      },
    },
    created_at: toIsoTime(row.created_at),
    updated_at: toIsoTime(row.updated_at),
    captured_at: isCaptured ? toIsoTime(row.decided_at) : null,
    settled_at: status === 'settled' ? toIsoTime(row.settles_at) : null,
  };
}

export type Search = {
  orderId?: string | undefined;
  status?: string | undefined;
  customerId?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  offset: number;
};

/** Returns the newest transactions first, like the gateway's search. */
export function searchTransactions(ledger: Ledger, search: Search, now: number): { found: Transaction[]; total: number } {
  const rows = ledger.all(
    transactionRow,
    `SELECT * FROM transactions
     WHERE ($orderId IS NULL OR order_id = $orderId) AND ($customerId IS NULL OR customer_id = $customerId)
       AND created_at >= $from AND created_at <= $to ORDER BY rowid DESC`,
    {
      orderId: search.orderId ?? null,
      customerId: search.customerId ?? null,
      from: search.from ?? 0,
      to: search.to ?? Number.MAX_SAFE_INTEGER,
    },
  );
  const matching = rows.filter((row) => search.status === undefined || statusAt(row, now) === search.status);
  return { found: matching.slice(search.offset, search.offset + search.limit), total: matching.length };
}

export type SaleRequest = {
  type: 'sale' | 'authorize' | 'verification';
  amount: number;
  orderId: string;
  description: string;
  idempotency: { key: string; seconds: number } | null;
  source: { token: string } | { customerId: string; cardId: string | undefined };
};

/** `replayed` means that the idempotency key was used before, so nothing was charged. With `cut`, no answer is sent. */
export type SaleResult = { row: Transaction; isReplay: boolean; fault: 'cut' | null } | 'failed';

export type Timing = { now: number; slowAnswerMs: number; settleAfterMs: number };

/** Charges once per idempotency key within its lifetime. It runs under a lock, so that parallel repeats find the first one. */
export function recordSale(ledger: Ledger, request: SaleRequest, { now, slowAnswerMs, settleAfterMs }: Timing): SaleResult {
  const earlier = request.idempotency && findByKey(ledger, request.idempotency.key, now);
  if (earlier) return { row: earlier, isReplay: true, fault: null };

  const { card, customerId, cardId } = resolvePayer(ledger, request.source, now);
  const { responseCode, text, fault } = behaviorByName(card.behaviour);
  if (fault === 'fail') return 'failed';

  const isApproved = responseCode < 200;
  const authorized = isApproved ? (fault === 'half' ? Math.floor(request.amount / 2) : request.amount) : 0;
  const isSale = request.type === 'sale';
  const decidedAt = fault === 'slow' ? now + slowAnswerMs : now;
  const id = newId();
  insertTransaction(ledger, {
    id,
    type: request.type,
    orderId: request.orderId,
    description: request.description,
    amount: request.amount,
    authorized,
    captured: isSale ? authorized : 0,
    code: responseCode,
    text,
    status: isApproved ? (isSale ? 'pending_settlement' : 'authorized') : 'declined',
    decidedAt,
    settlesAt: decidedAt + settleAfterMs,
    key: request.idempotency?.key ?? null,
    keyEnds: now + (request.idempotency?.seconds ?? 0) * 1000,
    customerId,
    cardId,
    referencedId: null,
    now,
    brand: card.brand,
    masked: card.masked,
    expiry: card.expiry,
    behaviour: card.behaviour,
  });
  return { row: getTransaction(ledger, id), isReplay: false, fault: fault === 'cut' ? 'cut' : null };
}

function findByKey(ledger: Ledger, key: string, now: number): Transaction | undefined {
  return ledger.first(transactionRow, 'SELECT * FROM transactions WHERE idempotency_key = $key AND idempotency_ends > $now', {
    key,
    now,
  });
}

type Payer = { card: SimulatedCard; customerId: string | null; cardId: string | null };

function resolvePayer(ledger: Ledger, source: SaleRequest['source'], now: number): Payer {
  if ('token' in source) return { card: redeemToken(ledger, source.token, now), customerId: null, cardId: null };
  const card = cardToCharge(ledger, source.customerId, source.cardId);
  return { card, customerId: source.customerId, cardId: card.id };
}

export type NewTransaction = SimulatedCard & {
  id: string;
  type: string;
  orderId: string;
  description: string;
  amount: number;
  authorized: number;
  captured: number;
  code: number;
  text: string;
  status: string;
  decidedAt: number;
  settlesAt: number;
  key: string | null;
  keyEnds: number;
  customerId: string | null;
  cardId: string | null;
  referencedId: string | null;
  now: number;
};

export function insertTransaction(ledger: Ledger, values: NewTransaction): void {
  ledger.run(
    `INSERT INTO transactions (id, type, order_id, description, amount, authorized, captured, code, text, status,
       decided_at, settles_at, idempotency_key, idempotency_ends, customer_id, card_id, referenced_id,
       brand, masked, expiry, behaviour, created_at, updated_at)
     VALUES ($id, $type, $orderId, $description, $amount, $authorized, $captured, $code, $text, $status,
       $decidedAt, $settlesAt, $key, $keyEnds, $customerId, $cardId, $referencedId,
       $brand, $masked, $expiry, $behaviour, $now, $now)`,
    values,
  );
}
