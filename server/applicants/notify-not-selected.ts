import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import { mailRow } from '#server/mail/outbox.ts';
import { notifyDrivers } from '#server/notifications/notify-drivers.ts';
import type { Services } from '#server/services.ts';
import { isAnswer } from '#shared/applicants/answer-time.ts';
import { type AssignableStage, type NotAFitReason, notSelectedTime } from '#shared/applicants/stages.ts';
import { answeredColumns } from './mark-answered.ts';

/** The columns of an application that moves to a stage. A move away from `not_a_fit` cancels the email about it. */
export function stageColumns(stage: AssignableStage, reason: NotAFitReason | null) {
  const dueTime = stage === 'not_a_fit' ? notSelectedTime(new Date()).toISOString() : null;
  return {
    stage,
    notAFitReason: reason,
    stageChangedAt: sql`clock_timestamp()`,
    tellNotSelectedAt: sql`case when ${applications.toldNotSelectedAt} is null then ${dueTime}::timestamptz end`,
    ...(isAnswer(stage) && answeredColumns),
  };
}

/** Applications whose drivers are to be told that they were not selected. */
export const dueNotSelected: DueRows = {
  table: applications,
  at: applications.tellNotSelectedAt,
  when: (now) => lte(applications.tellNotSelectedAt, now),
};

const batchSize = 100;

/**
 * Tells the drivers whose applications were moved to `not_a_fit` three days ago, by email and in the app, unless the company has
 * turned this off. A driver is told once per application.
 */
export function tellNotSelected({ db, events }: Pick<Services, 'db' | 'events'>, now = new Date()): Promise<number> {
  return db.transaction(async (tx) => {
    const ids = (await claimDue(tx, dueNotSelected, now, batchSize)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const recipients = await tx
      .select({
        id: applications.id,
        driverId: users.id,
        email: users.email,
        firstName: users.firstName,
        company: companies.companyName,
        title: jobs.title,
      })
      .from(applications)
      .innerJoin(users, eq(users.id, applications.driverId))
      .innerJoin(jobs, eq(jobs.id, applications.jobId))
      .innerJoin(companies, eq(companies.id, applications.companyId))
      .where(and(inArray(applications.id, ids), eq(companies.tellsNotSelected, true), isNull(companies.closedAt)));
    const emails = recipients.map(({ id: _id, driverId: _driverId, email, ...data }) =>
      mailRow(email, 'not_selected', data, null),
    );
    if (emails.length > 0) await tx.insert(outbox).values(emails);
    await notifyDrivers(
      tx,
      events,
      recipients.map(({ driverId, company, title }) => ({ driverId, kind: 'not_selected', data: { company, title } })),
    );
    const toldIds = recipients.map(({ id }) => id);
    await tx.update(applications).set({ tellNotSelectedAt: null }).where(inArray(applications.id, ids));
    if (toldIds.length > 0)
      await tx.update(applications).set({ toldNotSelectedAt: now }).where(inArray(applications.id, toldIds));
    return ids.length;
  });
}
