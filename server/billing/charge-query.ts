import { declineReasons } from '#shared/billing/payment.ts';
import { writeReason } from '#shared/texts/write-text.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { charges, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { codes } from '#shared/catalogues.ts';
import { type ChargeItem, type chargeListSchema, chargeStatuses, purposes } from '#shared/billing/invoices.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { toCents, toDollars } from '#shared/billing/pricing.ts';
import type { Database } from '#server/db/open.ts';
import type { ListFields, Reader } from '#server/lists/filter.ts';
import { readPage } from '#server/lists/read-page.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const fields: ListFields = {
  created_at: { kind: 'date', column: charges.createdAt, isRequired: true },
  company_name: { kind: 'text', column: companies.companyName, isRequired: true },
  status: { kind: 'enum', column: charges.status, values: codes(chargeStatuses), isRequired: true },
  purpose: { kind: 'enum', column: charges.purpose, values: codes(purposes), isRequired: true },
  amount: { kind: 'number', column: charges.amountCents, convert: (value) => toCents(Number(value)), isRequired: true },
  reason: { kind: 'enum', column: charges.reason, values: declineReasons },
};

/** Charges, the newest first by default, each with its outcome in plain words. */
export async function listCharges(
  db: Database,
  scope: CompanyScope,
  { companyId, ...request }: z.infer<typeof chargeListSchema> & Reader,
): Promise<PageOf<ChargeItem>> {
  const list = {
    from: sql`${charges} left join ${companies} on ${companies.id} = ${charges.companyId}`,
    id: charges.id,
    fields,
    defaultOrder: [{ field: 'created_at', direction: 'desc' as const }],
    where: and(inScope(charges.companyId, scope), companyId ? eq(charges.companyId, companyId) : undefined),
  };
  return readPage(db, list, request, async (ids) => {
    const rows = await db
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
      .where(inArray(charges.id, ids));
    return rows.map(({ amountCents, ...row }) => ({
      ...row,
      reason: writeReason(row.reason ?? (row.status === 'failed' ? 'errors.chargeNotProcessed' : null), request.language),
      amount: toDollars(amountCents),
    }));
  });
}
