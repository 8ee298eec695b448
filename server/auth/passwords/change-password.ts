import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid } from '#server/errors.ts';
import { findCounters, countFailure, clearCounter, tooMany } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { hashPassword, verifyPassword } from '#server/session/passwords.ts';
import { accountChanged, type Client, type SessionTokens, startSession } from '#server/session/sessions.ts';
import { text } from '#shared/texts/texts.ts';
import { assertUncommon } from './common-passwords.ts';
import { putPassword } from './put-password.ts';

type Change = { oldPassword: string; newPassword: string };
const delay = { freeFailures: 5, forgetSeconds: 30 * 60, maxDelaySeconds: 15 * 60 };

/**
 * Sets a new password. This ends every session of the account and removes its social sign-ins. The web gets a new session;
 * REST clients get null and sign in again (`docs/product/access.md#passwords`).
 * @throws unauthenticated if another password was set in the meantime
 */
export async function changePassword(
  services: Services,
  actor: Actor,
  { oldPassword, newPassword }: Change,
  client: Omit<Client, 'deviceId'>,
): Promise<SessionTokens | null> {
  const { db } = services;
  if (actor.impersonatorId) throw new AppError('impersonating', text('errors.passwordChangeWhileImpersonating'));
  const account = await findAccount(db, actor.userId);
  await assertPassword(db, account, oldPassword, 'oldPassword');
  if (oldPassword === newPassword) throw invalid('newPassword', text('errors.passwordUsed'));
  assertUncommon(newPassword, [account.email, account.firstName, account.lastName], 'newPassword');
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const passwordIsUnchanged = sql`${users.passwordHash} is not distinct from ${account.passwordHash}`;
    const storedPassword = await putPassword(tx, {
      userId: account.id,
      passwordHash,
      mustChange: false,
      condition: passwordIsUnchanged,
    });
    if (!storedPassword) throw accountChanged();
    await mail(tx, account.email, 'password_changed', { firstName: account.firstName }, client.language);
    const auditActor = { userId: account.id, impersonatorId: null, companyId: actor.companyId, ip: client.ip };
    await audit(tx, auditActor, { action: 'password.change', subject: { type: 'user', id: account.id } });
    if (client.kind === 'rest') return null;
    return startSession(
      tx,
      services,
      { id: account.id, roles: account.roles, sessionVersion: storedPassword.sessionVersion },
      { ...client, deviceId: actor.deviceId },
      actor,
    );
  });
}

async function findAccount(db: Database, userId: string) {
  const { id, email, firstName, lastName, passwordHash, roles } = users;
  const [account] = await db.select({ id, email, firstName, lastName, passwordHash, roles }).from(users).where(eq(id, userId));
  if (!account) throw new AppError('unauthenticated', text('errors.signInRequired'));
  return account;
}

/**
 * Checks the password of a signed-in person. Wrong guesses are delayed as at sign-in, because someone may have found an
 * unlocked screen.
 * @throws invalid on the field if the password is wrong
 */
export async function assertPassword(
  db: Database,
  account: { id: string; passwordHash: string | null },
  password: string,
  field: string,
): Promise<void> {
  const counter = { bucket: 'old_password', key: account.id };
  const [failureCounter] = await findCounters(db, [counter]);
  if (failureCounter && failureCounter.remainingSeconds > 0) throw tooMany(failureCounter.remainingSeconds);
  if (!(await verifyPassword(account.passwordHash, password))) {
    const isAllowed = await countFailure(db, counter, delay);
    throw isAllowed ? invalid(field, text('errors.incorrectPassword')) : tooMany(1);
  }
  if (failureCounter) await clearCounter(db, counter);
}
