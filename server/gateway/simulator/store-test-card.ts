import type { CardDetails, StoredCardRef } from '#server/gateway/port.ts';
import { readEntry } from './cards.ts';
import { openLedger } from './ledger.ts';
import { cardsOf, createCustomer } from './vault.ts';

type TestCard = { number: string; exp: string; holderName: string };

/** Puts a test card into the vault without a browser, for demo data; the simulator need not be running. */
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
