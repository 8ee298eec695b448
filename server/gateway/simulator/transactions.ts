import { z } from 'zod';
import { notThere } from './envelope.ts';
import type { Ledger } from './ledger.ts';

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

export function transaction(ledger: Ledger, id: string): Transaction {
  const found = ledger.first(transactionRow, 'SELECT * FROM transactions WHERE id = $id', { id });
  if (!found) throw notThere('transaction');
  return found;
}

/** The status at a time: a slow transaction gets decided, and a batch settles. */
export function statusAt({ status, decided_at: decidedAt, settles_at: settlesAt }: Transaction, now: number): string {
  if (now < decidedAt) return 'pending';
  return status === 'pending_settlement' && now >= settlesAt ? 'settled' : status;
}

/** The transaction in the gateway's format. While it is undecided, it contains nothing but its status. */
export function transactionToWire(row: Transaction, now: number) {
  const isDecided = now >= row.decided_at;
  const status = statusAt(row, now);
  const code = isDecided ? row.code : 99;
  const response = isDecided ? (code < 200 ? 'approved' : 'declined') : 'unknown';
  const time = (at: number) => new Date(at).toISOString();
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
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    captured_at: isCaptured ? time(row.decided_at) : null,
    settled_at: status === 'settled' ? time(row.settles_at) : null,
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

/** The newest first, like the gateway's search. */
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
