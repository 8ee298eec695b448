import { codeOf, statusOf } from '#web/errors.ts';

export type Phase = 'checkingCard' | 'uploadingVideo' | 'savingCard' | 'placingOrder' | 'charging' | 'waiting';
export type Outcome = 'paid' | 'invoiced' | 'processing';

/** Charges the card of this token, or writes an invoice if there is none. */
export type Charge = (cardToken: string | null) => Promise<{ status: Outcome }>;

export type Payment = {
  /** Stores the card and returns its token. Absent if the user does not want to store it. */
  saveCard?: () => Promise<string>;
  /** Creates the order if there is none, and returns the call that charges it. */
  prepareCharge: () => Promise<Charge>;
  /** The card to charge. Null for an invoice. */
  cardToken: string | null;
  /** Gets another token for the same card, because the failed attempt may have used the first one. Null if there is none. */
  renewToken?: () => Promise<string | null>;
  wait: (milliseconds: number) => Promise<void>;
  onPhase: (phase: Phase) => void;
};

/** The pause before the single retry (`docs/product/jobs.md#posting-a-job`). */
const retryDelayMs = 5_000;

/** No answer, or a failure that says nothing about the card. */
const isGeneric = (error: unknown) => (statusOf(error) ?? 500) >= 500;

/** A charge that went through earlier counts as success (`docs/product/jobs.md#posting-a-job`). */
const isAlreadyPaid = (error: unknown) => codeOf(error) === 'already_paid';

/**
 * Stores the card if requested, creates the order if there is none, then charges. A generic error is retried once after
 * five seconds; others are thrown (`docs/product/jobs.md#posting-a-job`).
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
