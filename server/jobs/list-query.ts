import { and, count, desc, eq, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobListItem, jobListSchema } from '#shared/job.ts';
import type { PageOf } from '#shared/list.ts';
import { contains, filterSql, orderSql } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { jobListFields } from './list-fields.ts';
import { listItemColumns, toListItem } from './list-item.ts';

type Input = z.infer<typeof jobListSchema>;

/** A page of the company's jobs, newest first unless asked otherwise: first the ids, then only those rows. */
export async function listJobs(db: Database, scope: CompanyScope, input: Input): Promise<PageOf<JobListItem>> {
  const { offset, limit } = input;
  const where = wanted(scope, input);
  const order = orderSql(jobListFields, input.orders, [desc(jobs.createdAt), desc(jobs.id)], jobs.id);
  const page = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('page');
  const [rows, totals] = await Promise.all([
    db
      .select(listItemColumns)
      .from(jobs)
      .innerJoin(page, eq(page.id, jobs.id))
      .orderBy(...order),
    db.select({ total: count() }).from(jobs).where(where),
  ]);
  return { items: rows.map((row) => toListItem(row)), pagination: { offset, limit, total: totals[0]?.total ?? 0 } };
}

function wanted(scope: CompanyScope, { companyId, query, filters }: Input): SQL | undefined {
  const text = query?.trim();
  return and(
    inScope(jobs.companyId, scope),
    companyId ? eq(jobs.companyId, companyId) : undefined,
    text ? contains(jobs.title, text) : undefined,
    filterSql(jobListFields, filters),
  );
}
