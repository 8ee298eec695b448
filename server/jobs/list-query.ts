import { and, eq, getTableColumns, inArray, type SQL, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type * as z from 'zod';
import { jobs } from '#drizzle/schema/jobs.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { foldedContains, type Reader, toBoolean, type ListFields, listFieldsOf, listWhere } from '#server/lists/conditions.ts';
import { type List, readPage } from '#server/lists/read-page.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { codes, requiredCdlClasses } from '#shared/catalogues.ts';
import { foldText } from '#shared/fold-text.ts';
import { jobFieldsOnList } from '#shared/jobs/job-fields.ts';
import type { JobListItem, jobListSchema } from '#shared/jobs/job.ts';
import { listedStatusesOf, storedStatus } from '#shared/jobs/jobs.ts';
import type { PageOf, Condition } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/paging.ts';
import { jobTypesOfClass } from '#shared/matching/matching.ts';
import { addCompanyNames, getListItems, isRenewalFailing } from './job-query.ts';

/** The fields that the job list can be filtered and sorted by (`docs/product/jobs.md#job-list`). */
export const jobListFields: ListFields = {
  title: {
    kind: 'text',
    column: jobs.title,
    folded: jobs.searchTitle,
    order: jobs.searchTitle,
    isRequired: true,
  },
  status: {
    kind: 'enum',
    column: jobs.status,
    accepts: (value) => listedStatusesOf(value).length > 0,
    isRequired: true,
    match: matchStatus,
  },
  ...listFieldsOf(getTableColumns(jobs), jobFieldsOnList),
  cdl_class: { kind: 'enum', column: jobs.cdlClass, order: null, values: codes(requiredCdlClasses), match: matchClass },
  city: { kind: 'text', column: jobs.city, folded: jobs.searchCity, order: jobs.searchCity, isRequired: true },
  state: { kind: 'text', column: jobs.state, isUppercase: true, isRequired: true },
  posting_date: { kind: 'date', column: jobs.postingDate },
  expiration_date: { kind: 'date', column: jobs.expirationDate },
  next_billing_date: { kind: 'date', column: jobs.nextBillingDate },
  tag: { kind: 'tag', column: jobs.id, order: null, match: matchTag },
  renewal_failing: { kind: 'flag', column: isRenewalFailing, order: null },
  boost_active: { kind: 'flag', column: jobs.boostUntil, match: matchBoost },
  created_at: { kind: 'date', column: jobs.createdAt, isRequired: true },
};

/** Active and canceled jobs are both stored as POSTED. A canceled job is one whose renewal was canceled. */
function matchStatus(_operator: Operator, value: Condition['value']): SQL {
  const listedStatuses = new Set([value].flat().flatMap((one) => listedStatusesOf(String(one))));
  const storedStatuses = [...new Set([...listedStatuses].map(storedStatus))];
  if (storedStatuses.length === 0) return sql`false`;
  const hasStatus = inArray(jobs.status, storedStatuses);
  if (listedStatuses.has('ACTIVE') === listedStatuses.has('CANCELED')) return hasStatus;
  const renewalCondition = listedStatuses.has('ACTIVE') ? isNull(jobs.renewalCanceledAt) : isNotNull(jobs.renewalCanceledAt);
  return sql`(${hasStatus} and (${jobs.status} <> 'POSTED' or ${renewalCondition}))`;
}

/** The class that a job requires is chosen or follows from its type of driving. */
function matchClass(_operator: Operator, value: Condition['value']): SQL {
  const classes = [value].flat().map((code) => requiredCdlClasses.find((entry) => entry.code === code)?.code ?? null);
  const conditions = classes.map((cdlClass) => {
    const isByType = and(isNull(jobs.cdlClass), inArray(jobs.jobType, jobTypesOfClass(cdlClass)));
    return cdlClass === null ? isByType : or(eq(jobs.cdlClass, cdlClass), isByType);
  });
  return or(...conditions) ?? sql`false`;
}

/** Matches the tag's text, ignoring case, or the tag's id. */
function matchTag(operator: Operator, value: Condition['value']): SQL {
  if (operator === 'equals' && value === null) return sql`not exists (select from job_tags jt where jt.job_id = jobs.id)`;
  const tagTexts = (Array.isArray(value) ? value : [value]).map((one) => foldText(String(one)));
  if (tagTexts.length === 0) return sql`false`;
  const list = sql.join(
    tagTexts.map((one) => sql`${one}`),
    sql`, `,
  );
  return sql`exists (select from job_tags jt join company_tags t on t.id = jt.tag_id
    where jt.job_id = jobs.id and (fold_text(t.text) in (${list}) or t.id::text in (${list})))`;
}

function matchBoost(_operator: Operator, value: Condition['value']): SQL {
  if (value === null) return sql`false`;
  const isActive = sql`(${jobs.status} = 'POSTED' and ${jobs.boostUntil} > now())`;
  return toBoolean(value) ? isActive : sql`(${isActive}) is not true`;
}

type JobListRequest = z.infer<typeof jobListSchema> & Reader;

/** A page of the company's jobs, or of all companies' jobs for staff, the newest first by default. */
export async function listJobs(db: Database, scope: CompanyScope, request: JobListRequest): Promise<PageOf<JobListItem>> {
  return readPage(db, jobList(scope, request), request, async (ids) =>
    addCompanyNames(db, scope, await getListItems(db, ids, request)),
  );
}

/** The condition of the job list, which CSV files use too. */
export const jobListWhere = (scope: CompanyScope, request: Omit<JobListRequest, 'offset' | 'limit'>): SQL | undefined =>
  listWhere(jobList(scope, request), request);

function jobList(scope: CompanyScope, { companyId, query }: Pick<JobListRequest, 'companyId' | 'query'>): List {
  const text = query?.trim();
  return {
    from: jobs,
    id: jobs.id,
    fields: jobListFields,
    defaultOrder: [{ field: 'created_at', direction: 'desc' }],
    where: and(
      scope.companyId === null ? undefined : whereInScope(jobs.companyId, scope),
      companyId ? eq(jobs.companyId, companyId) : undefined,
      text ? foldedContains(jobs.searchTitle, text) : undefined,
    ),
  };
}
