import { and, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobListItem, jobListSchema } from '#shared/job.ts';
import type { PageOf } from '#shared/list.ts';
import { builtOnce } from '#server/db/built-once.ts';
import { countUpTo } from '#server/db/count.ts';
import { findPage } from '#server/db/found-page.ts';
import { filterSql, inZone, lowerContains, type Reader } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { orderSql } from '#server/db/order.ts';
import { searchesText } from '#server/db/text-filters.ts';
import { inScope, inScopeOf, type ScopeVariant, variantOf } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { jobListFields } from './list-fields.ts';
import { listItemColumns, startOfToday, toListItem } from './list-item.ts';
import { nameCompanies } from './name-companies.ts';

type Input = z.infer<typeof jobListSchema> & Reader;

const newestFirst = [desc(jobs.createdAt), desc(jobs.id)];

/** A page of the company's jobs, newest first unless asked otherwise: first the ids, then only those rows. */
export async function listJobs(db: Database, scope: CompanyScope, input: Input): Promise<PageOf<JobListItem>> {
  const { offset, limit } = input;
  const read = isPlain(input) ? plainPage : scope.companyId === null ? everyonesPage : searchedPage;
  const [rows, total] = await read(db, scope, input);
  const now = Date.now();
  const items = await nameCompanies(
    db,
    scope,
    rows.map((row) => toListItem(row, now)),
  );
  return { items, pagination: { offset, limit, total } };
}

/** Nothing is searched and no order asked for: the list as the portal opens it, whose queries are built once. */
function isPlain(input: Input): boolean {
  return isWhole(input) && !input.orders?.length;
}

/** In whatever order, all the jobs that there are. */
const isWhole = ({ companyId, query, filters }: Input) => !companyId && !query?.trim() && !filters;

function plainPage(db: Database, scope: CompanyScope, { offset, limit, ...reader }: Input) {
  const variant = variantOf(scope);
  const values = { companyId: scope.companyId, offset, limit, today: startOfToday(reader) };
  return Promise.all([plainRows(db, variant).execute(values), countAll(db, scope)]);
}

const plainRows = builtOnce((db, variant: ScopeVariant) =>
  pageOfJobs(db, inScopeOf(jobs.companyId, variant), newestFirst, {
    offset: sql.placeholder('offset'),
    limit: sql.placeholder('limit'),
    today: sql.placeholder('today'),
  }).prepare('jobs_newest'),
);

/** A company knows how many jobs it has (a trigger keeps it); those of all companies are counted up to `mostCounted`. */
async function countAll(db: Database, scope: CompanyScope): Promise<number> {
  if (scope.companyId === null) return countUpTo(db, jobs);
  const [row] = await ownCount(db, 'own company').execute({ companyId: scope.companyId });
  return row?.total ?? 0;
}

const ownCount = builtOnce((db, _only: 'own company') =>
  db
    .select({ total: companies.totalJobs })
    .from(companies)
    .where(eq(companies.id, sql.placeholder('companyId')))
    .prepare('jobs_count'),
);

/** Of every company's jobs, which are many (`server/db/found-page.ts`). */
async function everyonesPage(db: Database, scope: CompanyScope, { companyId, query, filters, timeZone, ...page }: Input) {
  const words = query?.trim();
  const within = and(inScope(jobs.companyId, scope), companyId ? eq(jobs.companyId, companyId) : undefined);
  const list = {
    ...everyJob,
    fields: inZone(jobListFields, timeZone),
    within,
    text: words ? lowerContains(jobs.searchTitle, words) : undefined,
  };
  const { isOnPage, order, total } = await findPage(db, list, { ...page, filters });
  const rows = isOnPage
    ? db
        .select(listItemColumns(startOfToday({ timeZone })))
        .from(jobs)
        .where(isOnPage)
        .orderBy(...order)
    : [];
  return Promise.all([rows, total]);
}

const everyJob = {
  table: jobs,
  id: jobs.id,
  fallback: [{ field: 'created_at', direction: 'desc' as const }],
  isNarrow: true,
};

function searchedPage(db: Database, scope: CompanyScope, input: Input) {
  const where = wanted(scope, input);
  const order = orderSql(jobListFields, input.orders, newestFirst, jobs.id);
  const isSearch = Boolean(input.query?.trim()) || searchesText(input.filters);
  const total = isWhole(input) ? countAll(db, scope) : countUpTo(db, jobs, where, isSearch);
  return Promise.all([pageOfJobs(db, where, order, { ...input, today: startOfToday(input) }), total]);
}

type Window = { offset: number | Placeholder; limit: number | Placeholder; today: string | Placeholder };

function pageOfJobs(db: Database, where: SQL | undefined, order: SQL[], { offset, limit, today }: Window) {
  const page = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset)
    .as('page');
  return db
    .select(listItemColumns(today))
    .from(jobs)
    .innerJoin(page, eq(page.id, jobs.id))
    .orderBy(...order);
}

/** What the list shows, by its scope, search and filters. */
export function wanted(
  scope: CompanyScope,
  { companyId, query, filters, timeZone }: Pick<Input, 'companyId' | 'query' | 'filters' | 'timeZone'>,
): SQL | undefined {
  const text = query?.trim();
  return and(
    inScope(jobs.companyId, scope),
    companyId ? eq(jobs.companyId, companyId) : undefined,
    text ? lowerContains(jobs.searchTitle, text) : undefined,
    filterSql(inZone(jobListFields, timeZone), filters),
  );
}
