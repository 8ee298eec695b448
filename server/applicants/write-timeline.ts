import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { whereInScope } from '#server/scope.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { AddNote, ChangeSource, EditNote, LogCall, TimelineKind } from '#shared/applicants/timeline.ts';
import { text } from '#shared/texts/texts.ts';

export type NewEvent = {
  applicationId: string;
  companyId: string;
  kind: TimelineKind;
  /** Null if the driver or the worker did it. */
  authorId: string | null;
  source?: ChangeSource;
  text?: string | null;
  detail?: Record<string, unknown>;
};

/** Adds entries to the timeline, in the transaction of the change. */
export async function writeEvents(tx: Database, events: readonly NewEvent[]): Promise<{ id: string }[]> {
  if (events.length === 0) return [];
  return tx
    .insert(applicationEvents)
    .values([...events])
    .returning({ id: applicationEvents.id });
}

/**
 * Locks the application's row and returns it, so that two people who change it take turns.
 * @throws not found, also for one that was withdrawn
 */
export async function lockApplicant(tx: Database, scope: CompanyScope, applicantId: string) {
  const [row] = await tx
    .select({
      id: applications.id,
      companyId: applications.companyId,
      jobId: applications.jobId,
      personId: applications.personId,
      stage: applications.stage,
      ownerId: applications.ownerId,
      viewedAt: applications.viewedAt,
    })
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId), isNull(applications.withdrawnAt)))
    .for('update');
  if (!row) throw notFound(text('errors.thisApplicantWasNotFound'));
  return row;
}

/** Adds a note. Colleagues who are mentioned must work at the company. */
export async function addNote(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, text: written, mentions = [] }: AddNote,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, scope, applicantId);
    await assertColleagues(tx, applicant.companyId, mentions);
    const [note] = await writeEvents(tx, [
      {
        applicationId: applicantId,
        companyId: applicant.companyId,
        kind: 'note',
        authorId: actor.userId,
        text: written,
        detail: { mentions: [...new Set(mentions)] },
      },
    ]);
    await audit(tx, actor, {
      action: 'applicant.note',
      subject: { type: 'application', id: applicantId },
      companyId: applicant.companyId,
    });
    await events.publish(tx, {
      type: 'application',
      companyId: applicant.companyId,
      jobId: applicant.jobId,
      applicationId: applicantId,
    });
    return { id: note?.id ?? '' };
  });
}

async function assertColleagues(tx: Database, companyId: string, ids: readonly string[]): Promise<void> {
  const uniqueIds = [...new Set(ids)];
  if (uniqueIds.length === 0) return;
  const found = await tx
    .select({ id: employees.userId })
    .from(employees)
    .where(and(eq(employees.companyId, companyId), inArray(employees.userId, uniqueIds)));
  if (found.length < uniqueIds.length) throw invalid('mentions', text('hiring.colleagueNotFound'));
}

/** Changes a note that the caller wrote. */
export async function editNote(
  { db }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id, text: written }: EditNote,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const note = await lockNote(tx, scope, actor, id);
    await tx.update(applicationEvents).set({ text: written, editedAt: new Date() }).where(eq(applicationEvents.id, id));
    await audit(tx, actor, { action: 'applicant.note_edit', ...subjectOf(note) });
    return { id };
  });
}

/** Deletes a note or call that the caller wrote. */
export async function deleteNote(
  { db }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id }: { id: string },
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const note = await lockNote(tx, scope, actor, id);
    await tx.delete(applicationEvents).where(eq(applicationEvents.id, id));
    await audit(tx, actor, { action: 'applicant.note_delete', ...subjectOf(note) });
    return { id };
  });
}

const subjectOf = ({ applicationId, companyId }: { applicationId: string; companyId: string }) => ({
  subject: { type: 'application' as const, id: applicationId },
  companyId,
});

async function lockNote(tx: Database, scope: CompanyScope, actor: ActingUser, id: string) {
  const [note] = await tx
    .select({
      applicationId: applicationEvents.applicationId,
      companyId: applicationEvents.companyId,
      authorId: applicationEvents.authorId,
    })
    .from(applicationEvents)
    .where(and(whereInScope(applicationEvents.companyId, scope), eq(applicationEvents.id, id), isNote))
    .for('update');
  if (!note) throw notFound(text('hiring.noteNotFound'));
  if (note.authorId !== actor.userId) throw new AppError('forbidden', text('hiring.onlyAuthorChangesNote'));
  return note;
}

const isNote = sql`${applicationEvents.kind} in ('note', 'call')`;

/** Logs a phone call with the applicant. */
export async function logCall(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, outcome, text: written }: LogCall,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { companyId, jobId } = await lockApplicant(tx, scope, applicantId);
    const [call] = await writeEvents(tx, [
      { applicationId: applicantId, companyId, kind: 'call', authorId: actor.userId, text: written || null, detail: { outcome } },
    ]);
    await audit(tx, actor, { action: 'applicant.call', subject: { type: 'application', id: applicantId }, companyId });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
    return { id: call?.id ?? '' };
  });
}
