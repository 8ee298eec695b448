import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import type { Database } from '#server/db/open.ts';
import { mailRow } from '#server/mail/outbox.ts';

/** The number of applications in one query and one insert. */
const batchSize = 1000;

/**
 * Emails the drivers whose applications were moved to `not_a_fit`, if the company has turned this on. A driver gets one email
 * per application. Call it before the move is written to the timeline, because earlier moves are looked up there.
 */
export async function notifyNotSelected(tx: Database, applicationIds: readonly string[]): Promise<void> {
  const earlierMove = tx
    .select({ one: sql`1` })
    .from(applicationEvents)
    .where(
      and(
        eq(applicationEvents.applicationId, applications.id),
        eq(applicationEvents.kind, 'stage'),
        sql`${applicationEvents.detail} ->> 'to' = 'not_a_fit'`,
      ),
    );
  for (let start = 0; start < applicationIds.length; start += batchSize) {
    const recipients = await tx
      .select({ email: users.email, firstName: users.firstName, company: companies.companyName, title: jobs.title })
      .from(applications)
      .innerJoin(users, eq(users.id, applications.driverId))
      .innerJoin(jobs, eq(jobs.id, applications.jobId))
      .innerJoin(companies, eq(companies.id, applications.companyId))
      .where(
        and(
          inArray(applications.id, applicationIds.slice(start, start + batchSize)),
          eq(companies.tellsNotSelected, true),
          notExists(earlierMove),
        ),
      );
    const emails = recipients.map(({ email, ...data }) => mailRow(email, 'not_selected', data));
    if (emails.length > 0) await tx.insert(outbox).values(emails);
  }
}
