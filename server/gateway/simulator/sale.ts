import { behaviourNamed, type KnownCard } from './cards.ts';
import { type Ledger, newId } from './ledger.ts';
import { redeemToken } from './tokenizer-routes.ts';
import { type Transaction, transaction, transactionRow } from './transactions.ts';
import { cardToCharge } from './vault.ts';

export type SaleRequest = {
  type: 'sale' | 'authorize' | 'verification';
  amount: number;
  orderId: string;
  description: string;
  idempotency: { key: string; seconds: number } | null;
  source: { token: string } | { customerId: string; cardId: string | undefined };
};

/** `replayed` means that the key was used before and nothing new happened. `fault` is what happens to this answer. */
export type SaleResult = { row: Transaction; replayed: boolean; fault: 'cut' | null } | 'failed';

export type Timing = { now: number; slowAnswerMs: number; settleAfterMs: number };

/** Charges once per idempotency key within its lifetime. It runs under a lock, so that parallel repeats find the first one. */
export function takeSale(ledger: Ledger, request: SaleRequest, { now, slowAnswerMs, settleAfterMs }: Timing): SaleResult {
  const earlier = request.idempotency && findByKey(ledger, request.idempotency.key, now);
  if (earlier) return { row: earlier, replayed: true, fault: null };

  const { card, customerId, cardId } = payer(ledger, request.source, now);
  const { responseCode, text, fault } = behaviourNamed(card.behaviour);
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
  return { row: transaction(ledger, id), replayed: false, fault: fault === 'cut' ? 'cut' : null };
}

function findByKey(ledger: Ledger, key: string, now: number): Transaction | undefined {
  return ledger.first(transactionRow, 'SELECT * FROM transactions WHERE idempotency_key = $key AND idempotency_ends > $now', {
    key,
    now,
  });
}

type Payer = { card: KnownCard; customerId: string | null; cardId: string | null };

function payer(ledger: Ledger, source: SaleRequest['source'], now: number): Payer {
  if ('token' in source) return { card: redeemToken(ledger, source.token, now), customerId: null, cardId: null };
  const card = cardToCharge(ledger, source.customerId, source.cardId);
  return { card, customerId: source.customerId, cardId: card.id };
}

export type NewTransaction = KnownCard & {
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
