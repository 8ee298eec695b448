import { eq } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { writeEvents } from '#server/applicants/write-timeline.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, invalid } from '#server/errors.ts';
import { type InterviewRow, notifyInterview } from '#server/notifications/notify-interview.ts';
import type { InterviewChange } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import type { ActingUser } from '#server/trpc.ts';
import { type ChooseTime, type DeclineTimes, type Interview, nextInterviewReminder } from '#shared/applicants/interview.ts';
import { text } from '#shared/texts/texts.ts';
import { readInterview } from './interview-query.ts';
import { assertOpen, lockInterview } from './lock-interview.ts';
import { lockTimesOf, notifyOfNoTimesLeft, readTakenTimes } from './taken-times.ts';

/** The driver who answers, and whether by the link of an email instead of signed in. */
export type AnsweringDriver = ActingUser & { via?: 'link' };

const lockOwnInterview = async (tx: Database, driver: ActingUser, id: string): Promise<InterviewRow> =>
  (await lockInterview(tx, id, eq(applications.driverId, driver.userId))).interview;

/**
 * Schedules the interview at the proposed time that the driver chose. Both sides get an email with a calendar entry.
 * @throws conflict if the interview was changed meanwhile or another driver took the time, and invalid for a time that was not
 * proposed or has passed
 */
export async function chooseTime(services: Services, driver: AnsweringDriver, { id, time }: ChooseTime): Promise<Interview> {
  await services.db.transaction(async (tx) => {
    const interview = await lockOwnInterview(tx, driver, id);
    assertOpen(interview);
    if (interview.status === 'scheduled') throw conflict(text('interviews.timeAlreadyChosen'));
    if (!interview.times.some((proposedTime) => proposedTime.getTime() === time.getTime()))
      throw invalid('time', text('interviews.timeNotProposed'));
    if (time.getTime() <= Date.now()) throw invalid('time', text('interviews.timePassed'));
    if (interview.proposedBy) await lockTimesOf(tx, interview.proposedBy);
    if ((await readTakenTimes(tx, id)).includes(time.getTime())) throw conflict(text('interviews.timeTaken'));
    const scheduledInterview = { ...interview, startsAt: time, sequence: interview.sequence + 1 };
    const remindAt = nextInterviewReminder(time, new Date());
    await tx
      .update(interviews)
      .set({ status: 'scheduled', startsAt: time, remindAt, sequence: scheduledInterview.sequence })
      .where(eq(interviews.id, id));
    await announce(tx, services, { driver, interview: scheduledInterview, change: 'scheduled', answer: null });
    await notifyOfNoTimesLeft(tx, scheduledInterview);
  });
  return readInterview(services.db, id);
}

/**
 * Records that the driver declined all proposed times or canceled a scheduled interview. The company gets an email.
 * @throws conflict if the interview is no longer open
 */
export async function declineTimes(
  services: Services,
  driver: AnsweringDriver,
  { id, answer }: DeclineTimes,
): Promise<Interview> {
  await services.db.transaction(async (tx) => {
    const interview = await lockOwnInterview(tx, driver, id);
    assertOpen(interview);
    const change = interview.status === 'scheduled' ? ('canceled' as const) : ('declined' as const);
    const declinedInterview = { ...interview, sequence: interview.sequence + 1 };
    await tx
      .update(interviews)
      .set({ status: change, answer: answer || null, sequence: declinedInterview.sequence })
      .where(eq(interviews.id, id));
    await announce(tx, services, { driver, interview: declinedInterview, change, answer: answer || null });
  });
  return readInterview(services.db, id);
}

type Answer = {
  driver: AnsweringDriver;
  interview: InterviewRow;
  change: InterviewChange;
  answer: string | null;
};

/** Sends the emails and notifications about the driver's answer, and adds it to the timeline. */
async function announce(
  tx: Database,
  { events, keys }: Pick<Services, 'events' | 'keys'>,
  { driver, interview, change, answer }: Answer,
): Promise<void> {
  const { applicationId, companyId, startsAt, kind } = interview;
  const { jobId } = await notifyInterview(tx, keys, { interview, change, answer, language: driver.language });
  const detail = { change, by: 'driver', kind, ...(startsAt && change === 'scheduled' ? { at: startsAt.toISOString() } : {}) };
  await writeEvents(tx, [{ applicationId, companyId, kind: 'interview', authorId: null, detail, text: answer }]);
  await audit(tx, driver, {
    action: 'interview.answer',
    subject: { type: 'application', id: applicationId },
    companyId,
    detail: { ...detail, ...(driver.via && { via: driver.via }) },
  });
  await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
}
