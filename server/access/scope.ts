import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { companies } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { type CompanyScope, selectCompany, type OwnCompany } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';

/** The first condition of every query on company data: only rows in the caller's scope. */
export function whereInScope(companyIdColumn: AnyPgColumn, scope: CompanyScope): SQL {
  return scope.companyId === null ? sql`true` : eq(companyIdColumn, scope.companyId);
}

/** The same condition for a query that is built once. The query has the placeholder `companyId`. */
export function whereInScopeVariant(companyIdColumn: AnyPgColumn, variant: ScopeVariant): SQL {
  return variant === 'every company' ? sql`true` : eq(companyIdColumn, sql.placeholder('companyId'));
}

export type ScopeVariant = 'every company' | 'own company';

export function variantOf(scope: CompanyScope): ScopeVariant {
  return scope.companyId === null ? 'every company' : 'own company';
}

/**
 * The company that a request adds something to: the caller's own company, or the one that a staff member names.
 * @throws not found if there is no such company
 */
export async function findTargetCompany(db: Database, scope: CompanyScope, companyId: string | undefined): Promise<OwnCompany> {
  const company = selectCompany(scope, companyId);
  if (scope.companyId !== null) return company;
  const [existing] = await db.select({ id: companies.id }).from(companies).where(eq(companies.id, company.companyId));
  if (!existing) throw notFound(text('errors.companyNotFound'));
  return company;
}
