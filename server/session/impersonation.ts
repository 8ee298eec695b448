import { eq, and, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { can, impersonatedRoles } from '#shared/access/access.ts';
import { impersonationSeconds } from '#shared/access/impersonation.ts';
import type { Database } from '#server/db/open.ts';
import type { Keys } from './keys.ts';
import { firstRefreshToken, hashOfRefreshToken } from './refresh-tokens.ts';
import { hasTimedOut, sessionLimitOf, type SessionLimits } from './session-limits.ts';
import type { Client, SessionAccount, SessionTokens } from './sessions.ts';
import { signAccessToken } from './tokens.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit.ts';

/** Why an impersonation ended: the administrator left, its time ran out, or one of the two sessions behind it ended. */
type EndReason = 'left' | 'time' | 'session';

/** Seconds after its end in which an impersonation can be renewed, because the dialog still offers it. */
export const renewableSeconds = 10 * 60;

/** The impersonations among these sessions and those started from them. */
export function inSessions(ids: readonly string[]): SQL | undefined {
  return or(inArray(sessions.id, [...ids]), inArray(sessions.impersonatorSessionId, [...ids]));
}

/** The impersonations of an account on either side: as the administrator or as the impersonated person. */
export function isImpersonated(tx: Database, userId: string): SQL | undefined {
  const ownSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return or(eq(sessions.userId, userId), inArray(sessions.impersonatorSessionId, ownSessions));
}

/** The impersonations whose time ran out and that can no longer be renewed. */
export function timedOut(): SQL {
  return lte(sessions.expiresAt, new Date(Date.now() - renewableSeconds * 1000));
}

/** Ends the impersonations that `which` selects and logs each end under both names, also for the company's log. */
export async function endImpersonations(
  tx: Database,
  which: SQL | undefined,
  { reason, ip = null }: { reason: EndReason; ip?: string | null },
): Promise<void> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`least(${sessions.expiresAt}, ${new Date().toISOString()}::timestamptz)` })
    .where(and(isNotNull(sessions.impersonatorSessionId), isNull(sessions.endedAt), which))
    .returning({ userId: sessions.userId, ownSessionId: sessions.impersonatorSessionId, endedAt: sessions.endedAt });
  for (const { userId, ownSessionId, endedAt } of ended) {
    const [behind] = await tx
      .select({ adminId: sessions.userId, companyId: employees.companyId })
      .from(sessions)
      .leftJoin(employees, eq(employees.userId, userId))
      .where(eq(sessions.id, ownSessionId ?? ''));
    const actor = { userId, impersonatorId: behind?.adminId ?? null, ip, companyId: behind?.companyId ?? null };
    const detail = { reason, endedAt: endedAt?.toISOString() };
    await audit(tx, actor, { action: 'impersonation.end', subject: { type: 'user', id: userId }, detail });
  }
}

/**
 * An impersonation is a session of the impersonated account that belongs to the administrator's own session. It ends with
 * either session, and after 600 seconds (`docs/product/access.md#impersonation`).
 */
export type Impersonator = { id: string; sessionVersion: number };
export type Impersonation = { id: string; account: SessionAccount; deviceId: string; expiresAt: Date };

const endFrom = (now: Date) => new Date(now.getTime() + impersonationSeconds * 1000);

export async function startImpersonation(
  tx: Database,
  keys: Keys,
  { sessionId, ...impersonator }: Impersonator & { sessionId: string },
  account: SessionAccount,
  client: Client,
): Promise<SessionTokens & { id: string }> {
  const id = newId();
  const now = new Date();
  const expiresAt = endFrom(now);
  const refreshToken = firstRefreshToken(keys, id);
  const refreshHash = hashOfRefreshToken(refreshToken);
  const row = { id, userId: account.id, ...client, refreshHash, expiresAt, createdAt: now, lastUsedAt: now, confirmedAt: now };
  await tx.insert(sessions).values({ ...row, impersonatorSessionId: sessionId });
  const impersonation = { id, account, deviceId: client.deviceId, expiresAt };
  return { id, accessToken: await impersonationToken(keys, impersonation, impersonator), refreshToken };
}

/** Another 600 seconds from now. Earlier refresh tokens stop working. */
export async function renewImpersonation(
  tx: Database,
  keys: Keys,
  impersonator: Impersonator,
  { id, account, deviceId }: Omit<Impersonation, 'expiresAt'>,
): Promise<SessionTokens> {
  const now = new Date();
  const expiresAt = endFrom(now);
  const refreshToken = firstRefreshToken(keys, id);
  const refreshHash = hashOfRefreshToken(refreshToken);
  const changes = { refreshHash, previousHash: null, rotatedAt: null, expiresAt, lastUsedAt: now };
  await tx.update(sessions).set(changes).where(eq(sessions.id, id));
  return { accessToken: await impersonationToken(keys, { id, account, deviceId, expiresAt }, impersonator), refreshToken };
}

/** An access token with both identities. It expires with the impersonation, whenever it is issued. */
export function impersonationToken(
  keys: Keys,
  { id, account, deviceId, expiresAt }: Impersonation,
  impersonator: Impersonator,
): Promise<string> {
  const claims = {
    userId: account.id,
    sessionId: id,
    sessionVersion: account.sessionVersion,
    deviceId,
    roles: impersonatedRoles(account.roles),
    impersonatedId: account.id,
    impersonatorId: impersonator.id,
    impersonatorVersion: impersonator.sessionVersion,
  };
  return signAccessToken(keys, claims, Math.ceil((expiresAt.getTime() - Date.now()) / 1000));
}

/** The administrator behind a session. Null if the session has ended or its owner may no longer impersonate. */
export async function findImpersonator(db: Database, limits: SessionLimits, sessionId: string): Promise<Impersonator | null> {
  const [own] = await db
    .select({
      id: users.id,
      sessionVersion: users.sessionVersion,
      roles: users.roles,
      status: users.status,
      endedAt: sessions.endedAt,
      expiresAt: sessions.expiresAt,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId));
  if (!own || own.endedAt || own.status !== 'Active' || hasTimedOut(sessionLimitOf(limits, own.roles), own)) return null;
  return can(own.roles, 'account.impersonate') ? { id: own.id, sessionVersion: own.sessionVersion } : null;
}
