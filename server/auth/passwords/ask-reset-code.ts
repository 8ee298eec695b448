import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { resetRequests, sessions, users } from '#drizzle/schema/accounts.ts';
import { resetCodeMinutes } from '#shared/accounts/reset-code.ts';
import { audit } from '#server/audit.ts';
import { claimDue, type DueRows } from '#server/db/due.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { Keys } from '#server/session/keys.ts';
import { issueProof } from '#server/session/proofs.ts';
import { addressKey, countHit, emailKey, forget, isWithin } from '#server/session/throttle.ts';
import { hashOfResetCode, makeResetCode } from './reset-code.ts';
import { triesOf } from './reset-password.ts';

const hour = 60 * 60;
const asksPerAddress = { most: 500, windowSeconds: hour };
/** For one account and one network. */
const codesPerAsker = { most: 5, windowSeconds: hour };
/** For one account and all networks; a network that signed in to it before is exempt, so that strangers cannot use up its codes. */
const codesPerEmail = { most: 10, windowSeconds: hour };
const batch = 20;

/**
 * Accepts a request for a new password. The worker finds out whether there is an account: nothing here depends on it, so
 * neither the answer nor its duration reveals it.
 */
export async function askForResetCode({ db }: Pick<Services, 'db'>, email: string, ip: string): Promise<void> {
  await countHit(db, { bucket: 'reset_ask', key: addressKey(ip) }, asksPerAddress);
  await db.insert(resetRequests).values({ email, ip });
}

type ResetRequest = { email: string; ip: string | null };

export const dueResets: DueRows = { table: resetRequests, at: resetRequests.createdAt, when: () => sql`true` };

/** The worker's part: emails a new code to each address that has an account. Returns the number of requests. */
export async function issueResetCodes({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<number> {
  return db.transaction(async (tx) => {
    const next = claimDue(tx, dueResets, new Date(), batch);
    const requests = await tx
      .delete(resetRequests)
      .where(inArray(resetRequests.id, next))
      .returning({ email: resetRequests.email, ip: resetRequests.ip });
    for (const request of requests) await issue(tx, keys, request);
    return requests.length;
  });
}

/** A new code voids the earlier ones and resets the count of wrong tries. */
async function issue(tx: Database, keys: Keys, { email: typed, ip }: ResetRequest): Promise<void> {
  const email = emailKey(typed);
  const asker = { bucket: 'reset_codes', key: `${email} ${ip ? addressKey(ip) : ''}` };
  if (!(await isWithin(tx, asker, codesPerAsker))) return;
  const [account] = await tx
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${typed})`);
  const isWithinAll = await isWithin(tx, { bucket: 'reset_codes_all', key: email }, codesPerEmail);
  if (!isWithinAll && !(account && ip && (await isKnownAddress(tx, account.id, ip)))) return;
  await forget(tx, triesOf(typed));
  if (!account) return;
  const { id: userId, firstName } = account;
  const code = makeResetCode();
  const hash = hashOfResetCode(keys, code);
  await issueProof(tx, { kind: 'reset_password', userId, email: account.email, hash, hours: resetCodeMinutes / 60 });
  await mail(tx, account.email, 'reset_code', { firstName, code });
  const actor = { userId: null, impersonatorId: null, ip };
  await audit(tx, actor, { action: 'password.ask', subject: { type: 'user', id: userId } });
}

/** Whether the owner of the account, and not an administrator who impersonated them, signed in from the address. */
async function isKnownAddress(tx: Database, userId: string, ip: string): Promise<boolean> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.ip, ip), isNull(sessions.impersonatorSessionId)))
    .limit(1);
  return session !== undefined;
}
