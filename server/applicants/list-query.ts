import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { builtOnce } from '#server/db/built-once.ts';
import { findFew, taken } from '#server/db/found-few.ts';
import { filterSql, inZone, type Reader } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { unpreparedMark } from '#server/db/prepare.ts';
import { keysSql, orderKeys, type OrderKey } from '#server/db/order.ts';
import { notFound } from '#server/errors.ts';
import { inScopeOf, type ScopeVariant, variantOf } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { Applicant, ListApplicants } from '#shared/applicant.ts';
import type { Page, PageOf } from '#shared/list.ts';
import { applicantColumns, asApplicant } from './columns.ts';
import { applicantListFields, asksForName, searchedName } from './fields.ts';

const byName: readonly OrderKey[] = [
  { by: searchedName, direction: 'asc' },
  { by: applications.id, direction: 'asc' },
];

/** Applicants of a job of the scope, by name unless asked otherwise. Ids first, then the rows of the page. */
export async function listApplicants(
  db: Database,
  scope: CompanyScope,
  input: ListApplicants & Reader,
): Promise<PageOf<Applicant>> {
  const { id: jobId, filters, orders, offset, limit, timeZone } = input;
  const fields = applicantListFields(await findCompanyOfJob(db, scope, jobId));
  const filtered = filterSql(inZone(fields, timeZone), filters);
  // Unprepared: most jobs have few applicants, so a plan for any job reads and sorts all of them, be they 10,000.
  const asked = filtered && sql`${filtered} ${sql.raw(unpreparedMark)}`;
  const where = and(eq(applications.jobId, jobId), isNull(applications.withdrawnAt), asked);
  const keys = orders?.length ? orderKeys(fields, orders, applications.id) : byName;
  const few = filtered && asksForName(filters) ? await findNamed(db, where, keys, input) : null;
  const { ids, total } = few ?? (await findPage(db, where, keysSql(keys), input));
  return { items: await readRows(db, ids), pagination: { offset, limit, total } };
}

type Found = { ids: string[]; total: number };

/** Up to a page's end in the index of the order, and counted beside. */
async function findPage(db: Database, where: SQL | undefined, order: SQL[], { offset, limit }: Page): Promise<Found> {
  const [ids, [counted]] = await Promise.all([
    db
      .select({ id: applications.id })
      .from(applications)
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(applications).where(where),
  ]);
  return { ids: ids.map(({ id }) => id), total: counted?.total ?? 0 };
}

/** Looked for in the index of names, which holds all that they are sorted by; null where many are found. */
async function findNamed(db: Database, where: SQL | undefined, keys: readonly OrderKey[], page: Page): Promise<Found | null> {
  const sorting = taken({ table: applications, id: applications.id }, keys);
  const { ids, total } = await findFew(db, applications, { where, sorting, page, readBy: sql.join(keysSql(byName), sql`, `) });
  return ids && { ids, total };
}

/** The company of a job of the scope. @throws not found */
export async function findCompanyOfJob(db: Database, scope: CompanyScope, jobId: string): Promise<string> {
  const [job] = await companyOfJob(db, variantOf(scope)).execute({ jobId, companyId: scope.companyId });
  if (!job) throw notFound('This job');
  return job.companyId;
}

const companyOfJob = builtOnce((db, variant: ScopeVariant) =>
  db
    .select({ companyId: jobs.companyId })
    .from(jobs)
    .where(and(inScopeOf(jobs.companyId, variant), eq(jobs.id, sql.placeholder('jobId'))))
    .prepare('company_of_job'),
);

const applicantsById = builtOnce((db, _only: 'by id') =>
  db
    .select(applicantColumns)
    .from(applications)
    .where(sql`${applications.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('applicants_by_id'),
);

async function readRows(db: Database, ids: readonly string[]): Promise<Applicant[]> {
  if (ids.length === 0) return [];
  const rows = await applicantsById(db, 'by id').execute({ ids: `{${ids.join(',')}}` });
  const byId = new Map(rows.map((row) => [row.id, asApplicant(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
