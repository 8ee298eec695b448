import { and, eq, isNull } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { Applicant } from '#shared/drivers/applicant.ts';
import { applicantColumns, asApplicant } from './columns.ts';

/** One applicant of the scope. A withdrawn application is nobody's to see. */
export async function getApplicant(db: Database, scope: CompanyScope, id: string): Promise<Applicant> {
  const [row] = await db
    .select(applicantColumns)
    .from(applications)
    .where(and(inScope(applications.companyId, scope), eq(applications.id, id), isNull(applications.withdrawnAt)));
  if (!row) throw notFound('This applicant');
  return asApplicant(row);
}
