import { and, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { contains } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const mostNames = 20;

/** Companies of the scope that can post a job and have the text in their name, by name. */
export async function findCompanyNames(
  db: Database,
  scope: CompanyScope,
  text: string,
): Promise<{ id: string; companyName: string }[]> {
  return db
    .select({ id: companies.id, companyName: companies.companyName })
    .from(companies)
    .where(and(inScope(companies.id, scope), eq(companies.status, 'Active'), contains(companies.searchName, text)))
    .orderBy(companies.searchName)
    .limit(mostNames);
}
