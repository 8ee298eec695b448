import { and, count, eq, isNull } from 'drizzle-orm';
import { followUps } from '#drizzle/schema/hiring.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid, notFound } from '#server/errors.ts';
import { findActiveEmployees } from '#server/notifications/notify.ts';
import { readCompanyZone } from '#server/places/company-zone.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import {
  type AddFollowUp,
  followUpReminderTime,
  type FollowUp,
  isPossibleDueDay,
  maxOpenFollowUps,
  type UpdateFollowUp,
} from '#shared/applicants/follow-up.ts';
import type { ChangeSource } from '#shared/applicants/timeline.ts';
import { text } from '#shared/texts/texts.ts';
import { localDay, type TimeZone } from '#shared/time-zone.ts';
import { readFollowUp } from './follow-up-query.ts';
import { assertActiveColleague } from './move-stage.ts';
import { lockApplicant, writeEvents } from './write-timeline.ts';

type Caller = { scope: CompanyScope; actor: ActingUser; source: ChangeSource };

/**
 * Adds a follow-up to an applicant (`docs/product/applicants-and-matching.md#follow-ups`).
 * @throws conflict if the application has too many open ones, or if the driver has deleted the account
 */
export async function addFollowUp(
  { db, events }: Services,
  { scope, actor, source }: Caller,
  { applicantId, task, dueOn, ownerId: requestedOwnerId }: AddFollowUp,
): Promise<FollowUp> {
  const id = await db.transaction(async (tx) => {
    const { companyId, jobId, personId, ownerId: applicantOwnerId } = await lockApplicant(tx, scope, applicantId);
    if (personId === null) throw conflict(text('followUps.driverDeleted'));
    const zone = await readCompanyZone(tx, companyId);
    assertPossible(dueOn, zone);
    await assertRoom(tx, applicantId);
    const isOwnCompany = actor.companyId === companyId;
    const ownerId = requestedOwnerId === undefined ? (isOwnCompany ? actor.userId : applicantOwnerId) : requestedOwnerId;
    if (requestedOwnerId) await assertActiveColleague(tx, companyId, requestedOwnerId);
    const remindAt = await whenToRemind(tx, { companyId, dueOn, ownerId }, zone, actor);
    const [row] = await tx
      .insert(followUps)
      .values({ companyId, applicationId: applicantId, ownerId, createdBy: actor.userId, task, dueOn, remindAt })
      .returning({ id: followUps.id });
    if (!row) throw new Error('The follow-up was not returned');
    const detail = { change: 'added', dueOn, ownerId };
    await writeEvents(tx, [
      { applicationId: applicantId, companyId, kind: 'follow_up', authorId: actor.userId, source, text: task, detail },
    ]);
    await audit(tx, actor, { action: 'follow_up.add', subject: { type: 'application', id: applicantId }, companyId, detail });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
    return row.id;
  });
  return readFollowUp(db, id);
}

/**
 * Changes a follow-up, marks it as done, or opens it again. A call that changes nothing writes nothing.
 * @throws not found, also if the application was withdrawn
 */
export async function updateFollowUp(
  { db, events }: Services,
  { scope, actor, source }: Caller,
  { id, isDone, ...changes }: UpdateFollowUp,
): Promise<FollowUp> {
  await db.transaction(async (tx) => {
    const { followUp, jobId } = await lockFollowUp(tx, scope, id);
    const { companyId, applicationId } = followUp;
    const { task = followUp.task, dueOn = followUp.dueOn, ownerId = followUp.ownerId } = changes;
    const isMoved = dueOn !== followUp.dueOn;
    const isReassigned = ownerId !== followUp.ownerId;
    const wasDone = followUp.doneAt !== null;
    const isDoneChanged = isDone !== undefined && isDone !== wasDone;
    const isReopened = isDoneChanged && !isDone;
    const isReworded = task !== followUp.task;
    if (!isMoved && !isReassigned && !isReworded && !isDoneChanged) return;
    const zone = await readCompanyZone(tx, companyId);
    if (isMoved) assertPossible(dueOn, zone);
    if (isReassigned && ownerId) await assertActiveColleague(tx, companyId, ownerId);
    if (isReopened) await assertRoom(tx, applicationId);
    await tx
      .update(followUps)
      .set({
        task,
        dueOn,
        ownerId,
        ...(isMoved || isReassigned
          ? { remindAt: await whenToRemind(tx, { companyId, dueOn, ownerId }, zone, actor) }
          : isReopened && { remindAt: laterThanNow(followUp.remindAt) }),
        ...(isDoneChanged && { doneAt: isDone ? new Date() : null, doneBy: isDone ? actor.userId : null }),
      })
      .where(eq(followUps.id, id));
    const changeNames = [
      ...(isReworded ? ['changed'] : []),
      ...(isMoved ? ['moved'] : []),
      ...(isReassigned ? ['assigned'] : []),
      ...(isDoneChanged ? [isDone ? 'done' : 'reopened'] : []),
    ];
    const entry = { applicationId, companyId, kind: 'follow_up' as const, authorId: actor.userId, source, text: task };
    await writeEvents(
      tx,
      changeNames.map((change) => ({ ...entry, detail: { change, dueOn, ownerId } })),
    );
    const detail = { changes: changeNames };
    await audit(tx, actor, {
      action: 'follow_up.update',
      subject: { type: 'application', id: applicationId },
      companyId,
      detail,
    });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
  });
  return readFollowUp(db, id);
}

/** Deletes a follow-up. Its entries in the timeline stay. */
export async function deleteFollowUp(
  { db, events }: Services,
  { scope, actor, source }: Caller,
  { id }: { id: string },
): Promise<{ id: string }> {
  await db.transaction(async (tx) => {
    const { followUp, jobId } = await lockFollowUp(tx, scope, id);
    const { companyId, applicationId, task, dueOn } = followUp;
    await tx.delete(followUps).where(eq(followUps.id, id));
    const detail = { change: 'deleted', dueOn };
    await writeEvents(tx, [{ applicationId, companyId, kind: 'follow_up', authorId: actor.userId, source, text: task, detail }]);
    await audit(tx, actor, { action: 'follow_up.delete', subject: { type: 'application', id: applicationId }, companyId });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
  });
  return { id };
}

/** Locks the application and then reads its follow-up. Deleting a driver's account locks the application first, too. */
async function lockFollowUp(tx: Database, scope: CompanyScope, id: string) {
  const isRequested = and(whereInScope(followUps.companyId, scope), eq(followUps.id, id));
  const [found] = await tx.select({ applicationId: followUps.applicationId }).from(followUps).where(isRequested);
  if (!found) throw notFound(text('followUps.notFound'));
  const { jobId } = await lockApplicant(tx, scope, found.applicationId);
  const [followUp] = await tx.select().from(followUps).where(isRequested).for('update');
  if (!followUp) throw notFound(text('followUps.notFound'));
  return { followUp, jobId };
}

function assertPossible(dueOn: string, zone: TimeZone): void {
  if (!isPossibleDueDay(dueOn, localDay(zone, Date.now()))) throw invalid('dueOn', text('followUps.dayOutOfRange'));
}

async function assertRoom(tx: Database, applicationId: string): Promise<void> {
  const [open] = await tx
    .select({ total: count() })
    .from(followUps)
    .where(and(eq(followUps.applicationId, applicationId), isNull(followUps.doneAt)));
  if ((open?.total ?? 0) >= maxOpenFollowUps) throw conflict(text('followUps.tooMany', { count: maxOpenFollowUps }));
}

type Assignment = { companyId: string; dueOn: string; ownerId: string | null };

/** In the morning of the day. A colleague who gets a follow-up later on that day is told right away. */
async function whenToRemind(
  tx: Database,
  { companyId, dueOn, ownerId }: Assignment,
  zone: TimeZone,
  actor: ActingUser,
): Promise<Date | null> {
  const morning = laterThanNow(followUpReminderTime(dueOn, zone));
  if (morning || ownerId === actor.userId) return morning;
  const people = await findActiveEmployees(tx, [companyId]);
  return people.some(({ id }) => id === ownerId) ? new Date() : null;
}

const laterThanNow = (time: Date | null): Date | null => (time && time > new Date() ? time : null);
