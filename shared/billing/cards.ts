import { dayMs } from '#shared/days.ts';

/** `Visa ending in 1111`: all that is ever shown of a card's number. */
export function cardName({ cardType, maskedNumber }: { cardType: string; maskedNumber: string }): string {
  return `${cardType.charAt(0).toUpperCase()}${cardType.slice(1)} ending in ${maskedNumber.slice(-4)}`;
}

export type CardAge = 'valid' | 'expiring' | 'expired';
const noticeDays = 30;

/** The first moment at which a card of `MM/YY` no longer pays; null when it says no date. */
export function cardEnd(expirationDate: string): Date | null {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(expirationDate);
  return match ? new Date(Date.UTC(2000 + Number(match[2]), Number(match[1]), 1)) : null;
}

/** Whether the card still pays in 30 days, ends before, or has ended. */
export function cardAge(expirationDate: string, now = Date.now()): CardAge {
  const end = cardEnd(expirationDate)?.getTime();
  if (end === undefined || end - now > noticeDays * dayMs) return 'valid';
  return end > now ? 'expiring' : 'expired';
}

/** When its company is next told: 30 days before the end, 7 days before, and when it has ended. */
export function nextCardNotice(expirationDate: string, after: Date): Date | null {
  const end = cardEnd(expirationDate)?.getTime();
  if (end === undefined) return null;
  const days = [noticeDays, 7, 0].map((before) => new Date(end - before * dayMs));
  return days.find((day) => day > after) ?? null;
}
