import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { CompanyScope } from '#server/trpc.ts';

/** The first condition of every query on a company's rows: those in the caller's scope. */
export function inScope(companyIdColumn: AnyPgColumn, scope: CompanyScope): SQL {
  return scope.companyId === null ? sql`true` : eq(companyIdColumn, scope.companyId);
}
