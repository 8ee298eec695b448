import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { createInterviewLink } from '#server/notifications/interview-link.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import { type InterviewRow, readParties, remindCompany, toAppointment } from '#server/notifications/notify-interview.ts';
import type { Services } from '#server/services.ts';
import { findTextReachability } from '#server/sms/consent.ts';
import { createTextFrame, queueText } from '#server/sms/queue-text.ts';
import { appointmentTime, nextInterviewReminder } from '#shared/applicants/interview.ts';
import { textForEmail } from '#shared/companies/company.ts';
import { textingTime } from '#shared/messages/text-message.ts';
import { translatorIn } from '#shared/texts/write-text.ts';

const batchSize = 20;

export const dueInterviewReminders: DueRows = {
  table: interviews,
  at: interviews.remindAt,
  when: (now) => and(sql`${interviews.status} = 'scheduled'`, lte(interviews.remindAt, now)),
};

type Settings = Pick<Services['settings'], 'offersTexts'>;

/**
 * Reminds drivers and companies of scheduled interviews (`docs/product/interviews.md#reminders`). A reminder is written in the
 * transaction that sets the time of the next one, so that neither two workers nor a crash can send it twice or lose it.
 */
export function remindOfInterviews(
  { db, events, keys, settings }: Pick<Services, 'db' | 'events' | 'keys'> & { settings: Settings },
  now = new Date(),
): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, dueInterviewReminders, now, batchSize)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const dueInterviews = await tx.select().from(interviews).where(inArray(interviews.id, ids));
    let handled = 0;
    for (const interview of dueInterviews) if (await remind(tx, { events, keys, settings }, interview, now)) handled += 1;
    return handled;
  });
}

/** Returns false if the driver's account is being changed or deleted. The worker then tries again. */
async function remind(
  tx: Database,
  { events, keys, settings }: Pick<Services, 'events' | 'keys'> & { settings: Settings },
  interview: InterviewRow,
  now: Date,
): Promise<boolean> {
  const { id, startsAt, applicationId } = interview;
  const appointment = toAppointment(interview);
  const parties = await readParties(tx, applicationId);
  if (startsAt && appointment && parties && startsAt > now) {
    // Deleting an account locks the account before its interviews. Waiting for it here would be a deadlock.
    const [driver] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, parties.driverId))
      .for('key share', { skipLocked: true });
    if (!driver) return false;
    const { email, firstName, title, company, zone } = parties;
    const data = {
      firstName,
      title,
      company,
      zone,
      applicationId,
      link: createInterviewLink(keys, { applicationId, email }),
      note: textForEmail(parties, interview.note),
      interview: appointment,
    };
    await mail(tx, email, 'interview_reminder', data, null);
    const notice = { company, title, zone, applicationId, interview: { ...appointment, place: null } };
    await notifyDrivers(tx, events, [{ driverId: driver.id, kind: 'interview_reminder', data: notice }]);
    if (settings.offersTexts) await textDriver(tx, { ...interview, startsAt }, parties, now);
    const isLastReminder = nextInterviewReminder(startsAt, now) === null;
    if (isLastReminder) await remindCompany(tx, { ...interview, appointment }, parties);
  }
  await tx
    .update(interviews)
    .set({ remindAt: startsAt && nextInterviewReminder(startsAt, now) })
    .where(eq(interviews.id, id));
  return true;
}

type ScheduledInterview = InterviewRow & { startsAt: Date };
type Parties = NonNullable<Awaited<ReturnType<typeof readParties>>>;

/** Texts a driver who agreed to texts, unless quiet hours last until the interview. */
async function textDriver(
  tx: Database,
  { id, companyId, startsAt, place, kind }: ScheduledInterview,
  { driverId, title, company, zone }: Parties,
  now: Date,
): Promise<void> {
  const driver = await findTextReachability(tx, driverId);
  if (!driver?.phone || textingTime(driver.timeZone, now) >= startsAt) return;
  const { language } = driver;
  const frame = await createTextFrame(tx, { companyId, companyName: company, driverId, language });
  const t = translatorIn(language ?? 'en');
  const when = appointmentTime(t, startsAt, zone);
  const body =
    place && kind !== 'phone'
      ? t('messages.interviewReminderAt', { kind, title, when, place })
      : t('messages.interviewReminder', { kind, title, when });
  await queueText(tx, { interviewId: id, interviewAt: startsAt, driverId, body, frame, now });
}
