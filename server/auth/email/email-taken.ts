import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { messages } from '#shared/messages.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { emailKey, isWithin } from '#server/session/throttle.ts';

const onceADay = { most: 1, windowSeconds: 24 * 60 * 60 };

export const emailTaken = (field = 'email') =>
  new AppError('conflict', messages.emailExists, { field, detail: messages.emailExists });

/** The owner of a taken address hears of the attempt, once a day at most. */
export async function tellOwner(db: Database, email: string): Promise<void> {
  const [owner] = await db
    .select({ email: users.email, firstName: users.firstName })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (!owner || !(await isWithin(db, { bucket: 'email_taken', key: emailKey(email) }, onceADay))) return;
  await mail(db, owner.email, 'email_taken', { firstName: owner.firstName });
}
