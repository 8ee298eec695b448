import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { getClient, deliverTokens } from '#server/auth/token-transport.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { type Actor, assertConfirmed } from '#server/session/authenticate.ts';
import {
  endImpersonations,
  whereInSessions,
  renewalGraceSeconds,
  findImpersonator,
  renewImpersonation,
  startImpersonation,
} from '#server/session/impersonation.ts';
import { readSessionId } from '#server/session/refresh-tokens.ts';
import { findSessionIdByRefreshToken } from '#server/session/refresh.ts';
import type { Client } from '#server/session/sessions.ts';
import type { Context, TokenTransport } from '#server/trpc.ts';
import { isImpersonable } from '#shared/access/access.ts';
import type { Impersonate, ImpersonateAnswer } from '#shared/access/impersonation.ts';
import { text } from '#shared/texts/texts.ts';

type Admin = {
  userId: string;
  sessionId: string;
  client: Omit<Client, 'deviceId'>;
  /** The session of the browser's current impersonation, which ends when the new one starts. */
  replacedSessionId: string | null;
  /** When the administrator last confirmed who they are. */
  confirmedAt: Date;
};

/**
 * Starts an impersonation of 600 seconds. Requesting the same person again renews it
 * (`docs/product/access.md#impersonation`).
 * @throws step_up_required for a start if the administrator was not confirmed lately
 */
export async function impersonate(
  { db, keys, settings }: Pick<Services, 'db' | 'keys' | 'settings'>,
  { userId: adminId, sessionId, client, replacedSessionId, confirmedAt }: Admin,
  { userId, deviceId, reason }: Impersonate,
): Promise<ImpersonateAnswer> {
  return db.transaction(async (tx) => {
    await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update');
    const impersonator = await findImpersonator(tx, settings.sessionLimits, sessionId);
    if (!impersonator) throw new AppError('unauthenticated', text('errors.signInRequired'));
    const renewableImpersonation = await findRenewable(tx, { sessionId, userId, kind: client.kind });
    // A renewal needs no other confirmation, because it lasts as long as a confirmation and could never be renewed otherwise.
    if (!renewableImpersonation) assertConfirmed({ confirmedAt });
    const { companyId, firstName, lastName, ...account } = await findTarget(tx, userId);
    if (replacedSessionId && replacedSessionId !== renewableImpersonation?.id) {
      const isReplaced = and(whereInSessions([replacedSessionId]), eq(sessions.impersonatorSessionId, sessionId));
      await endImpersonations(tx, isReplaced, { reason: 'left', ip: client.ip });
    }
    const tokens = renewableImpersonation
      ? await renewImpersonation(tx, keys, impersonator, { ...renewableImpersonation, account })
      : await startImpersonation(tx, keys, { ...impersonator, sessionId }, account, { ...client, deviceId });
    const actor = { userId, impersonatorId: adminId, ip: client.ip, companyId };
    await audit(tx, actor, {
      action: renewableImpersonation ? 'impersonation.renew' : 'impersonation.start',
      subject: { type: 'user', id: userId },
      ...(reason ? { detail: { reason } } : {}),
    });
    const { accessToken, refreshToken } = tokens;
    return { firstName, lastName, accessToken, refreshToken };
  });
}

/** @throws forbidden unless the person is an active employee of a company and has no admin-side role */
async function findTarget(tx: Database, userId: string) {
  const [user] = await tx
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      roles: users.roles,
      status: users.status,
      sessionVersion: users.sessionVersion,
      companyId: employees.companyId,
    })
    .from(users)
    .leftJoin(employees, and(eq(employees.userId, users.id), eq(employees.active, true)))
    .where(eq(users.id, userId));
  if (!user) throw notFound(text('errors.userNotFound'));
  const { status, companyId, ...target } = user;
  if (!isImpersonable(target.roles)) throw new AppError('forbidden', text('errors.userNotImpersonable'));
  if (status !== 'Active') throw new AppError('forbidden', text('errors.impersonatedAccountLocked'));
  if (companyId === null) throw new AppError('forbidden', text('errors.userNotActiveEmployee'));
  return { ...target, companyId };
}

type SessionRequest = { sessionId: string; userId: string; kind: Client['kind'] };

/** Finds an impersonation of this person that is active, or that expired so recently that the web still offers to renew it. */
async function findRenewable(tx: Database, { sessionId, userId, kind }: SessionRequest) {
  const [renewableImpersonation] = await tx
    .select({ id: sessions.id, deviceId: sessions.deviceId })
    .from(sessions)
    .where(
      and(
        eq(sessions.impersonatorSessionId, sessionId),
        eq(sessions.userId, userId),
        eq(sessions.kind, kind),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, new Date(Date.now() - renewalGraceSeconds * 1000)),
      ),
    )
    .orderBy(desc(sessions.expiresAt))
    .limit(1);
  return renewableImpersonation;
}

/** Starts or renews an impersonation. The refresh token of the administrator's own session moves to a second cookie. */
export async function beginImpersonation(ctx: Context & { actor: Actor }, input: Impersonate): Promise<ImpersonateAnswer> {
  const { services, transport, actor } = ctx;
  const { userId, sessionId, confirmedAt } = actor;
  const replacedSessionId = transport.refreshToken
    ? await findSessionIdByRefreshToken(services.db, services.keys, transport.refreshToken)
    : null;
  const answer = await impersonate(
    services,
    { userId, sessionId, client: getClient(ctx), replacedSessionId, confirmedAt },
    input,
  );
  storeAdminSession(transport, sessionId);
  return deliverTokens(transport, answer);
}

function storeAdminSession(transport: TokenTransport, sessionId: string): void {
  const isOwn = (token: string | null): token is string => token !== null && readSessionId(token) === sessionId;
  if (!isOwn(transport.admin.refreshToken) && isOwn(transport.refreshToken))
    transport.admin.storeRefreshToken(transport.refreshToken);
}

/** Ends the web's impersonation, even an expired one, and restores the cookie of the administrator's own session. */
export async function leaveImpersonation({ services, transport, actor, ip }: Context): Promise<Record<never, never>> {
  const { db, keys } = services;
  const sessionId = transport.refreshToken ? await findSessionIdByRefreshToken(db, keys, transport.refreshToken) : null;
  const ids = [actor?.impersonatorId ? actor.sessionId : null, sessionId].filter((id) => id !== null);
  await endImpersonationSessions(db, ids, ip);
  if (transport.admin.refreshToken) {
    transport.storeRefreshToken(transport.admin.refreshToken);
    transport.admin.storeRefreshToken(null);
  }
  return {};
}

/** Ends only the impersonations among these sessions. */
async function endImpersonationSessions(db: Database, ids: readonly string[], ip: string): Promise<void> {
  if (ids.length > 0) await db.transaction((tx) => endImpersonations(tx, whereInSessions(ids), { reason: 'left', ip }));
}
