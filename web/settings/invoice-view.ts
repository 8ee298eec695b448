import type { InvoiceView } from '#shared/billing/invoices.ts';

const views: readonly string[] = ['paid', 'open', 'overdue', 'void'] satisfies InvoiceView[];

/** Which invoices, as an address names them. */
export const readView = (value: unknown) => (views.includes(String(value)) ? (value as InvoiceView) : undefined);
