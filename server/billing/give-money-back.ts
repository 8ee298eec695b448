import { type GatewayTransaction, GatewayUnavailable, type PaymentGateway } from '#server/gateway/port.ts';

/** What became of a refund, as far as the gateway tells. */
export type RefundOutcome =
  | { kind: 'done' }
  /** The payment has not settled yet, and only a whole one can be given back before it has. */
  | { kind: 'waits'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'unknown' };

type Wanted = {
  transactionId: string;
  amountCents: number;
  /** What was captured, and what was given back of it before. */
  capturedCents: number;
  returnedCents: number;
};

/**
 * Gives money back once. What the gateway knows is asked first: a try whose answer was lost is recognised by how much has
 * gone back. A whole payment that has not settled is voided, anything else is refunded.
 */
export async function giveMoneyBack(gateway: PaymentGateway, wanted: Wanted): Promise<RefundOutcome> {
  try {
    return await tryOnce(gateway, wanted);
  } catch (error) {
    if (error instanceof GatewayUnavailable) return { kind: 'unknown' };
    throw error;
  }
}

async function tryOnce(gateway: PaymentGateway, wanted: Wanted): Promise<RefundOutcome> {
  const { transactionId, amountCents, capturedCents, returnedCents } = wanted;
  const before = await gateway.getTransaction(transactionId);
  if (!before) return { kind: 'failed', reason: 'The payment service couldn’t find this payment' };
  if (hasReturned(before, returnedCents + amountCents)) return { kind: 'done' };
  const isWhole = amountCents === capturedCents;
  if (isWhole && (await gateway.void(transactionId)).outcome === 'voided') return { kind: 'done' };
  const after = await gateway.refund(transactionId, isWhole ? undefined : amountCents);
  if (after.outcome === 'refunded') return { kind: 'done' };
  const reason = after.reason ?? 'The payment service refused the refund';
  return after.outcome === 'approved' ? { kind: 'waits', reason } : { kind: 'failed', reason };
}

const hasReturned = ({ outcome, amountRefundedCents }: GatewayTransaction, cents: number) =>
  outcome === 'voided' || amountRefundedCents >= cents;
