import { expect, test } from 'vitest';
import { formatPaymentMethod, getInvoiceStatus } from './invoice-columns.tsx';

test('a card by its brand and last four, an invoice by its name', () => {
  expect(formatPaymentMethod({ description: 'Credit Card', cardType: 'visa', maskedNumber: '411111******1111' })).toBe(
    'Visa ending in 1111',
  );
  expect(formatPaymentMethod({ description: 'Invoice', cardType: null, maskedNumber: null })).toBe('Invoice');
});

test('open becomes overdue when its day has come', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  expect(getInvoiceStatus({ status: 'open', dueAt: '2026-06-02T00:00:00Z' }, now)).toBe('open');
  expect(getInvoiceStatus({ status: 'open', dueAt: '2026-05-31T00:00:00Z' }, now)).toBe('overdue');
  expect(getInvoiceStatus({ status: 'open', dueAt: null }, now)).toBe('open');
  expect(getInvoiceStatus({ status: 'paid', dueAt: '2026-05-31T00:00:00Z' }, now)).toBe('paid');
  expect(getInvoiceStatus({ status: 'void', dueAt: null }, now)).toBe('void');
});
