import { dayMs } from '#shared/days.ts';
import { type Text, text } from '#shared/texts/texts.ts';

export type Card = { cardType: string; maskedNumber: string };

/** `Visa ending in 1111`, which is all that is ever shown of a card number. */
export const cardName = (card: Card): Text => text('labels.cardEndingIn', toCardParameters(card));

/** The parameters of `labels.cardEndingIn`. */
export function toCardParameters({ cardType, maskedNumber }: Card): { brand: string; digits: string } {
  return { brand: cardType.charAt(0).toUpperCase() + cardType.slice(1), digits: maskedNumber.slice(-4) };
}

export type CardValidity = 'valid' | 'expiring' | 'expired';
const noticeDays = 30;

/** The moment from which a card with the expiration date `MM/YY` is expired. Null if the text is not a date. */
export function cardExpiresAt(expirationDate: string): Date | null {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expirationDate);
  return match ? new Date(Date.UTC(2000 + Number(match[2]), Number(match[1]), 1)) : null;
}

/** Whether the card is valid for at least 30 more days, expires sooner, or has expired. */
export function cardValidity(expirationDate: string, now = Date.now()): CardValidity {
  const end = cardExpiresAt(expirationDate)?.getTime();
  if (end === undefined || end - now > noticeDays * dayMs) return 'valid';
  return end > now ? 'expiring' : 'expired';
}

/** When to tell the company next: 30 days before the card expires, 7 days before, and when it has expired. */
export function nextCardNotice(expirationDate: string, after: Date): Date | null {
  const end = cardExpiresAt(expirationDate)?.getTime();
  if (end === undefined) return null;
  const days = [noticeDays, 7, 0].map((daysBefore) => new Date(end - daysBefore * dayMs));
  return days.find((day) => day > after) ?? null;
}
