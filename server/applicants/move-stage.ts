import { eq } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid } from '#server/errors.ts';
import { findActiveEmployees } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { canMoveToContacted, type MoveStage, type Stage } from '#shared/applicants/stages.ts';
import type { AssignOwner, ChangeSource } from '#shared/applicants/timeline.ts';
import { text } from '#shared/texts/texts.ts';
import { stageColumns } from './notify-not-selected.ts';
import { notifyStages } from './notify-stages.ts';
import { readStageSettings, stageName } from './stage-settings.ts';
import { lockApplicant, writeEvents } from './write-timeline.ts';

/**
 * Moves an applicant to a stage and writes who did it into the timeline. Moving to the current stage changes nothing, except the
 * reason of `not_a_fit`, about which the driver is not told again.
 * @throws conflict if another person has moved the applicant since `from` was read
 */
export async function moveStage(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, stage, reason, from }: MoveStage,
  source: ChangeSource,
): Promise<void> {
  await db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, scope, applicantId);
    const { companyId, jobId } = applicant;
    const isReasonChange = applicant.stage === stage && (reason ?? null) !== applicant.notAFitReason;
    if (applicant.stage === stage && !isReasonChange) return;
    if (from !== undefined && applicant.stage !== from) {
      const name = await stageName(tx, companyId, applicant.stage, actor.language ?? 'en');
      throw conflict(text('hiring.movedMeanwhile', { stage: name }));
    }
    await tx
      .update(applications)
      .set(isReasonChange ? { notAFitReason: reason ?? null } : stageColumns(stage, reason ?? null))
      .where(eq(applications.id, applicantId));
    if (!isReasonChange) await notifyStages(tx, events, [applicant], stage);
    const detail = { from: applicant.stage, to: stage, ...(reason && { reason }) };
    await writeEvents(tx, [{ applicationId: applicantId, companyId, kind: 'stage', authorId: actor.userId, source, detail }]);
    await audit(tx, actor, {
      action: 'applicant.stage',
      subject: { type: 'application', id: applicantId },
      companyId,
      detail,
    });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
  });
}

type MessagedApplication = { id: string; companyId: string; stage: Stage };

/**
 * Moves a New or Reviewed application on to Contacted after a message to the driver. Returns whether it did.
 * The caller has locked the row.
 */
export async function moveToContacted(
  tx: Database,
  { id, companyId, stage }: MessagedApplication,
  authorId: string | null,
  source: ChangeSource,
): Promise<boolean> {
  if (!canMoveToContacted(await readStageSettings(tx, companyId), stage)) return false;
  await tx.update(applications).set(stageColumns('contacted', null)).where(eq(applications.id, id));
  const detail = { from: stage, to: 'contacted' };
  await writeEvents(tx, [{ applicationId: id, companyId, kind: 'stage', authorId, source, detail }]);
  return true;
}

/** Makes a colleague the owner of an applicant. Null removes the owner. */
export async function assignOwner(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, ownerId }: AssignOwner,
  source: ChangeSource,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { companyId, jobId, ownerId: previousOwnerId } = await lockApplicant(tx, scope, applicantId);
    if (previousOwnerId === ownerId) return;
    if (ownerId !== null) await assertActiveColleague(tx, companyId, ownerId);
    await tx.update(applications).set({ ownerId }).where(eq(applications.id, applicantId));
    const detail = { from: previousOwnerId, to: ownerId };
    await writeEvents(tx, [{ applicationId: applicantId, companyId, kind: 'owner', authorId: actor.userId, source, detail }]);
    await audit(tx, actor, {
      action: 'applicant.owner',
      subject: { type: 'application', id: applicantId },
      companyId,
      detail,
    });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
  });
}

/** @throws invalid if the person does not work at the company */
export async function assertActiveColleague(tx: Database, companyId: string, userId: string): Promise<void> {
  const people = await findActiveEmployees(tx, [companyId]);
  if (!people.some(({ id }) => id === userId)) throw invalid('ownerId', text('hiring.colleagueNotFound'));
}

/** Records that the company opened the application, which the driver sees as "Viewed". Only the first time is recorded. */
export async function markViewed(
  { db }: Pick<Services, 'db'>,
  scope: CompanyScope,
  actor: ActingUser,
  { id }: { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { companyId, viewedAt } = await lockApplicant(tx, scope, id);
    // A staff member who opens an application does not count as the company.
    if (viewedAt || actor.companyId !== companyId) return { id };
    await tx.update(applications).set({ viewedAt: new Date() }).where(eq(applications.id, id));
    await writeEvents(tx, [{ applicationId: id, companyId, kind: 'viewed', authorId: actor.userId }]);
    return { id };
  });
}
