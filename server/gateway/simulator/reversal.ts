import { badRequest } from './envelope.ts';
import { type Ledger, newId } from './ledger.ts';
import { insertTransaction } from './sale.ts';
import { statusAt, type Transaction, transaction } from './transactions.ts';

/** What may be done to a transaction afterwards: capture what was authorized, void before the batch settles, refund after. */
export function captureTransaction(ledger: Ledger, id: string, amount: number | undefined, now: number): Transaction {
  const row = transaction(ledger, id);
  const captured = amount ?? row.authorized;
  if (statusAt(row, now) !== 'authorized') throw badRequest(`transaction is ${statusAt(row, now)} and can not be captured`);
  if (captured > row.authorized) throw badRequest('amount is more than was authorized');
  setStatus(ledger, id, 'pending_settlement', now);
  ledger.run('UPDATE transactions SET captured = $captured WHERE id = $id', { captured, id });
  return transaction(ledger, id);
}

export function voidTransaction(ledger: Ledger, id: string, now: number): Transaction {
  const status = statusAt(transaction(ledger, id), now);
  if (status !== 'pending_settlement' && status !== 'authorized')
    throw badRequest(`transaction is ${status} and can not be voided`);
  setStatus(ledger, id, 'voided', now);
  return transaction(ledger, id);
}

/** Answers with the refund, a transaction of its own that names the one it pays back. */
export function refundTransaction(ledger: Ledger, id: string, asked: number | undefined, now: number): Transaction {
  const row = transaction(ledger, id);
  const status = statusAt(row, now);
  if (row.type !== 'sale' || (status !== 'settled' && status !== 'partially_refunded')) {
    throw badRequest(`transaction is ${status} and can not be refunded`);
  }
  const left = row.captured - row.refunded;
  const amount = asked ?? left;
  if (amount > left) throw badRequest('refund amount is more than is left of the transaction');
  ledger.run('UPDATE transactions SET refunded = refunded + $amount WHERE id = $id', { amount, id });
  setStatus(ledger, id, amount === left ? 'refunded' : 'partially_refunded', now);
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
  return transaction(ledger, refundId);
}

function setStatus(ledger: Ledger, id: string, status: string, now: number): void {
  ledger.run('UPDATE transactions SET status = $status, updated_at = $now WHERE id = $id', { status, now, id });
}
