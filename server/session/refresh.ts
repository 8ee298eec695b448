import { and, eq, isNull } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import type { Keys } from './keys.ts';
import { hasTimedOut, sessionLimitOf } from './session-limits.ts';
import { findImpersonator, impersonationToken } from './impersonation.ts';
import { hashOfRefreshToken, isAncestor, isOurs, sessionIdOf, successorOf } from './refresh-tokens.ts';
import { accessTokenOf, endSession, type SessionServices, type SessionTokens } from './sessions.ts';

/** Seconds in which the token just replaced still returns the same successor, because two tabs can refresh at the same time. */
const graceSeconds = 10;

/** `usedAt` is when the person last did something, if the request tells. Refreshing alone does not prolong a web session. */
type Caller = { kind: 'web' | 'rest'; ip: string; usedAt: Date | null };

/**
 * New tokens for a refresh token, which is used up. A token that was used before, beyond the grace period or more than one
 * step back, has leaked, so its session ends. Null if there is no active session behind it.
 */
export async function refreshSession(
  { db, keys, settings }: SessionServices & { db: Database },
  token: string,
  caller: Caller,
): Promise<SessionTokens | null> {
  const sessionId = isOurs(keys, token) ? sessionIdOf(token) : null;
  if (!sessionId) return null;
  const found = await db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    const now = new Date();
    if (!session || session.kind !== caller.kind || session.endedAt || session.expiresAt <= now || session.status !== 'Active')
      return null;
    const isOwn = session.impersonatorSessionId === null;
    if (isOwn && hasTimedOut(sessionLimitOf(settings.sessionLimits, session.roles), session)) return null;
    const lastUsedAt = new Date(Math.max(session.lastUsedAt.getTime(), caller.usedAt?.getTime() ?? 0));
    const hash = hashOfRefreshToken(token);
    const refreshToken = successorOf(keys, token);
    if (hash === session.refreshHash) {
      const refreshHash = hashOfRefreshToken(refreshToken);
      await tx
        .update(sessions)
        .set({ refreshHash, previousHash: hash, rotatedAt: now, lastUsedAt })
        .where(eq(sessions.id, sessionId));
      return { session, refreshToken };
    }
    const isInGrace = session.rotatedAt !== null && now.getTime() - session.rotatedAt.getTime() < graceSeconds * 1000;
    if (hash === session.previousHash && isInGrace) return { session, refreshToken };
    if (isOfSameChain(keys, token, session)) await endStolenFamily(tx, session, caller);
    return null;
  });
  if (!found) return null;
  const { session, refreshToken } = found;
  const account = { id: session.userId, roles: session.roles, sessionVersion: session.sessionVersion };
  if (session.impersonatorSessionId) {
    const impersonator = await findImpersonator(db, settings.sessionLimits, session.impersonatorSessionId);
    return impersonator && { accessToken: await impersonationToken(keys, { ...session, account }, impersonator), refreshToken };
  }
  return { accessToken: await accessTokenOf(keys, account, sessionId, session.deviceId), refreshToken };
}

/**
 * Whether an outdated token belongs to the session's current chain. The seal proves that we issued it, so the tokens in
 * between need not be computed. Only a renewed impersonation has started another chain, and tokens of its earlier chains do
 * not count.
 */
function isOfSameChain(
  keys: Keys,
  token: string,
  session: Pick<typeof sessions.$inferSelect, 'impersonatorSessionId' | 'refreshHash'>,
) {
  return session.impersonatorSessionId === null || isAncestor(keys, token, session.refreshHash);
}

/** The session of a refresh token, even one that was replaced long ago. Used to sign out without an access token. */
export async function sessionOfRefreshToken(db: Database, keys: Keys, token: string): Promise<string | null> {
  const sessionId = isOurs(keys, token) ? sessionIdOf(token) : null;
  if (!sessionId) return null;
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId));
  return session?.id ?? null;
}

/** The account of a running session by its refresh token, which is not used up. */
export async function ownerOfRefreshToken(
  { db, keys, settings }: SessionServices & { db: Database },
  token: string,
): Promise<{ userId: string; companyId: string | null } | null> {
  const sessionId = isOurs(keys, token) ? sessionIdOf(token) : null;
  if (!sessionId) return null;
  const { createdAt, lastUsedAt, expiresAt, userId, impersonatorSessionId } = sessions;
  const [found] = await db
    .select({
      createdAt,
      lastUsedAt,
      expiresAt,
      userId,
      impersonatorSessionId,
      roles: users.roles,
      companyId: employees.companyId,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, userId), eq(users.status, 'Active')))
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  if (!found || found.expiresAt <= new Date()) return null;
  const isOwn = found.impersonatorSessionId === null;
  return isOwn && hasTimedOut(sessionLimitOf(settings.sessionLimits, found.roles), found) ? null : found;
}

async function lockSession(tx: Database, sessionId: string) {
  const [row] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      kind: sessions.kind,
      deviceId: sessions.deviceId,
      impersonatorSessionId: sessions.impersonatorSessionId,
      refreshHash: sessions.refreshHash,
      previousHash: sessions.previousHash,
      rotatedAt: sessions.rotatedAt,
      endedAt: sessions.endedAt,
      expiresAt: sessions.expiresAt,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      status: users.status,
      roles: users.roles,
      sessionVersion: users.sessionVersion,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId))
    .for('update', { of: sessions });
  return row;
}

async function endStolenFamily(tx: Database, session: { id: string; userId: string }, { ip }: Caller): Promise<void> {
  await endSession(tx, session.id);
  const actor = { userId: session.userId, impersonatorId: null, ip };
  await audit(tx, actor, { action: 'session.reuse', subject: { type: 'session', id: session.id } });
}
