import { type Card, toCardParameters } from '#shared/billing/cards.ts';
import type { Translator } from '#shared/texts/texts.ts';
import type { TimeZone } from '#shared/time-zone.ts';

/** The content of a receipt, copied so that an email states what was true when it was written. Times are in ISO 8601. */
export type Receipt = {
  kind: 'invoice' | 'receipt' | 'refund';
  /** The receipt's number, such as INV-2026-000123, or INV-2026-000123-R1 for a refund. */
  number: string;
  status: 'open' | 'paid' | 'void';
  /** `attention` is the person who receives the bills. Emails written by earlier versions have it in the address. */
  company: { name: string; attention?: string | null; address: string[]; email: string };
  /** The time zone of the dates: the company's or the reader's. Emails written by earlier versions have none. */
  timeZone?: TimeZone;
  billedAt: string;
  dueAt: string | null;
  paidAt: string | null;
  voidedAt: string | null;
  /**
   * The card, or the payment reference of a company that pays by invoice. Null while unpaid. Emails written by earlier
   * versions have a string.
   */
  paidWith: { card: Card } | { reference: string | null } | string | null;
  lines: { description: string; amountCents: number }[];
  totalCents: number;
  /**
   * The completed refunds in order, or only one if the receipt is for a refund. `card` is null if it is unknown. Emails written
   * by earlier versions do not have `to`.
   */
  refunds: { number: string; at: string; amountCents: number; to?: 'credit' | { card: Card | null }; reason: string }[];
};

/** Writes `Visa ending in 1111`, the payment reference, or `Invoice`. */
export function paidWithText(t: Translator, { paidWith }: Pick<Receipt, 'paidWith'>): string | null {
  if (paidWith === null || typeof paidWith === 'string') return paidWith;
  return 'card' in paidWith
    ? t('labels.cardEndingIn', toCardParameters(paidWith.card))
    : (paidWith.reference ?? t('common.invoice'));
}

export const receiptFileName = ({ number }: Pick<Receipt, 'number'>) => `${number}.pdf`;
