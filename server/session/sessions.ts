import { and, desc, eq, inArray, isNull, type SQL, sql, lte } from 'drizzle-orm';
import { oneTimeTokens, provedPhones, sessions, signInCodes, throttles, usedTokens, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { pushDevices } from '#drizzle/schema/notifications.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { companyRolesOf, privateRolesOf, type Role } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { endImpersonations, whereAccountInvolved, whereInSessions, wherePastRenewal } from './impersonation.ts';
import type { Keys } from './keys.ts';
import { firstRefreshToken, hashRefreshToken, isOwnToken, readSessionId } from './refresh-tokens.ts';
import { getSessionLimit, type SessionLimits } from './session-limits.ts';
import { signAccessToken } from './tokens.ts';

/** The clocks of several servers can differ by this much. */
const toleranceMs = 10 * 60 * 1000;
/** Ended sessions and used tokens are kept for a while as evidence in an investigation. */
const keepMs = 30 * dayMs;

/** Deletes expired counters, used tokens, sessions and emailed tokens, and logs the end of expired impersonations. */
export async function sweepExpired(db: Database): Promise<number> {
  const now = Date.now();
  await db.transaction((tx) => endImpersonations(tx, wherePastRenewal(), { reason: 'time' }));
  await db.delete(throttles).where(lte(throttles.windowEndsAt, new Date(now - toleranceMs)));
  await db.delete(usedTokens).where(lte(usedTokens.expiresAt, new Date(now - toleranceMs)));
  await db.delete(signInCodes).where(lte(signInCodes.expiresAt, new Date(now - toleranceMs)));
  await db.delete(sessions).where(lte(sessions.expiresAt, new Date(now - keepMs)));
  await db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, new Date(now - keepMs)));
  return 0;
}

/** The maximum number of sessions per account. One more sign-in ends the session that was unused the longest. */
export const maxSessions = 50;

/** The account data that an access token contains. */
export type SessionAccount = { id: string; roles: Role[]; sessionVersion: number };

/** The client that opens a session. */
export type Client = {
  kind: 'web' | 'rest';
  deviceId: string;
  ip: string;
  userAgent: string | null;
  /** The language of the request, for emails. */
  language: Language;
  /** The refresh tokens that the browser has. Their sessions end when it gets a new one. */
  formerTokens?: readonly string[];
};

export type SessionServices = { keys: Keys; settings: { sessionLimits: SessionLimits } };

export type SessionTokens = { accessToken: string; refreshToken: string };

/**
 * How a session was opened (`docs/product/access.md#company-sign-in`). `providerCompanyId` is the company whose identity provider
 * signed the person in, or null for the person's own sign-in. `isPrivate` marks an own sign-in that does not open the company,
 * because the company requires its provider.
 */
export type SessionOrigin = { providerCompanyId: string | null; isPrivate: boolean };

/** The roles that a session has. A company's provider opens only the person's work for the company. */
export function rolesOfSession(userRoles: readonly Role[], { providerCompanyId, isPrivate }: SessionOrigin): Role[] {
  if (isPrivate) return privateRolesOf(userRoles);
  return providerCompanyId === null ? [...userRoles] : companyRolesOf(userRoles);
}

/**
 * A session that a company's provider opened has to be confirmed by its owner before any call that needs a confirmation, because
 * the company controls the provider.
 */
const neverConfirmed = new Date(0);

/**
 * Opens a session for one device. The insert takes a lock on the account, so that `endEverySession` also ends a sign-in that
 * is still in progress, and one on the link to a company's provider, so that a sign-in does not outlive the provider.
 * @throws unauthenticated if the account's sessions or the link were ended after the account was read
 */
export async function startSession(
  tx: Database,
  { keys, settings }: SessionServices,
  account: SessionAccount,
  client: Client,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  const id = newId();
  const refreshToken = firstRefreshToken(keys, id);
  const refreshHash = hashRefreshToken(refreshToken);
  const { kind, deviceId, ip, userAgent } = client;
  const now = Date.now();
  const roles = rolesOfSession(account.roles, origin);
  const { providerCompanyId, isPrivate } = origin;
  const { maxAgeMs: maxMs } = getSessionLimit(settings.sessionLimits, account.roles);
  const [startsAt, endsAt] = [new Date(now).toISOString(), new Date(now + maxMs).toISOString()];
  const confirmedAt = providerCompanyId === null ? startsAt : neverConfirmed.toISOString();
  const opened = await tx.execute(sql`
    with account as (
      select id from users
      where id = ${account.id}::uuid and session_version = ${account.sessionVersion}::int and status = 'Active' for share
    ), link as (
      select user_id from company_identities
      where user_id = ${account.id}::uuid and company_id = ${providerCompanyId}::uuid for share
    )
    insert into sessions (id, user_id, kind, device_id, ip, user_agent, refresh_hash, created_at, last_used_at, confirmed_at, expires_at,
      provider_company_id, is_private)
    select ${id}::uuid, account.id, ${kind}::text, ${deviceId}::text, ${ip}::text, ${userAgent}::text, ${refreshHash}::text,
      ${startsAt}::timestamptz, ${startsAt}::timestamptz, ${confirmedAt}::timestamptz, ${endsAt}::timestamptz,
      ${providerCompanyId}::uuid, ${isPrivate}::boolean
    from account where ${providerCompanyId}::uuid is null or exists (select from link) returning id`);
  if (opened.length === 0) throw accountChanged();
  await endFormerSessions(tx, keys, account.id, client.formerTokens ?? []);
  return { accessToken: await createAccessToken(keys, { ...account, roles }, id, deviceId), refreshToken };
}

/**
 * Replaces a session after its person confirmed their identity, so that tokens issued before the confirmation stop working
 * (OWASP ASVS 7.2.4). The new session keeps the device and the end of the old one.
 * @throws unauthenticated if the session has ended or the account was changed meanwhile
 */
export async function replaceSession(
  tx: Database,
  { keys }: SessionServices,
  { sessionId, account }: Replaced,
  now: Date,
): Promise<SessionTokens> {
  // This lock comes first, so that `endEverySession` also ends a replacement that is still in progress.
  const [unchanged] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, account.id), eq(users.sessionVersion, account.sessionVersion), eq(users.status, 'Active')))
    .for('share');
  if (!unchanged) throw accountChanged();
  const [old] = await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.id, sessionId),
        eq(sessions.userId, account.id),
        isNull(sessions.endedAt),
        isNull(sessions.impersonatorSessionId),
      ),
    )
    .returning();
  if (!old) throw new AppError('unauthenticated', text('errors.signInRequired'));
  await endImpersonations(tx, whereInSessions([sessionId]), { reason: 'session' });
  const id = newId();
  const refreshToken = firstRefreshToken(keys, id);
  const refreshHash = hashRefreshToken(refreshToken);
  const fresh = { id, refreshHash, previousHash: null, rotatedAt: null, lastUsedAt: now, confirmedAt: now, endedAt: null };
  await tx.insert(sessions).values({ ...old, ...fresh });
  await tx.update(pushDevices).set({ sessionId: id }).where(eq(pushDevices.sessionId, sessionId));
  const roles = rolesOfSession(account.roles, old);
  return { accessToken: await createAccessToken(keys, { ...account, roles }, id, old.deviceId), refreshToken };
}
type Replaced = { sessionId: string; account: SessionAccount };

/** Ends the sessions that a new one replaces: those of the same browser, and those beyond the maximum number. */
async function endFormerSessions(tx: Database, keys: Keys, userId: string, tokens: readonly string[]): Promise<void> {
  const browserSessionIds = tokens.filter((token) => isOwnToken(keys, token)).map(readSessionId);
  const excessSessions = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), isNull(sessions.impersonatorSessionId)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .offset(maxSessions);
  const ids = [...browserSessionIds, ...excessSessions.map(({ id }) => id)].filter((id) => id !== null);
  if (ids.length === 0) return;
  await endImpersonations(tx, whereInSessions(ids), { reason: 'session' });
  await endSessions(tx, inArray(sessions.id, ids));
}

export const accountChanged = (): AppError => new AppError('unauthenticated', text('errors.accountChanged'));

export function createAccessToken(keys: Keys, account: SessionAccount, sessionId: string, deviceId: string): Promise<string> {
  const { id: userId, roles, sessionVersion } = account;
  return signAccessToken(keys, {
    userId,
    sessionId,
    sessionVersion,
    deviceId,
    roles,
    impersonatedId: null,
    impersonatorId: null,
  });
}

/** Ends one session and the impersonations started from it. Access tokens stop working at the next request. */
export async function endSession(tx: Database, sessionId: string): Promise<void> {
  await endImpersonations(tx, whereInSessions([sessionId]), { reason: 'session' });
  await endSessions(tx, eq(sessions.id, sessionId));
}

/** Ends the selected sessions, except impersonations, and returns their ids. */
export async function endSessions(tx: Database, filter: SQL | undefined): Promise<string[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(filter, isNull(sessions.endedAt), isNull(sessions.impersonatorSessionId)))
    .returning({ id: sessions.id });
  const ids = ended.map(({ id }) => id);
  if (ids.length > 0) await endImpersonations(tx, whereInSessions(ids), { reason: 'session' });
  return ids;
}

/**
 * Ends every session of an account, such as after a new password or when the account is locked. Returns the account's new
 * session version, for a caller that continues with a new session.
 */
export async function endEverySession(tx: Database, userId: string): Promise<number> {
  // This update comes first because it waits for sign-ins that are being written, and makes later sign-ins wait.
  const [account] = await tx
    .update(users)
    .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, userId))
    .returning({ sessionVersion: users.sessionVersion });
  await endImpersonations(tx, whereAccountInvolved(tx, userId), { reason: 'session' });
  await tx
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
  await endCodes(tx, userId);
  return account?.sessionVersion ?? 0;
}

/**
 * Voids the codes that were sent, and turns off codes by text message, so that nobody who has the phone or a ticket gets in again
 * (`docs/product/access.md#codes-by-text-message`).
 */
export async function endCodes(tx: Database, userId: string): Promise<void> {
  await tx.delete(provedPhones).where(eq(provedPhones.userId, userId));
  const ownEmail = tx
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId));
  await tx.delete(signInCodes).where(inArray(sql`lower(${signInCodes.email})`, ownEmail));
}
