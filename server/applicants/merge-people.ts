import { and, eq, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit.ts';
import { conflict } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { MergeApplicants } from '#shared/applicants/timeline.ts';
import { text } from '#shared/texts/texts.ts';
import { lockApplicant, writeEvents } from './write-timeline.ts';

/**
 * Joins two people of a company whose applications are by the same person. All applications of the duplicate then belong
 * to the person of `applicantId`, with one timeline. The drivers' accounts stay as they are.
 */
export async function mergeApplicants(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, duplicateId }: MergeApplicants,
): Promise<void> {
  await db.transaction(async (tx) => {
    // Both people lock in the same order when two colleagues merge the same pair.
    const [first, second] = [applicantId, duplicateId].toSorted();
    await lockApplicant(tx, scope, first ?? '');
    await lockApplicant(tx, scope, second ?? '');
    const { companyId, jobId } = await lockApplicant(tx, scope, applicantId);
    const duplicate = await lockApplicant(tx, scope, duplicateId);
    const people = await tx
      .select({ id: applications.id, personId: applications.personId })
      .from(applications)
      .where(and(eq(applications.companyId, companyId), sql`${applications.id} in (${applicantId}, ${duplicateId})`));
    const kept = people.find(({ id }) => id === applicantId)?.personId;
    const joined = people.find(({ id }) => id === duplicateId)?.personId;
    if (!kept || !joined || kept === joined || duplicate.companyId !== companyId) throw conflict(text('hiring.alreadyOnePerson'));
    await tx
      .update(applications)
      .set({ personId: kept })
      .where(and(eq(applications.companyId, companyId), eq(applications.personId, joined)));
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
