import { expect, test } from 'vitest';
import { getInvoiceConfirmation, getInvoiceOrderTexts } from './OrderSummary.tsx';

test('jobs for a later day are not said to go live right away', () => {
  const scheduledTexts = [getInvoiceOrderTexts('12/15/2026').afterPayment, getInvoiceConfirmation('12/15/2026')];
  for (const sentence of scheduledTexts) expect(sentence).toMatch(/12\/15\/2026/);
  expect(scheduledTexts.join(' ')).not.toMatch(/right away|posted/);
  expect(getInvoiceOrderTexts(null).afterPayment).toMatch(/right away/);
  expect(getInvoiceConfirmation(null)).toMatch(/posted/);
});
