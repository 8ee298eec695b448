import { billingTypes, labelOf } from '#shared/catalogues.ts';
import type { Invoice } from './queries.ts';

type Method = { description: string; cardType: string | null; maskedNumber: string | null };

/** `Visa ending in 1111`, or `Invoice`. */
export function methodText({ description, cardType, maskedNumber }: Method): string {
  if (!cardType || !maskedNumber) return description;
  return `${cardType.charAt(0).toUpperCase()}${cardType.slice(1)} ending in ${maskedNumber.slice(-4)}`;
}

export const methodOf = ({ paymentMethod, cardType, maskedNumber }: Invoice): string =>
  methodText({ description: labelOf(billingTypes, paymentMethod), cardType, maskedNumber });

/** An open invoice whose day has come is overdue (`product: Money`: due in 30 days). */
export function statusOf({ status, dueAt }: Pick<Invoice, 'status' | 'dueAt'>, now = Date.now()): string {
  if (status === 'open') return dueAt && new Date(dueAt).getTime() < now ? 'Overdue' : 'Open';
  return status === 'paid' ? 'Paid' : 'Voided';
}
