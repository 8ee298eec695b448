import { and, eq, isNull } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { findImpersonator, impersonationToken } from './impersonation.ts';
import type { Keys } from './keys.ts';
import { hashRefreshToken, isAncestor, isOwnToken, readSessionId, deriveNextToken } from './refresh-tokens.ts';
import { hasTimedOut, getSessionLimit } from './session-limits.ts';
import { createAccessToken, endSession, rolesOfSession, type SessionServices, type SessionTokens } from './sessions.ts';

/** A token that was just replaced gets the same successor for this long, because two tabs can refresh at the same time. */
const graceSeconds = 10;

/** `usedAt` is when the person last did something, if the request says so. Refreshing alone does not extend a session. */
type Caller = { kind: 'web' | 'rest'; ip: string; usedAt: Date | null };

/**
 * Exchanges a refresh token for new tokens. The session ends if the token was already used, because a thief may have it. The
 * exception is the token that was replaced last, within the grace period. Null if the session is not active.
 */
export async function refreshSession(
  { db, keys, settings }: SessionServices & { db: Database },
  token: string,
  caller: Caller,
): Promise<SessionTokens | null> {
  const sessionId = isOwnToken(keys, token) ? readSessionId(token) : null;
  if (!sessionId) return null;
  const refreshedSession = await db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    const now = new Date();
    if (!session || session.kind !== caller.kind || session.endedAt || session.expiresAt <= now || session.status !== 'Active')
      return null;
    const isOwnSession = session.impersonatorSessionId === null;
    if (isOwnSession && hasTimedOut(getSessionLimit(settings.sessionLimits, session.roles), session)) return null;
    const lastUsedAt = new Date(Math.max(session.lastUsedAt.getTime(), caller.usedAt?.getTime() ?? 0));
    const hash = hashRefreshToken(token);
    const refreshToken = deriveNextToken(keys, token);
    if (hash === session.refreshHash) {
      const refreshHash = hashRefreshToken(refreshToken);
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
  if (!refreshedSession) return null;
  const { session, refreshToken } = refreshedSession;
  const account = { id: session.userId, roles: rolesOfSession(session.roles, session), sessionVersion: session.sessionVersion };
  if (session.impersonatorSessionId) {
    const impersonator = await findImpersonator(db, settings.sessionLimits, session.impersonatorSessionId);
    return impersonator && { accessToken: await impersonationToken(keys, { ...session, account }, impersonator), refreshToken };
  }
  return { accessToken: await createAccessToken(keys, account, sessionId, session.deviceId), refreshToken };
}

/**
 * Whether an outdated token belongs to the session's current chain. The seal already proves that we issued the token for
 * this session. Only renewing an impersonation starts a new chain, and using a token of an earlier chain is not a theft.
 */
function isOfSameChain(
  keys: Keys,
  token: string,
  session: Pick<typeof sessions.$inferSelect, 'impersonatorSessionId' | 'refreshHash'>,
) {
  return session.impersonatorSessionId === null || isAncestor(keys, token, session.refreshHash);
}

/** Finds the session of a refresh token, even an outdated one. It is used to sign out without an access token. */
export async function findSessionIdByRefreshToken(db: Database, keys: Keys, token: string): Promise<string | null> {
  const sessionId = isOwnToken(keys, token) ? readSessionId(token) : null;
  if (!sessionId) return null;
  const [session] = await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId));
  return session?.id ?? null;
}

/** Finds the account of an active session by its refresh token, without using the token up. */
export async function findOwnerByRefreshToken(
  { db, keys, settings }: SessionServices & { db: Database },
  token: string,
): Promise<{ userId: string; companyId: string | null } | null> {
  const sessionId = isOwnToken(keys, token) ? readSessionId(token) : null;
  if (!sessionId) return null;
  const { createdAt, lastUsedAt, expiresAt, userId, impersonatorSessionId } = sessions;
  const [session] = await db
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
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true), eq(sessions.isPrivate, false)))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  if (!session || session.expiresAt <= new Date()) return null;
  const isOwnSession = session.impersonatorSessionId === null;
  return isOwnSession && hasTimedOut(getSessionLimit(settings.sessionLimits, session.roles), session) ? null : session;
}

async function lockSession(tx: Database, sessionId: string) {
  const [row] = await tx
    .select({
      id: sessions.id,
      userId: sessions.userId,
      kind: sessions.kind,
      deviceId: sessions.deviceId,
      impersonatorSessionId: sessions.impersonatorSessionId,
      providerCompanyId: sessions.providerCompanyId,
      isPrivate: sessions.isPrivate,
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
