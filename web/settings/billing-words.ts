import { cardName } from '#shared/billing/cards.ts';
import { billingTypes, labelOf } from '#shared/catalogues.ts';
import type { Invoice } from './queries.ts';

type Method = { description: string; cardType: string | null; maskedNumber: string | null };

/** `Visa ending in 1111`, or `Invoice`. */
export function methodText({ description, cardType, maskedNumber }: Method): string {
  return cardType && maskedNumber ? cardName({ cardType, maskedNumber }) : description;
}

type Paid = Pick<Invoice, 'paymentMethod' | 'cardType' | 'maskedNumber'>;
export const methodOf = ({ paymentMethod, cardType, maskedNumber }: Paid): string =>
  methodText({ description: labelOf(billingTypes, paymentMethod), cardType, maskedNumber });

type Standing = Pick<Invoice, 'status' | 'dueAt'> & Partial<Pick<Invoice, 'amount' | 'refunded'>>;

/** An open invoice whose day has come is overdue (`product: Money`: due in 30 days); a paid one may have been given back. */
export function statusOf({ status, dueAt, amount = 0, refunded = 0 }: Standing, now = Date.now()): string {
  if (status === 'open') return dueAt && new Date(dueAt).getTime() < now ? 'Overdue' : 'Open';
  if (status === 'void') return 'Voided';
  if (refunded === 0) return 'Paid';
  return refunded < amount ? 'Partly refunded' : 'Refunded';
}
