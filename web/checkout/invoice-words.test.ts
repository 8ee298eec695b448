import { expect, test } from 'vitest';
import { afterInvoice, beforeInvoice } from './OrderSummary.tsx';

test('jobs for a later day are not said to go live right away', () => {
  const later = [beforeInvoice('12/15/2026').follows, afterInvoice('12/15/2026')];
  for (const sentence of later) expect(sentence).toMatch(/12\/15\/2026/);
  expect(later.join(' ')).not.toMatch(/right away|posted/);
  expect(beforeInvoice(null).follows).toMatch(/right away/);
  expect(afterInvoice(null)).toMatch(/posted/);
});
