import type { StoredCardRef } from '#server/gateway/port.ts';
import { dayMs } from '#shared/days.ts';
import { openLedger } from './ledger.ts';
import { takeSale } from './sale.ts';

export type TestSale = { orderId: string; amountCents: number; description: string; at: Date };

/**
 * Books sales of the past to a stored test card, for demo data; each settled a day after. Answers their transaction ids in
 * the order they were given in; the simulator need not be running.
 */
export function storeTestSales(ledgerFile: string, card: StoredCardRef, sales: readonly TestSale[]): string[] {
  const ledger = openLedger(ledgerFile);
  try {
    return ledger.atomically(() =>
      sales.map(({ orderId, amountCents, description, at }) => {
        const source = { customerId: card.customerId, cardId: card.paymentMethodId };
        const timing = { now: at.getTime(), slowAnswerMs: 0, settleAfterMs: dayMs };
        const request = { type: 'sale' as const, amount: amountCents, orderId, description, idempotency: null, source };
        const taken = takeSale(ledger, request, timing);
        if (taken === 'failed') throw new TypeError('This test card does not take sales');
        return taken.row.id;
      }),
    );
  } finally {
    ledger.close();
  }
}
