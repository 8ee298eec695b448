import { eq } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { RateApplicant } from '#shared/drivers/applicant.ts';
import { companyOfApplicant } from './tag.ts';

/** The company's stars for an applicant (`spec: work §9`); the driver never sees them. */
export async function rateApplicant(db: Database, scope: CompanyScope, actor: ActingUser, input: RateApplicant): Promise<void> {
  const { jobId, applicantId, rating } = input;
  await db.transaction(async (tx) => {
    const companyId = await companyOfApplicant(tx, scope, jobId, applicantId);
    await tx.update(applications).set({ rating }).where(eq(applications.id, applicantId));
    const subject = { type: 'application', id: applicantId };
    await audit(tx, actor, { action: 'applicant.rate', subject, companyId, detail: { rating } });
  });
}
