import { and, eq } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import type { OwnSessions } from '#shared/accounts/account.ts';
import { mayManageAccount } from '#shared/access/authority.ts';
import { audit } from '#server/audit.ts';
import { listOwnSessions } from '#server/auth/account/own-sessions.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { endEverySession, endSessions } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';

async function assertMayManage(db: Database, held: Actor['roles'], id: string): Promise<void> {
  const [account] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, id));
  if (!account) throw notFound('This account');
  if (!mayManageAccount(held, account.roles))
    throw new AppError('forbidden', 'Only a super admin can view and end a super admin’s sessions');
}

/** Where somebody is signed in, as an administrator sees it. */
export async function listAccountSessions(db: Database, { roles, sessionId }: Actor, id: string): Promise<OwnSessions> {
  await assertMayManage(db, roles, id);
  return listOwnSessions(db, { userId: id, sessionId });
}

/** Ends one session of somebody, or with none named all of them, at their next request. */
export async function endAccountSessions(
  db: Database,
  actor: ActingUser,
  { id, sessionId }: { id: string; sessionId?: string | undefined },
): Promise<void> {
  await assertMayManage(db, actor.roles, id);
  await db.transaction(async (tx) => {
    const subject = { type: 'user', id };
    if (sessionId === undefined) {
      await endEverySession(tx, id);
      return audit(tx, actor, { action: 'session.end_all', subject });
    }
    const ended = await endSessions(tx, and(eq(sessions.id, sessionId), eq(sessions.userId, id)));
    if (ended.length === 0) throw notFound('This session');
    return audit(tx, actor, { action: 'session.end', subject, detail: { session: sessionId } });
  });
}
