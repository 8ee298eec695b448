import { and, eq } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit/audit.ts';
import { conflict } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { MergeApplicants } from '#shared/applicants/timeline.ts';
import { text } from '#shared/texts/texts.ts';
import { lockApplicant, writeEvents } from './write-timeline.ts';

/**
 * Merges two applicants of a company who are the same person. All applications of the duplicate then belong to the person of
 * `applicantId`, with one timeline. The drivers' accounts do not change.
 */
export async function mergeApplicants(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, duplicateId }: MergeApplicants,
): Promise<void> {
  await db.transaction(async (tx) => {
    // The rows are always locked in the same order, so that two colleagues who merge the same pair cannot cause a deadlock.
    const isApplicantFirst = applicantId < duplicateId;
    const first = await lockApplicant(tx, scope, isApplicantFirst ? applicantId : duplicateId);
    const second = await lockApplicant(tx, scope, isApplicantFirst ? duplicateId : applicantId);
    const [applicant, duplicate] = isApplicantFirst ? [first, second] : [second, first];
    const { companyId, jobId, personId } = applicant;
    if (!personId || !duplicate.personId || personId === duplicate.personId || companyId !== duplicate.companyId)
      throw conflict(text('hiring.alreadyOnePerson'));
    await tx
      .update(applications)
      .set({ personId })
      .where(and(eq(applications.companyId, companyId), eq(applications.personId, duplicate.personId)));
    await writeEvents(tx, [
      { applicationId: applicantId, companyId, kind: 'merged', authorId: actor.userId, detail: { duplicateId } },
    ]);
    await audit(tx, actor, {
      action: 'applicant.merge',
      subject: { type: 'application', id: applicantId },
      companyId,
      detail: { duplicateId },
    });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
  });
}
