import { inArray } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';

type Named = { companyId: string; companyName?: string | undefined };

/** Says whose each job is to those who see the jobs of every company; people of one know. */
export async function nameCompanies<Job extends Named>(db: Database, scope: CompanyScope, jobs: Job[]): Promise<Job[]> {
  const ids = [...new Set(jobs.map(({ companyId }) => companyId))];
  if (scope.companyId !== null || ids.length === 0) return jobs;
  const rows = await db
    .select({ id: companies.id, name: companies.companyName })
    .from(companies)
    .where(inArray(companies.id, ids));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  for (const job of jobs) job.companyName = names.get(job.companyId);
  return jobs;
}
