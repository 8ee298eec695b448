import { messages } from '#shared/messages.ts';
import { codeOf, errorText, statusOf } from '#web/errors.ts';

export type Phase = 'checkingCard' | 'uploadingVideo' | 'savingCard' | 'placingOrder' | 'charging' | 'waiting';
export type Outcome = 'paid' | 'invoiced' | 'processing';

/** Charges the card of this token, or writes an invoice when there is none. */
export type Charge = (cardToken: string | null) => Promise<{ status: Outcome }>;

export type Payment = {
  /** Keeps the card for later and answers with what stands for it; absent where the box is not ticked. */
  saveCard?: () => Promise<string>;
  /** Places the order when there is none yet, and returns the call that charges it. */
  prepareCharge: () => Promise<Charge>;
  /** The card to charge; null on invoice. */
  cardToken: string | null;
  /** Another token of the same card, because the failed attempt may have used the first one up; null when there is none. */
  renewToken?: () => Promise<string | null>;
  wait: (milliseconds: number) => Promise<void>;
  onPhase: (phase: Phase) => void;
};

/** `spec: work §9` */
const retryDelayMs = 5_000;

/** No answer, or a fault that says nothing about the card. */
const isGeneric = (error: unknown) => (statusOf(error) ?? 500) >= 500;

/** A charge that went through before is a success (`spec: work §4, §8`). */
const isAlreadyPaid = (error: unknown) => codeOf(error) === 'already_paid' || errorText(error).includes(messages.alreadyPaid);

/**
 * Save the card where that is wanted, make the order if there is none yet, then charge; the generic error is tried once more
 * after five seconds, others are thrown to be shown (`spec: work §4`).
 */
export async function payOrder(payment: Payment): Promise<Outcome> {
  const { saveCard, prepareCharge, wait, onPhase } = payment;
  let cardToken = payment.cardToken;
  if (saveCard) {
    onPhase('savingCard');
    cardToken = await saveCard();
  }
  onPhase('placingOrder');
  const charge = await prepareCharge();
  try {
    return await chargeOnce(payment, charge, cardToken);
  } catch (error) {
    if (!isGeneric(error)) throw error;
    onPhase('waiting');
    await wait(retryDelayMs);
    const again = saveCard ? null : await payment.renewToken?.();
    return await chargeOnce(payment, charge, again ?? cardToken);
  }
}

async function chargeOnce({ onPhase }: Payment, charge: Charge, cardToken: string | null): Promise<Outcome> {
  onPhase('charging');
  try {
    const { status } = await charge(cardToken);
    return status;
  } catch (error) {
    if (isAlreadyPaid(error)) return 'paid';
    if (codeOf(error) === 'payment_in_progress') return 'processing';
    throw error;
  }
}
