import { and, count, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { charges, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { codes } from '#shared/catalogues.ts';
import { type ChargeItem, type chargeListSchema, chargeStatuses, purposes } from '#shared/invoices.ts';
import type { PageOf } from '#shared/list.ts';
import { toCents, toDollars } from '#shared/pricing.ts';
import { filterSql, type ListFields, inZone, type Reader } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { orderSql } from '#server/db/order.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const fields: ListFields = {
  created_at: { kind: 'date', column: charges.createdAt, isRequired: true },
  company_name: { kind: 'text', column: companies.companyName, isRequired: true },
  status: { kind: 'enum', column: charges.status, values: codes(chargeStatuses), isRequired: true },
  purpose: { kind: 'enum', column: charges.purpose, values: codes(purposes), isRequired: true },
  amount: { kind: 'number', column: charges.amountCents, convert: (value) => toCents(Number(value)), isRequired: true },
  reason: { kind: 'text', column: charges.reason },
};
const newest = [desc(charges.createdAt), desc(charges.id)];
const released = 'The payment service didn’t process the payment. You weren’t charged.';

/** Attempts to take money, newest first, with what became of each in plain words. */
export async function listCharges(
  db: Database,
  scope: CompanyScope,
  { offset, limit, orders, filters, companyId, timeZone }: z.infer<typeof chargeListSchema> & Reader,
): Promise<PageOf<ChargeItem>> {
  const where = and(
    inScope(charges.companyId, scope),
    companyId ? eq(charges.companyId, companyId) : undefined,
    filterSql(inZone(fields, timeZone), filters),
  );
  const [rows, totals] = await Promise.all([
    db
      .select({
        id: charges.id,
        createdAt: charges.createdAt,
        companyId: charges.companyId,
        companyName: companies.companyName,
        purpose: charges.purpose,
        amountCents: charges.amountCents,
        status: charges.status,
        reason: charges.reason,
        cardType: charges.cardType,
        maskedNumber: charges.maskedNumber,
        transactionId: charges.gatewayTransactionId,
        invoiceCustomId: invoices.invoiceCustomId,
      })
      .from(charges)
      .innerJoin(companies, eq(companies.id, charges.companyId))
      .leftJoin(invoices, eq(invoices.id, charges.invoiceId))
      .where(where)
      .orderBy(...orderSql(fields, orders, newest, charges.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(charges).innerJoin(companies, eq(companies.id, charges.companyId)).where(where),
  ]);
  const items = rows.map(({ amountCents, ...row }) => ({
    ...row,
    reason: row.reason ?? (row.status === 'failed' ? released : null),
    amount: toDollars(amountCents),
  }));
  return { items, pagination: { offset, limit, total: totals[0]?.total ?? 0 } };
}
