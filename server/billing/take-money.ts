import {
  CardRefused,
  type ChargeRequest,
  type GatewayTransaction,
  GatewayUnavailable,
  type PaymentGateway,
} from '#server/gateway/port.ts';

/** What became of a charge, as far as the gateway tells. */
export type Outcome =
  | { kind: 'approved'; transaction: GatewayTransaction }
  | { kind: 'declined'; reason: string; responseCode: number | null; transaction: GatewayTransaction | null }
  /** Proven: the gateway has no transaction and gets none any more. */
  | { kind: 'failed' }
  /** Ask again later; `mayStillArrive`: finding nothing proves nothing yet. */
  | { kind: 'unknown'; mayStillArrive: boolean };

const declinedWords = 'Your card was declined. Try another card.';
const partialWords = 'Your card couldn’t cover the full amount, so you weren’t charged. Try another card.';

/** Charges once. An answer that is lost is asked for at once, never charged for again (`product: Money`). */
export async function takeMoney(gateway: PaymentGateway, request: ChargeRequest): Promise<Outcome> {
  try {
    return await judge(gateway, await gateway.charge(request));
  } catch (error) {
    if (error instanceof CardRefused) return refused(error);
    if (!(error instanceof GatewayUnavailable)) return { kind: 'unknown', mayStillArrive: true };
    return lookUp(gateway, request.orderId, error.mayStillArrive);
  }
}

/** What the gateway knows of a charge by its order id. `mayStillArrive`: a call for it may be on its way. */
export async function lookUp(gateway: PaymentGateway, orderId: string, mayStillArrive: boolean): Promise<Outcome> {
  try {
    const found = await gateway.findByOrderId(orderId);
    const paid = found.find(({ outcome }) => outcome === 'approved');
    const last = paid ?? found.find(({ outcome }) => outcome === 'partial' || outcome === 'pending') ?? found.at(-1);
    if (last) return await judge(gateway, last);
    return mayStillArrive ? { kind: 'unknown', mayStillArrive } : { kind: 'failed' };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return { kind: 'unknown', mayStillArrive };
  }
}

async function judge(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<Outcome> {
  switch (transaction.outcome) {
    case 'approved':
      return { kind: 'approved', transaction };
    case 'partial':
      return giveBack(gateway, transaction);
    case 'pending':
      return { kind: 'unknown', mayStillArrive: true };
    case 'voided':
    case 'refunded':
      return declined(transaction, transaction.amountAuthorizedCents < transaction.amountCents ? partialWords : declinedWords);
    case 'declined':
    case 'error':
      return declined(transaction, transaction.reason ?? declinedWords);
  }
}

/** A part of the amount is not a payment: it is given back before anybody is told. */
export async function giveBack(gateway: PaymentGateway, transaction: GatewayTransaction): Promise<Outcome> {
  try {
    const voided = await gateway.void(transaction.id);
    const after = voided.outcome === 'voided' ? voided : await gateway.refund(transaction.id);
    if (after.outcome === 'voided' || after.outcome === 'refunded') return declined(after, partialWords);
    return { kind: 'unknown', mayStillArrive: true };
  } catch (error) {
    if (error instanceof GatewayUnavailable) return { kind: 'unknown', mayStillArrive: true };
    throw error;
  }
}

const declined = (transaction: GatewayTransaction, reason: string): Outcome => ({
  kind: 'declined',
  reason,
  responseCode: transaction.responseCode,
  transaction,
});
const refused = ({ reason, responseCode }: CardRefused): Outcome => ({
  kind: 'declined',
  reason,
  responseCode,
  transaction: null,
});
