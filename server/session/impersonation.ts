import { eq, and, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { can, companyRolesOf } from '#shared/access/access.ts';
import { impersonationSeconds } from '#shared/access/impersonation.ts';
import type { Keys } from './keys.ts';
import { firstRefreshToken, hashRefreshToken } from './refresh-tokens.ts';
import { hasTimedOut, getSessionLimit, type SessionLimits } from './session-limits.ts';
import type { Client, SessionAccount, SessionTokens } from './sessions.ts';
import { signAccessToken } from './tokens.ts';

/** Why an impersonation ended: the administrator left it, it expired, or the administrator's or the user's session ended. */
type EndReason = 'left' | 'time' | 'session';

/** An expired impersonation can be renewed for this long, because the web still offers to renew it. */
export const renewalGraceSeconds = 10 * 60;

/** Selects the impersonations that are one of these sessions or were started from one. */
export function whereInSessions(ids: readonly string[]): SQL | undefined {
  return or(inArray(sessions.id, [...ids]), inArray(sessions.impersonatorSessionId, [...ids]));
}

/** Selects an account's impersonations, whether it is the administrator's or the impersonated person's. */
export function whereAccountInvolved(tx: Database, userId: string): SQL | undefined {
  const ownSessions = tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId));
  return or(eq(sessions.userId, userId), inArray(sessions.impersonatorSessionId, ownSessions));
}

/** Selects the impersonations that expired and can no longer be renewed. */
export function wherePastRenewal(): SQL {
  return lte(sessions.expiresAt, new Date(Date.now() - renewalGraceSeconds * 1000));
}

/** Ends the selected impersonations. Each end is logged with both people and appears in the company's log. */
export async function endImpersonations(
  tx: Database,
  filter: SQL | undefined,
  { reason, ip = null }: { reason: EndReason; ip?: string | null },
): Promise<void> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: sql`least(${sessions.expiresAt}, ${new Date().toISOString()}::timestamptz)` })
    .where(and(isNotNull(sessions.impersonatorSessionId), isNull(sessions.endedAt), filter))
    .returning({ userId: sessions.userId, ownSessionId: sessions.impersonatorSessionId, endedAt: sessions.endedAt });
  for (const { userId, ownSessionId, endedAt } of ended) {
    const [impersonatorSession] = await tx
      .select({ adminId: sessions.userId, companyId: employees.companyId })
      .from(sessions)
      .leftJoin(employees, eq(employees.userId, userId))
      .where(eq(sessions.id, ownSessionId ?? ''));
    const actor = {
      userId,
      impersonatorId: impersonatorSession?.adminId ?? null,
      ip,
      companyId: impersonatorSession?.companyId ?? null,
    };
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

const impersonationEnd = (now: Date) => new Date(now.getTime() + impersonationSeconds * 1000);

export async function startImpersonation(
  tx: Database,
  keys: Keys,
  { sessionId, ...impersonator }: Impersonator & { sessionId: string },
  account: SessionAccount,
  client: Client,
): Promise<SessionTokens & { id: string }> {
  const id = newId();
  const now = new Date();
  const expiresAt = impersonationEnd(now);
  const refreshToken = firstRefreshToken(keys, id);
  const refreshHash = hashRefreshToken(refreshToken);
  const row = { id, userId: account.id, ...client, refreshHash, expiresAt, createdAt: now, lastUsedAt: now, confirmedAt: now };
  await tx.insert(sessions).values({ ...row, impersonatorSessionId: sessionId });
  const impersonation = { id, account, deviceId: client.deviceId, expiresAt };
  return { id, accessToken: await impersonationToken(keys, impersonation, impersonator), refreshToken };
}

/** Extends the impersonation to 600 seconds from now. Earlier refresh tokens stop working. */
export async function renewImpersonation(
  tx: Database,
  keys: Keys,
  impersonator: Impersonator,
  { id, account, deviceId }: Omit<Impersonation, 'expiresAt'>,
): Promise<SessionTokens> {
  const now = new Date();
  const expiresAt = impersonationEnd(now);
  const refreshToken = firstRefreshToken(keys, id);
  const refreshHash = hashRefreshToken(refreshToken);
  const changes = { refreshHash, previousHash: null, rotatedAt: null, expiresAt, lastUsedAt: now };
  await tx.update(sessions).set(changes).where(eq(sessions.id, id));
  return { accessToken: await impersonationToken(keys, { id, account, deviceId, expiresAt }, impersonator), refreshToken };
}

/** Signs an access token with both identities. It expires together with the impersonation. */
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
    roles: companyRolesOf(account.roles),
    impersonatedId: account.id,
    impersonatorId: impersonator.id,
    impersonatorVersion: impersonator.sessionVersion,
  };
  return signAccessToken(keys, claims, Math.ceil((expiresAt.getTime() - Date.now()) / 1000));
}

/** Finds the administrator who owns a session. Null if it has ended or its owner may no longer impersonate. */
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
  if (!own || own.endedAt || own.status !== 'Active' || hasTimedOut(getSessionLimit(limits, own.roles), own)) return null;
  return can(own.roles, 'account.impersonate') ? { id: own.id, sessionVersion: own.sessionVersion } : null;
}
