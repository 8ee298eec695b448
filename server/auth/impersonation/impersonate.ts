import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { isImpersonable } from '#shared/access/access.ts';
import type { Impersonate, ImpersonateAnswer } from '#shared/access/impersonation.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { endImpersonations, ofSessions, renewableSeconds } from '#server/session/end-impersonation.ts';
import { findImpersonator, renewImpersonation, startImpersonation } from '#server/session/impersonation.ts';
import type { Client } from '#server/session/sessions.ts';

type Admin = {
  userId: string;
  sessionId: string;
  client: Omit<Client, 'deviceId'>;
  /** The impersonation that this browser was in so far: it gives way to the new one. */
  replaces: string | null;
};

/**
 * Lets an admin act as a company's person for 600 seconds. Asking again for the same person renews it
 * (`spec: access §4 Impersonation`, `product: Accounts and sessions`).
 */
export async function impersonate(
  { db, keys }: Pick<Services, 'db' | 'keys'>,
  { userId: adminId, sessionId, client, replaces }: Admin,
  { userId, deviceId, reason }: Impersonate,
): Promise<ImpersonateAnswer> {
  return db.transaction(async (tx) => {
    await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('update');
    const impersonator = await findImpersonator(tx, sessionId);
    if (!impersonator) throw new AppError('unauthenticated', 'Sign in to continue');
    const { companyId, firstName, lastName, ...account } = await findTarget(tx, userId);
    const running = await findRunning(tx, { sessionId, userId, kind: client.kind });
    if (replaces && replaces !== running?.id) {
      const which = and(ofSessions([replaces]), eq(sessions.impersonatorSessionId, sessionId));
      await endImpersonations(tx, which, { reason: 'left', ip: client.ip });
    }
    const tokens = running
      ? await renewImpersonation(tx, keys, impersonator, { ...running, account })
      : await startImpersonation(tx, keys, { ...impersonator, sessionId }, account, { ...client, deviceId });
    const actor = { userId, impersonatorId: adminId, ip: client.ip, companyId };
    await audit(tx, actor, {
      action: running ? 'impersonation.renew' : 'impersonation.start',
      subject: { type: 'user', id: userId },
      ...(reason ? { detail: { reason } } : {}),
    });
    const { accessToken, refreshToken } = tokens;
    return { firstName, lastName, accessToken, refreshToken };
  });
}

/** @throws forbidden for whoever is no active employee of a company, and for everybody of the admin side */
async function findTarget(tx: Database, userId: string) {
  const [found] = await tx
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
  if (!found) throw notFound('This user');
  const { status, companyId, ...target } = found;
  if (!isImpersonable(target.roles)) throw new AppError('forbidden', 'You can only impersonate company users');
  if (status !== 'Active') throw new AppError('forbidden', 'This account is locked');
  if (companyId === null) throw new AppError('forbidden', 'This user isn’t active in a company');
  return { ...target, companyId };
}

type Wanted = { sessionId: string; userId: string; kind: Client['kind'] };

/** The impersonation of this person that goes on, or ended so lately that the screen still offers to renew it. */
async function findRunning(tx: Database, { sessionId, userId, kind }: Wanted) {
  const [running] = await tx
    .select({ id: sessions.id, deviceId: sessions.deviceId })
    .from(sessions)
    .where(
      and(
        eq(sessions.impersonatorSessionId, sessionId),
        eq(sessions.userId, userId),
        eq(sessions.kind, kind),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, new Date(Date.now() - renewableSeconds * 1000)),
      ),
    )
    .orderBy(desc(sessions.expiresAt))
    .limit(1);
  return running;
}
