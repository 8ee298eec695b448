import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { Reader } from '#server/lists/filter.ts';
import { type List, readPage } from '#server/lists/read-page.ts';
import { inScopeOf, type ScopeVariant, variantOf } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { Applicant, ListApplicants } from '#shared/drivers/applicant.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { applicantColumns, asApplicant } from './columns.ts';
import { applicantListFields } from './fields.ts';

/** A page of the applicants of a job, by name unless asked otherwise. @throws not found */
export async function listApplicants(
  db: Database,
  scope: CompanyScope,
  request: ListApplicants & Reader,
): Promise<PageOf<Applicant>> {
  return readPage(db, await applicantList(db, scope, request.id), request, async (ids) => {
    const rows = await db.select(applicantColumns).from(applications).where(inArray(applications.id, ids));
    return rows.map(asApplicant);
  });
}

/** The applicants of a job of the scope who have not withdrawn. @throws not found */
export async function applicantList(db: Database, scope: CompanyScope, jobId: string): Promise<List> {
  return {
    from: applications,
    id: applications.id,
    fields: applicantListFields(await findCompanyOfJob(db, scope, jobId)),
    defaultOrder: [{ field: 'applicant', direction: 'asc' }],
    where: and(eq(applications.jobId, jobId), isNull(applications.withdrawnAt)),
  };
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
