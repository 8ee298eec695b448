import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import type { Company } from '#shared/companies/company.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';

export type CompanyRow = typeof companies.$inferSelect;

/** The requested company, or the caller's own. Another company's is not found, like one that does not exist. */
export async function findCompany(db: Database, scope: CompanyScope, companyId: string | undefined): Promise<CompanyRow> {
  const id = companyId ?? scope.companyId;
  if (id === null) throw notFound(text('errors.theCompanyWasNotFound'));
  const [row] = await db
    .select()
    .from(companies)
    .where(and(inScope(companies.id, scope), eq(companies.id, id)));
  if (!row) throw notFound(text('errors.theCompanyWasNotFound'));
  return row;
}

/** Reads the company's row and locks it until the transaction ends. */
export async function holdCompany(tx: Database, scope: CompanyScope, id: string): Promise<CompanyRow> {
  const [row] = await tx
    .select()
    .from(companies)
    .where(and(inScope(companies.id, scope), eq(companies.id, id)))
    .for('update');
  if (!row) throw notFound(text('errors.theCompanyWasNotFound'));
  return row;
}

export async function readCompany(db: Database, scope: CompanyScope, companyId: string | undefined): Promise<Company> {
  const row = await findCompany(db, scope, companyId);
  const blocked = await db
    .select({ id: users.id })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, row.id), eq(users.status, 'Locked')))
    .orderBy(sql`${users.id}`)
    .limit(1000);
  return asCompany(
    row,
    blocked.map((one) => one.id),
  );
}

export function asCompany(row: CompanyRow, blockedUsers: string[]): Company {
  const { latitude, longitude, logo, emailVerifiedAt, ...same } = row;
  return {
    ...same,
    latitude,
    longitude,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
    logo: logo ?? '',
    logoUrl: logo ? mediaUrl(logo) : '',
    emailVerified: emailVerifiedAt !== null,
    blockedUsers,
  };
}
