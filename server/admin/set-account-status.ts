import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { type Role, roles } from '#shared/access/access.ts';
import type { AccountStatus } from '#shared/accounts/account.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, notFound } from '#server/errors.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import { holdSuperAdmins, isAnotherSuperAdmin } from './super-admins.ts';

type Change = { id: string; status: AccountStatus };

/**
 * Locks an account, which ends its sessions at once, or opens it again (`product: Accounts and sessions`). Nobody locks
 * the own account or the last super admin, and only a super admin another one. The state that is there already is no change.
 */
export async function setAccountStatus(db: Database, actor: ActingUser, { id, status }: Change): Promise<Change> {
  return db.transaction(async (tx) => {
    await holdSuperAdmins(tx);
    const [account] = await tx
      .select({ status: users.status, roles: users.roles })
      .from(users)
      .where(eq(users.id, id))
      .for('update');
    if (!account) throw notFound('This account');
    if (id === actor.userId && status === 'Locked') throw new AppError('forbidden', 'You can’t lock your own account');
    if (isSuperAdmin(account.roles)) await assertMayTouchSuperAdmin(tx, actor, { id, status });
    if (account.status === status) return { id, status };
    await tx.update(users).set({ status, updatedAt: new Date() }).where(eq(users.id, id));
    if (status === 'Locked') await endEverySession(tx, id);
    await audit(tx, actor, {
      action: status === 'Locked' ? 'account.lock' : 'account.unlock',
      subject: { type: 'user', id },
    });
    return { id, status };
  });
}

const isSuperAdmin = (held: readonly Role[]) => held.includes(roles.superAdmin);
async function assertMayTouchSuperAdmin(tx: Database, actor: ActingUser, { id, status }: Change): Promise<void> {
  if (!isSuperAdmin(actor.roles)) throw new AppError('forbidden', 'Only a super admin can lock or unlock a super admin');
  if (status === 'Active') return;
  if (!(await isAnotherSuperAdmin(tx, id))) throw conflict('You can’t lock the last super admin');
}
