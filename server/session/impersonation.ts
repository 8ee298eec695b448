import { eq } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { can, impersonatedRoles } from '#shared/access/access.ts';
import { impersonationSeconds } from '#shared/access/impersonation.ts';
import type { Database } from '#server/db/open.ts';
import type { Keys } from './keys.ts';
import { firstRefreshToken, hashOfRefreshToken } from './refresh-tokens.ts';
import type { Client, SessionAccount, SessionTokens } from './sessions.ts';
import { signAccessToken } from './tokens.ts';

/**
 * An impersonation is a session of the account that is acted as, hung on the admin's own session: it ends with either,
 * and after 600 seconds by itself (`product: Accounts and sessions`).
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
  const row = { id, userId: account.id, ...client, refreshHash, expiresAt, createdAt: now, lastUsedAt: now };
  await tx.insert(sessions).values({ ...row, impersonatorSessionId: sessionId });
  const impersonation = { id, account, deviceId: client.deviceId, expiresAt };
  return { id, accessToken: await impersonationToken(keys, impersonation, impersonator), refreshToken };
}

/** Another 600 seconds from now. The refresh tokens before it are spent. */
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

/** A token with both names on it that ends with the impersonation, whenever in its course it is made. */
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

/** The admin behind a session of an admin's own; null when it is over or its owner may not impersonate (any more). */
export async function findImpersonator(db: Database, sessionId: string): Promise<Impersonator | null> {
  const [own] = await db
    .select({
      id: users.id,
      sessionVersion: users.sessionVersion,
      roles: users.roles,
      status: users.status,
      endedAt: sessions.endedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sessionId));
  if (!own || own.endedAt || own.expiresAt <= new Date() || own.status !== 'Active') return null;
  return can(own.roles, 'account.impersonate') ? { id: own.id, sessionVersion: own.sessionVersion } : null;
}
