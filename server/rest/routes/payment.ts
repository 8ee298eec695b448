import { rest, type Route } from '#server/rest/table.ts';

/** `rest: Payment`. */
export const paymentRoutes: readonly Route[] = [
  rest('POST', '/payment/company/billing', 'billing.saveCard', { tag: 'payment' }),
  rest('GET', '/payment/company/billing', 'billing.card', { tag: 'payment' }),
  rest('POST', '/payment/company/invoice/charge', 'checkout.charge', { tag: 'payment' }),
  rest('GET', '/payment/company/invoice', 'billing.invoices', { tag: 'payment' }),
  rest('GET', '/payment/company/history', 'billing.history', { tag: 'payment' }),
];
