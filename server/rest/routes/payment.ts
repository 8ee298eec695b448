import { rest, type Route } from '#server/rest/table.ts';

/** `rest: Payment`. */
export const paymentRoutes: readonly Route[] = [
  rest('POST', '/payment/company/billing', 'billing.saveCard', { tag: 'payment' }),
  rest('GET', '/payment/company/billing', 'billing.card', { tag: 'payment' }),
  rest('POST', '/payment/company/invoice/charge', 'checkout.charge', { tag: 'payment', takesIdempotencyKey: true }),
  rest('POST', '/payment/invoice/renewal', 'checkout.renew', { tag: 'payment', takesIdempotencyKey: true }),
  rest('POST', '/payment/employer/job/addons', 'checkout.payAddons', { tag: 'payment', takesIdempotencyKey: true }),
  rest('GET', '/payment/company/invoice', 'billing.invoices', { tag: 'payment' }),
  rest('POST', '/payment/company/invoice/search', 'billing.invoices', { tag: 'payment' }),
  rest('POST', '/payment/company/invoice/export', 'billing.exportInvoices', { tag: 'payment', download: 'csv' }),
  rest('GET', '/payment/company/history', 'billing.history', { tag: 'payment' }),
  rest('POST', '/payment/company/history/search', 'billing.history', { tag: 'payment' }),
  rest('POST', '/payment/company/history/export', 'billing.exportHistory', { tag: 'payment', download: 'csv' }),
  rest('POST', '/payment/company/charges/search', 'billing.charges', { tag: 'payment' }),
  rest('POST', '/payment/employer/job/invoice', 'billing.jobInvoices', { tag: 'payment' }),
  rest('POST', '/payment/company/billing/payment-receipt', 'billing.receipt', { tag: 'payment' }),
  rest('GET', '/payment/receipts/:invoice_id', 'billing.receiptFile', { tag: 'payment', download: 'pdf' }),
  rest('PATCH', '/admin/invoices/:id', 'billing.updateInvoice', { tag: 'payment', takesIdempotencyKey: true }),
  rest('POST', '/admin/invoices/:id/refund', 'billing.refund', { tag: 'payment', takesIdempotencyKey: true }),
];
