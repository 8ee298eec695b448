import { and, eq, sql } from 'drizzle-orm';
import { personColumns, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import type { Employer, UpdateEmployer } from '#shared/accounts/auth.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { ActingUser } from '#server/trpc.ts';
import { emailChange } from '#server/auth/email/change-email.ts';

export const employerColumns = {
  ...personColumns,
  companyId: employees.companyId,
  emailToVerify: users.emailToVerify,
  emailVerifiedAt: users.emailVerifiedAt,
};

/** The employer profile of a company's person, also before there is a company (`spec: access §3`). */
export async function findEmployer(db: Database, userId: string): Promise<Employer> {
  const [row] = await db
    .select(employerColumns)
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .where(eq(users.id, userId));
  if (!row) throw notFound('This account');
  const { emailVerifiedAt, ...employer } = row;
  return { ...employer, emailVerified: emailVerifiedAt !== null };
}

/** Changes what was sent; what was not stays. A new e-mail address waits until it is verified. */
export async function updateEmployer(db: Database, actor: ActingUser, { email, ...change }: UpdateEmployer): Promise<Employer> {
  const changeEmail = await emailChange(db, actor, email);
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ ...change, updatedAt: new Date(), version: sql`${users.version} + 1` })
      .where(eq(users.id, actor.userId));
    await changeEmail(tx);
  });
  return findEmployer(db, actor.userId);
}
