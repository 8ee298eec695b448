import { and, eq, isNull, sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import type { Role } from '#shared/access.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';
import { endImpersonations, ofAccount, ofSessions } from './end-impersonation.ts';
import type { Keys } from './keys.ts';
import { firstRefreshToken, hashOfRefreshToken } from './refresh-tokens.ts';
import { signAccessToken } from './tokens.ts';

/** Days a family of refresh tokens lives, however often it is refreshed. */
export const familyDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** What an access token says of its account. */
export type SessionAccount = { id: string; roles: Role[]; sessionVersion: number };

/** Where a session is opened from. */
export type Client = { kind: 'web' | 'rest'; deviceId: string; ip: string; userAgent: string | null };

export type SessionTokens = { accessToken: string; refreshToken: string };

/** Opens a session: one family of refresh tokens on one device. */
export async function startSession(tx: Database, keys: Keys, account: SessionAccount, client: Client): Promise<SessionTokens> {
  const id = newId();
  const refreshToken = firstRefreshToken(keys, id);
  const now = new Date();
  await sessionInsert(tx, 'session').execute({
    id,
    userId: account.id,
    ...client,
    refreshHash: hashOfRefreshToken(refreshToken),
    now,
    expiresAt: new Date(now.getTime() + familyDays * dayMs),
  });
  return { accessToken: await accessTokenOf(keys, account, id, client.deviceId), refreshToken };
}

const sessionInsert = builtOnce((db, _only: 'session') => {
  const { placeholder } = sql;
  const [userId, kind, deviceId] = [placeholder('userId'), placeholder('kind'), placeholder('deviceId')];
  const [ip, userAgent, refreshHash] = [placeholder('ip'), placeholder('userAgent'), placeholder('refreshHash')];
  const [createdAt, lastUsedAt, expiresAt] = [placeholder('now'), placeholder('now'), placeholder('expiresAt')];
  const row = { id: placeholder('id'), userId, kind, deviceId, ip, userAgent, refreshHash, createdAt, lastUsedAt, expiresAt };
  return db.insert(sessions).values(row).prepare('session_insert');
});

export function accessTokenOf(keys: Keys, account: SessionAccount, sessionId: string, deviceId: string): Promise<string> {
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

/** Ends one session; its access token stops at its next request, and so does whoever is acted as out of it. */
export async function endSession(tx: Database, sessionId: string): Promise<void> {
  await endImpersonations(tx, ofSessions([sessionId]), { reason: 'session' });
  await tx
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
}

/**
 * Ends every session of an account at once: for a new password, a locked, deactivated or deleted account. Returns the
 * account's new session version, for whoever goes on with a new session.
 */
export async function endEverySession(tx: Database, userId: string): Promise<number> {
  await endImpersonations(tx, ofAccount(tx, userId), { reason: 'session' });
  await tx
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)));
  const [account] = await tx
    .update(users)
    .set({ sessionVersion: sql`${users.sessionVersion} + 1` })
    .where(eq(users.id, userId))
    .returning({ sessionVersion: users.sessionVersion });
  return account?.sessionVersion ?? 0;
}
