import type { StoredCardRef, CardDetails } from '#server/gateway/port.ts';
import { dayMs } from '#shared/days.ts';
import { openLedger } from './ledger.ts';
import { takeSale } from './sale.ts';
import { readEntry } from './cards.ts';
import { cardsOf, createCustomer } from './vault.ts';

export type TestSale = { orderId: string; amountCents: number; description: string; at: Date };

/**
 * Adds past sales on a stored test card, for demo data, each settled a day later. Returns their transaction ids in the same
 * order. The simulator does not need to run.
 */
export function storeTestSales(ledgerFile: string, card: StoredCardRef, sales: readonly TestSale[]): string[] {
  const ledger = openLedger(ledgerFile);
  try {
    return ledger.atomically(() =>
      sales.map(({ orderId, amountCents, description, at }) => {
        const source = { customerId: card.customerId, cardId: card.paymentMethodId };
        const timing = { now: at.getTime(), slowAnswerMs: 0, settleAfterMs: dayMs };
        const request = { type: 'sale' as const, amount: amountCents, orderId, description, idempotency: null, source };
        const sale = takeSale(ledger, request, timing);
        if (sale === 'failed') throw new TypeError('This test card does not take sales');
        return sale.row.id;
      }),
    );
  } finally {
    ledger.close();
  }
}

type TestCard = { number: string; exp: string; holderName: string };

/** Stores a test card in the vault without a browser, for demo data. The simulator does not need to run. */
export function storeTestCard(
  ledgerFile: string,
  { number, exp, holderName }: TestCard,
): { ref: StoredCardRef; card: CardDetails } {
  const entry = readEntry({ number, exp, cvv: /^3[47]/.test(number) ? '1234' : '123' }, new Date());
  if (entry.kind !== 'card') throw new TypeError('This is not a test card with a future date');
  const { card } = entry;
  const ledger = openLedger(ledgerFile);
  try {
    return ledger.atomically(() => {
      const [first_name = '', ...rest] = holderName.split(' ');
      const address = { first_name, last_name: rest.join(' ') };
      const customerId = createCustomer(ledger, { description: holderName, address, card }, Date.now());
      const paymentMethodId = cardsOf(ledger, customerId)[0]?.id ?? '';
      return {
        ref: { customerId, paymentMethodId },
        card: { cardType: card.brand, maskedNumber: card.masked, expirationDate: card.expiry },
      };
    });
  } finally {
    ledger.close();
  }
}
