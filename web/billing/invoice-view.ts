import type { InvoiceView } from '#shared/billing/invoices.ts';

const views: readonly string[] = ['paid', 'open', 'overdue', 'void'] satisfies InvoiceView[];

/** Reads the invoice view from the URL. Routes use it, so it is part of the first page load. */
export const readView = (value: unknown) => (views.includes(String(value)) ? (value as InvoiceView) : undefined);
