import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import type { Employer, UpdateEmployer } from '#shared/auth.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser } from '#server/trpc.ts';
import { sendVerification } from './email-verification.ts';

/** The employer profile of a company's person, also before there is a company (`spec: access §3`). */
export async function findEmployer(db: Database, userId: string): Promise<Employer> {
  const [row] = await db
    .select({
      id: users.id,
      companyId: employees.companyId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      emailToVerify: users.emailToVerify,
      emailVerifiedAt: users.emailVerifiedAt,
    })
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .where(eq(users.id, userId));
  if (!row) throw notFound('This account');
  const { emailVerifiedAt, ...employer } = row;
  return { ...employer, emailVerified: emailVerifiedAt !== null };
}

const emailChanges = { most: 5, windowSeconds: 60 * 60 };

/** Changes what was sent. A new e-mail address waits until it is verified; the old one hears of it. */
export async function updateEmployer(db: Database, actor: ActingUser, { email, ...change }: UpdateEmployer): Promise<Employer> {
  if (email !== undefined && actor.impersonatorId)
    throw new AppError('forbidden', 'An email address is changed by its owner only');
  const current = await findEmployer(db, actor.userId);
  const isNewEmail = email !== undefined && email !== current.email;
  if (isNewEmail) await countHit(db, { bucket: 'email_change', key: actor.userId }, emailChanges);
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ ...change, updatedAt: new Date(), ...(email === undefined ? {} : { emailToVerify: isNewEmail ? email : null }) })
      .where(eq(users.id, actor.userId));
    if (isNewEmail) await askForProof(tx, actor, current, email);
  });
  return findEmployer(db, actor.userId);
}

/** Whether the new address has an account already is told to its owner, not to the one who asks. */
async function askForProof(
  tx: Database,
  actor: ActingUser,
  { id: userId, email: oldEmail, firstName }: Employer,
  email: string,
): Promise<void> {
  const [holder] = await tx
    .select({ id: users.id, firstName: users.firstName })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (holder && holder.id !== userId) await mail(tx, email, 'email_taken', { firstName: holder.firstName });
  else await sendVerification(tx, { userId, email, firstName });
  await mail(tx, oldEmail, 'email_change', { firstName, email });
  await audit(tx, actor, { action: 'email.change', subject: { type: 'user', id: userId } });
}
