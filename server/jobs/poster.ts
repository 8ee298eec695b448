import { and, eq, not, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import type { Database } from '#server/db/open.ts';
import type { Person } from '#server/notifications/notify.ts';
import type { Recipient } from '#server/notifications/send-digests.ts';
import { roles } from '#shared/access/access.ts';

/** Joins the account that posted a job, if that person still works for the company and the account is active. */
export const posterOfJob: SQL | undefined = and(
  eq(users.id, jobs.employerId),
  eq(users.status, 'Active'),
  sql`exists (select from ${employees} where ${employees.userId} = ${users.id} and ${employees.companyId} = ${jobs.companyId}
    and ${employees.active})`,
);

/**
 * The person who posted a job, or the company if that person has left. The email is null if the company's address is not
 * verified, because a mistyped address would tell a stranger who applied.
 */
export const posterColumns = {
  /** The poster's account. Null if the email goes to the company's address. */
  id: sql<string | null>`${users.id}`,
  email: sql<
    string | null
  >`coalesce(${users.email}, case when ${companies.emailVerifiedAt} is not null then ${companies.email} end)`,
  firstName: sql<string>`coalesce(${users.firstName}, ${companies.companyName})`,
};

type Poster = { id: string | null; email: string | null; firstName: string };

/** The recipients of emails about a job: its poster, or the company's admins if {@link posterColumns} has no email. */
export function getRecipients({ id, email, firstName }: Poster, people: readonly Person[]): Recipient[] {
  if (email === null) return people.filter((person) => person.roles.includes(roles.companyAdmin));
  return [people.find((person) => person.id === id) ?? { email, firstName }];
}

/** Makes the buyer the poster of jobs that were created by staff or by someone who has left the company. */
export async function replaceAbsentPoster(tx: Database, orderId: string, buyerId: string | null): Promise<void> {
  const isEmployed = (id: typeof jobs.employerId | string | null) =>
    sql`exists (select from ${employees} where ${employees.userId} = ${id} and ${employees.companyId} = ${jobs.companyId}
      and ${employees.active})`;
  await tx
    .update(jobs)
    .set({ employerId: buyerId })
    .where(and(eq(jobs.orderId, orderId), not(isEmployed(jobs.employerId)), isEmployed(buyerId)));
}
