import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CompanyScope } from '#server/trpc.ts';

/** The first condition of every query on company data: only rows in the caller's scope. */
export function inScope(companyIdColumn: AnyPgColumn, scope: CompanyScope): SQL {
  return scope.companyId === null ? sql`true` : eq(companyIdColumn, scope.companyId);
}

/** The same for a query that is built once, with the placeholder `companyId`. */
export function inScopeOf(companyIdColumn: AnyPgColumn, variant: ScopeVariant): SQL {
  return variant === 'every company' ? sql`true` : eq(companyIdColumn, sql.placeholder('companyId'));
}

export type ScopeVariant = 'every company' | 'own company';

export function variantOf(scope: CompanyScope): ScopeVariant {
  return scope.companyId === null ? 'every company' : 'own company';
}
