import { eq, sql } from 'drizzle-orm';
import { shownTimezone, users } from '#drizzle/schema/accounts.ts';
import type { Profile, UpdateProfile } from '#shared/accounts/auth.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { ActingUser } from '#server/trpc.ts';
import { emailChange } from '#server/auth/email/change-email.ts';

const columns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  timezone: shownTimezone,
  profilePicture: users.profilePicture,
  roles: users.roles,
};

/** The signed-in person's own profile (`spec: access §3`). */
export async function findProfile(db: Database, userId: string): Promise<Profile> {
  const [profile] = await db.select(columns).from(users).where(eq(users.id, userId));
  if (!profile) throw notFound('This account');
  return profile;
}

/** Changes what was sent; what was not stays. A new e-mail address waits until it is verified. */
export async function updateProfile(db: Database, actor: ActingUser, { email, ...change }: UpdateProfile): Promise<Profile> {
  const changeEmail = await emailChange(db, actor, email);
  return db.transaction(async (tx) => {
    await changeEmail(tx);
    const [profile] = await tx
      .update(users)
      .set({ ...change, updatedAt: new Date(), version: sql`${users.version} + 1` })
      .where(eq(users.id, actor.userId))
      .returning(columns);
    if (!profile) throw notFound('This account');
    return profile;
  });
}
