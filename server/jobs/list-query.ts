import { and, count, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobListItem, jobListSchema } from '#shared/job.ts';
import type { PageOf } from '#shared/list.ts';
import { builtOnce } from '#server/db/built-once.ts';
import { contains, filterSql, orderSql } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { inScope, inScopeOf, type ScopeVariant, variantOf } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { jobListFields } from './list-fields.ts';
import { listItemColumns, toListItem } from './list-item.ts';

type Input = z.infer<typeof jobListSchema>;

const newestFirst = [desc(jobs.createdAt), desc(jobs.id)];

/** A page of the company's jobs, newest first unless asked otherwise: first the ids, then only those rows. */
export async function listJobs(db: Database, scope: CompanyScope, input: Input): Promise<PageOf<JobListItem>> {
  const { offset, limit } = input;
  const [rows, totals] = await (isPlain(input) ? plainPage(db, scope, input) : searchedPage(db, scope, input));
  const now = Date.now();
  return { items: rows.map((row) => toListItem(row, now)), pagination: { offset, limit, total: totals[0]?.total ?? 0 } };
}

/** Nothing is searched and no order asked for: the list as the portal opens it, whose queries are built once. */
function isPlain(input: Input): boolean {
  return isWhole(input) && !input.orders?.length;
}

/** In whatever order, all the jobs that there are. */
const isWhole = ({ companyId, query, filters }: Input) => !companyId && !query?.trim() && !filters;

function plainPage(db: Database, scope: CompanyScope, { offset, limit }: Input) {
  const variant = variantOf(scope);
  const values = { companyId: scope.companyId, offset, limit };
  return Promise.all([plainRows(db, variant).execute(values), plainCount(db, variant).execute(values)]);
}

const plainRows = builtOnce((db, variant: ScopeVariant) =>
  pageOfJobs(db, inScopeOf(jobs.companyId, variant), newestFirst, {
    offset: sql.placeholder('offset'),
    limit: sql.placeholder('limit'),
  }).prepare('jobs_newest'),
);
/** Companies know how many jobs they have (a trigger keeps it), so that nobody counts the jobs of all of them. */
const plainCount = builtOnce((db, variant: ScopeVariant) =>
  db
    .select({ total: sql<number>`coalesce(sum(${companies.totalJobs}), 0)::int` })
    .from(companies)
    .where(inScopeOf(companies.id, variant))
    .prepare('jobs_count'),
);

function searchedPage(db: Database, scope: CompanyScope, input: Input) {
  const where = wanted(scope, input);
  const order = orderSql(jobListFields, input.orders, newestFirst, jobs.id);
  const total = isWhole(input) ? plainCount(db, variantOf(scope)).execute({ companyId: scope.companyId }) : countJobs(db, where);
  return Promise.all([pageOfJobs(db, where, order, input), total]);
}

type Window = { offset: number | Placeholder; limit: number | Placeholder };

function pageOfJobs(db: Database, where: SQL | undefined, order: SQL[], { offset, limit }: Window) {
  const page = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('page');
  return db
    .select(listItemColumns)
    .from(jobs)
    .innerJoin(page, eq(page.id, jobs.id))
    .orderBy(...order);
}

function countJobs(db: Database, where: SQL | undefined) {
  return db.select({ total: count() }).from(jobs).where(where);
}

/** What the list shows, by its scope, search and filters. */
export function wanted(
  scope: CompanyScope,
  { companyId, query, filters }: Pick<Input, 'companyId' | 'query' | 'filters'>,
): SQL | undefined {
  const text = query?.trim();
  return and(
    inScope(jobs.companyId, scope),
    companyId ? eq(jobs.companyId, companyId) : undefined,
    text ? contains(jobs.title, text) : undefined,
    filterSql(jobListFields, filters),
  );
}
