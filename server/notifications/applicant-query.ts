import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { visibleColumns } from '#server/access/application-columns.ts';
import type { Database } from '#server/db/open.ts';
import { hasRequiredExperience } from '#shared/matching/experience.ts';

/** An applicant whom a notification names, with what tells the reader whether to call. */
export type NamedApplicant = Awaited<ReturnType<typeof findNamedApplicants>>[number];

/**
 * Finds the applicants of a company whom a notification may name: not those who withdrew or deleted the account, and not those
 * whom the company's experience filter hides.
 */
export async function findNamedApplicants(db: Database, companyId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      id: visibleColumns.id,
      jobId: visibleColumns.jobId,
      name: visibleColumns.fullName,
      cdlStatus: visibleColumns.cdlStatus,
      years: visibleColumns.yearsOfExperience,
      miles: visibleColumns.distance,
      matchScore: visibleColumns.matchScore,
      requiredExperience: jobs.requiredExperience,
      hidesInexperienced: companies.experiencedDriverFilter,
    })
    .from(applications)
    .innerJoin(jobs, eq(jobs.id, applications.jobId))
    .innerJoin(companies, eq(companies.id, applications.companyId))
    .where(
      and(
        eq(applications.companyId, companyId),
        inArray(applications.id, [...ids]),
        isNull(applications.withdrawnAt),
        isNotNull(applications.driverId),
      ),
    );
  return rows.filter(
    ({ hidesInexperienced, requiredExperience, years }) =>
      !hidesInexperienced || hasRequiredExperience(years, requiredExperience),
  );
}
