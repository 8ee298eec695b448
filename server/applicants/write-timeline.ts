import { and, eq, isNull, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { whereInScope } from '#server/access/scope.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid, notFound } from '#server/errors.ts';
import { notifyMentions } from '#server/notifications/notify-mentions.ts';
import { findActiveEmployees, type Person } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { AddNote, ChangeSource, EditNote, LogCall, TimelineKind } from '#shared/applicants/timeline.ts';
import { text } from '#shared/texts/texts.ts';

export type NewEvent = {
  applicationId: string;
  companyId: string;
  kind: TimelineKind;
  /** Null if the driver or the worker made the change. */
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
 * Locks and returns the application's row, so that two people cannot change it at the same time.
 * @throws not found, also if the application was withdrawn
 */
export async function lockApplicant(tx: Database, scope: CompanyScope, applicantId: string) {
  const [row] = await tx
    .select({
      id: applications.id,
      companyId: applications.companyId,
      jobId: applications.jobId,
      personId: applications.personId,
      stage: applications.stage,
      notAFitReason: applications.notAFitReason,
      ownerId: applications.ownerId,
      viewedAt: applications.viewedAt,
    })
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, applicantId), isNull(applications.withdrawnAt)))
    .for('update');
  if (!row) throw notFound(text('errors.applicantNotFound'));
  return row;
}

/** Adds a note. Colleagues who are mentioned must work at the company. */
export async function addNote(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, text: noteText, mentions = [] }: AddNote,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const applicant = await lockApplicant(tx, scope, applicantId);
    const colleagues = await findColleagues(tx, applicant.companyId, mentions);
    const [note] = await writeEvents(tx, [
      {
        applicationId: applicantId,
        companyId: applicant.companyId,
        kind: 'note',
        authorId: actor.userId,
        text: noteText,
        detail: { mentions: colleagues.map(({ id }) => id) },
      },
    ]);
    const notifiedColleagues = colleagues.filter(({ id }) => id !== actor.userId);
    await notifyMentions(tx, notifiedColleagues, {
      applicationId: applicantId,
      authorId: actor.userId,
      note: noteText,
      language: actor.language,
    });
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

/** @throws invalid if one of the people does not work at the company */
async function findColleagues(tx: Database, companyId: string, ids: readonly string[]): Promise<Person[]> {
  if (ids.length === 0) return [];
  const people = await findActiveEmployees(tx, [companyId]);
  if (!ids.every((mentionedId) => people.some(({ id }) => id === mentionedId)))
    throw invalid('mentions', text('hiring.colleagueNotFound'));
  return people.filter(({ id }) => ids.includes(id));
}

/** Changes a note that the caller wrote. Colleagues whom it did not mention before are notified. */
export async function editNote(
  { db }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id, text: noteText, mentions }: EditNote,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const note = await lockNote(tx, scope, actor, id);
    const { applicationId, companyId } = note;
    const earlierMentions = Array.isArray(note.detail['mentions']) ? note.detail['mentions'].map(String) : [];
    // A colleague who has left the company stays mentioned.
    const newMentions = mentions?.filter((mentionedId) => !earlierMentions.includes(mentionedId)) ?? [];
    const newColleagues = await findColleagues(tx, companyId, newMentions);
    const detail = mentions ? { ...note.detail, mentions } : note.detail;
    await tx.update(applicationEvents).set({ text: noteText, detail, editedAt: new Date() }).where(eq(applicationEvents.id, id));
    const notifiedColleagues = newColleagues.filter((colleague) => colleague.id !== actor.userId);
    await notifyMentions(tx, notifiedColleagues, {
      applicationId,
      authorId: actor.userId,
      note: noteText,
      language: actor.language,
    });
    await audit(tx, actor, { action: 'applicant.note_edit', ...toAuditSubject(note) });
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
    await audit(tx, actor, { action: 'applicant.note_delete', ...toAuditSubject(note) });
    return { id };
  });
}

const toAuditSubject = ({ applicationId, companyId }: { applicationId: string; companyId: string }) => ({
  subject: { type: 'application' as const, id: applicationId },
  companyId,
});

async function lockNote(tx: Database, scope: CompanyScope, actor: ActingUser, id: string) {
  const [note] = await tx
    .select({
      applicationId: applicationEvents.applicationId,
      companyId: applicationEvents.companyId,
      authorId: applicationEvents.authorId,
      detail: applicationEvents.detail,
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
  { applicantId, outcome, text: noteText }: LogCall,
): Promise<{ id: string }> {
  return db.transaction(async (tx) => {
    const { companyId, jobId } = await lockApplicant(tx, scope, applicantId);
    const [call] = await writeEvents(tx, [
      {
        applicationId: applicantId,
        companyId,
        kind: 'call',
        authorId: actor.userId,
        text: noteText || null,
        detail: { outcome },
      },
    ]);
    await audit(tx, actor, { action: 'applicant.call', subject: { type: 'application', id: applicantId }, companyId });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
    return { id: call?.id ?? '' };
  });
}
