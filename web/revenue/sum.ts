import type { Month } from './queries.ts';

type Sum = Omit<Month, 'month'>;

/** Of all months together. Dollars are added as cents, which add up exactly. */
export function sumOf(months: readonly Month[]): Sum {
  const cents = (of: 'paid' | 'open' | 'refunded') => months.reduce((sum, month) => sum + Math.round(month[of] * 100), 0) / 100;
  return {
    invoices: months.reduce((sum, { invoices }) => sum + invoices, 0),
    paid: cents('paid'),
    open: cents('open'),
    refunded: cents('refunded'),
  };
}
