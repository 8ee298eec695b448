import type { ChargeLine, invoices } from '#drizzle/schema/billing.ts';

export type InvoiceLine = ChargeLine;
export type InvoiceRow = typeof invoices.$inferSelect;
