import { and, eq, inArray, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { JobListItem, jobListSchema } from '#shared/jobs/job.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import { lowerContains, type Reader } from '#server/lists/filter.ts';
import { type List, listWhere, readPage } from '#server/lists/read-page.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { jobListFields } from './list-fields.ts';
import { listItemColumns, startOfToday, toListItem } from './list-item.ts';
import { nameCompanies } from './name-companies.ts';

type JobListRequest = z.infer<typeof jobListSchema> & Reader;

/** A page of the company's jobs, or of every company's for staff; newest first unless asked otherwise. */
export async function listJobs(db: Database, scope: CompanyScope, request: JobListRequest): Promise<PageOf<JobListItem>> {
  const now = Date.now();
  return readPage(db, jobList(scope, request), request, async (ids) => {
    const rows = await db
      .select(listItemColumns(startOfToday(request)))
      .from(jobs)
      .where(inArray(jobs.id, ids));
    return nameCompanies(
      db,
      scope,
      rows.map((row) => toListItem(row, now)),
    );
  });
}

/** The condition that a job in the list meets, for files. */
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
      scope.companyId === null ? undefined : inScope(jobs.companyId, scope),
      companyId ? eq(jobs.companyId, companyId) : undefined,
      text ? lowerContains(jobs.searchTitle, text) : undefined,
    ),
  };
}
