import { and, eq } from 'drizzle-orm';
import { interviews } from '#drizzle/schema/hiring.ts';
import { whereInScope } from '#server/access/scope.ts';
import { markAnswered } from '#server/applicants/mark-answered.ts';
import { lockApplicant, writeEvents } from '#server/applicants/write-timeline.ts';
import { audit } from '#server/audit/audit.ts';
import { conflict, invalidFields } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import { createInterviewLink } from '#server/notifications/interview-link.ts';
import { heldStatuses, isStoredOpen, statusNow } from '#server/notifications/interview-status.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import { notifyCompany, toAppointment, readParties } from '#server/notifications/notify-interview.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import type { CancelInterview, Interview, ProposeInterview, SetNoShow } from '#shared/applicants/interview.ts';
import { textForEmail } from '#shared/companies/company.ts';
import { text } from '#shared/texts/texts.ts';
import { readInterview } from './interview-query.ts';
import { assertOpen, lockInterview } from './lock-interview.ts';
import { lockTimesOf, readTakenTimes } from './taken-times.ts';

/** The number of proposals is limited, because each sends an email. */
const employeeLimit = { maxHits: 100, windowSeconds: 60 * 60 };
/** This limit counts the proposals of all companies to one driver. */
const driverLimit = { maxHits: 30, windowSeconds: 60 * 60 };

/**
 * Proposes times for an interview to an applicant by email. If the applicant has an open interview, it gets the new times,
 * and the driver has to choose again. An interview that is over stays in the history.
 * @throws conflict if the driver has deleted the account, and invalid for a time when the person meets another driver
 */
export async function proposeInterview(
  { db, events, keys }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { applicantId, kind, minutes, times, place, note }: ProposeInterview,
): Promise<Interview> {
  await countHit(db, { bucket: 'interview', key: actor.userId }, employeeLimit);
  const id = await db.transaction(async (tx) => {
    const { companyId, jobId } = await lockApplicant(tx, scope, applicantId);
    const parties = await readParties(tx, applicantId);
    if (!parties) throw conflict(text('interviews.driverHasNoAccount'));
    await countHit(tx, { bucket: 'interview email', key: parties.driverId }, driverLimit);
    await tx
      .update(interviews)
      .set({ status: statusNow })
      .where(and(eq(interviews.applicationId, applicantId), isStoredOpen));
    const [openInterview] = await tx
      .select()
      .from(interviews)
      .where(and(eq(interviews.applicationId, applicantId), isStoredOpen))
      .for('update');
    const sortedTimes = times.toSorted((one, next) => one.getTime() - next.getTime());
    const proposal = {
      kind,
      minutes,
      times: sortedTimes,
      place: place || null,
      note: note || null,
      status: 'proposed' as const,
      startsAt: null,
      remindAt: null,
      proposedBy: actor.userId,
    };
    const [row] = openInterview
      ? await tx
          .update(interviews)
          .set({ ...proposal, sequence: openInterview.sequence + 1 })
          .where(eq(interviews.id, openInterview.id))
          .returning({ id: interviews.id })
      : await tx
          .insert(interviews)
          .values({ ...proposal, companyId, applicationId: applicantId })
          .returning({ id: interviews.id });
    if (!row) throw new Error('The interview was not returned');
    await lockTimesOf(tx, actor.userId);
    const takenTimes = new Set(await readTakenTimes(tx, row.id));
    if (takenTimes.size > 0)
      throw invalidFields(
        times.flatMap((time, index) =>
          takenTimes.has(time.getTime()) ? [{ field: `times.${index}`, text: text('interviews.timeOccupied') }] : [],
        ),
      );
    await markAnswered(tx, applicantId);
    const { driverId, email, firstName, company, title, zone } = parties;
    const movedInterview = openInterview?.startsAt ? { ...openInterview, sequence: openInterview.sequence + 1 } : null;
    const isoTimes = sortedTimes.map((time) => time.toISOString());
    const isChange = Boolean(openInterview);
    const data = { company, title, kind, minutes, times: isoTimes, zone, isChange, applicationId: applicantId };
    await mail(
      tx,
      email,
      'interview_proposed',
      {
        ...data,
        firstName,
        link: createInterviewLink(keys, { applicationId: applicantId, email }),
        note: textForEmail(parties, note || null),
        earlier: movedInterview && toAppointment(movedInterview),
      },
      actor.language,
    );
    await notifyDrivers(tx, events, [{ driverId, kind: 'interview_proposed', data }]);
    if (movedInterview) {
      const notice = { interview: movedInterview, change: 'company_rescheduled' as const, answer: null };
      await notifyCompany(tx, { ...notice, parties, actorId: actor.userId, language: actor.language });
    }
    const detail = { change: openInterview ? 'rescheduled' : 'proposed', kind };
    await writeEvents(tx, [{ applicationId: applicantId, companyId, kind: 'interview', authorId: actor.userId, detail }]);
    await audit(tx, actor, { action: 'interview.propose', subject: { type: 'application', id: applicantId }, companyId, detail });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId: applicantId });
    return row.id;
  });
  return readInterview(db, id);
}

/**
 * Cancels an open interview and emails both sides a calendar file that removes it.
 * @throws conflict if it is no longer open
 */
export async function cancelInterview(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id, answer }: CancelInterview,
): Promise<Interview> {
  await db.transaction(async (tx) => {
    const { interview } = await lockInterview(tx, id, whereInScope(interviews.companyId, scope));
    assertOpen(interview);
    const { applicationId, companyId } = interview;
    const sequence = interview.sequence + 1;
    await tx
      .update(interviews)
      .set({ status: 'canceled', answer: answer || null, sequence })
      .where(eq(interviews.id, id));
    const parties = await readParties(tx, applicationId);
    if (parties) {
      const { driverId, email, firstName, company, title, zone } = parties;
      const { kind } = interview;
      const data = { firstName, company, title, kind, answer: textForEmail(parties, answer || null), zone, applicationId };
      const canceledInterview = { ...interview, sequence };
      await mail(tx, email, 'interview_canceled', { ...data, interview: toAppointment(canceledInterview) }, actor.language);
      const driverNotice = { company, title, kind, zone, applicationId, interview: null };
      await notifyDrivers(tx, events, [{ driverId, kind: 'interview_canceled', data: driverNotice }]);
      const notice = { interview: canceledInterview, change: 'company_canceled' as const, answer: answer || null };
      if (interview.startsAt) await notifyCompany(tx, { ...notice, parties, actorId: actor.userId, language: actor.language });
      await events.publish(tx, { type: 'application', companyId, jobId: parties.jobId, applicationId });
    }
    const event = { applicationId, companyId, kind: 'interview' as const, authorId: actor.userId };
    await writeEvents(tx, [{ ...event, detail: { change: 'canceled', by: 'company', kind: interview.kind } }]);
    await audit(tx, actor, { action: 'interview.cancel', subject: { type: 'application', id: applicationId }, companyId });
  });
  return readInterview(db, id);
}

/**
 * Records that the driver did not come, or takes that back. The driver is not told.
 * @throws conflict if the interview has not begun, or was canceled or declined
 */
export async function setNoShow(
  { db, events }: Services,
  scope: CompanyScope,
  actor: ActingUser,
  { id, isNoShow }: SetNoShow,
): Promise<Interview> {
  await db.transaction(async (tx) => {
    const { interview, jobId } = await lockInterview(tx, id, whereInScope(interviews.companyId, scope));
    const { applicationId, companyId, kind, startsAt, status } = interview;
    const hasBegun = startsAt !== null && startsAt.getTime() <= Date.now();
    if (!hasBegun || !heldStatuses.some((held) => held === status)) throw conflict(text('interviews.notBegun'));
    if ((status === 'no_show') === isNoShow) return;
    await tx
      .update(interviews)
      .set({ status: isNoShow ? 'no_show' : 'over' })
      .where(eq(interviews.id, id));
    const detail = { change: isNoShow ? 'no_show' : 'no_show_undone', kind };
    await writeEvents(tx, [{ applicationId, companyId, kind: 'interview', authorId: actor.userId, detail }]);
    await audit(tx, actor, {
      action: 'interview.no_show',
      subject: { type: 'application', id: applicationId },
      companyId,
      detail,
    });
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
  });
  return readInterview(db, id);
}
