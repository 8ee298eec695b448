import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { provedPhones, sessions, users } from '#drizzle/schema/accounts.ts';
import { similarEmail } from '#server/auth/social/account.ts';
import type { Database } from '#server/db/open.ts';
import { type Role, roles } from '#shared/access/access.ts';
import type { CodeAddress } from '#shared/accounts/sign-in-code.ts';
import { isSameMailbox } from '#shared/email-address.ts';
import { isNameOfDevice } from './login.ts';

export type CodeOwner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

const hasAddress = (address: CodeAddress): SQL =>
  'phone' in address ? sql`${provedPhones.phone} = ${address.phone}` : sql`lower(${users.email}) = lower(${address.email})`;

/**
 * The account that a code opens: the one with the email address, or the one whose owner proved the phone number.
 * @throws email_unverified if the account belongs to a similar address of another mailbox
 */
export async function findOwner(db: Database, address: CodeAddress) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      roles: users.roles,
      status: users.status,
      passwordHash: users.passwordHash,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordSetByOther: users.passwordSetByOther,
    })
    .from(users)
    .leftJoin(provedPhones, eq(provedPhones.userId, users.id))
    .where(hasAddress(address));
  if (account && 'email' in address && !isSameMailbox(account.email, address.email)) throw similarEmail();
  return account;
}

/** Whether the owner of the account with this address or phone has signed in on the device before. */
export async function isDeviceOf(db: Database, address: CodeAddress, deviceId: string): Promise<boolean> {
  if (!isNameOfDevice(deviceId)) return false;
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(provedPhones, eq(provedPhones.userId, users.id))
    .where(and(hasAddress(address), eq(sessions.deviceId, deviceId), isNull(sessions.impersonatorSessionId)))
    .limit(1);
  return session !== undefined;
}

/** Only for people who are drivers and nothing else, because a phone must not be enough for a company or the admin side. */
export const maySignInByText = (userRoles: readonly Role[]): boolean =>
  userRoles.length > 0 && userRoles.every((role) => role === roles.driver);

/** Whether a texted code opens the account: only on a device of the owner, because numbers get new owners. */
export const mayOpenByText = async (db: Database, owner: CodeOwner, address: CodeAddress, deviceId: string): Promise<boolean> =>
  maySignInByText(owner.roles) && (await isDeviceOf(db, address, deviceId));
