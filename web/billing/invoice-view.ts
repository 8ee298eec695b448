import type { InvoiceView } from '#shared/billing/invoices.ts';

const views: readonly string[] = ['paid', 'open', 'overdue', 'void'] satisfies InvoiceView[];

/** Which invoices, as an address names them. Routes read it, so it is part of the first load. */
export const readView = (value: unknown) => (views.includes(String(value)) ? (value as InvoiceView) : undefined);
