import { and, eq, type SQL, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';

/** Joins the account of who posted a job, while that person still works for its company and may come in. */
export const posterOfJob: SQL | undefined = and(
  eq(users.id, jobs.employerId),
  eq(users.status, 'Active'),
  sql`exists (select from ${employees} where ${employees.userId} = ${users.id} and ${employees.companyId} = ${jobs.companyId}
    and ${employees.active})`,
);

/** To whom mails about a job go: who posted it, else the company, which is greeted by its own name. */
export const jobReader = {
  email: sql<string>`coalesce(${users.email}, ${companies.email})`,
  firstName: sql<string>`coalesce(${users.firstName}, ${companies.companyName})`,
};
