import { eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { type Role, roles } from '#shared/access/access.ts';
import type { Admin, UpdateAdmin } from '#shared/admin/admin.ts';
import { adminRoleOf, adminRoles, mayGrant, mayManageAccount } from '#shared/access/authority.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, assertVersion, conflict } from '#server/errors.ts';
import type { ActingUser } from '#server/trpc.ts';
import { findAdmin, readAdminRow } from './admin-query.ts';
import { holdSuperAdmins, isAnotherSuperAdmin } from './super-admins.ts';

/**
 * Changes what is given. Nobody changes the own role, gives one that stands above, touches who stands above, or takes the
 * last super admin away. The new role counts from the account's next request on.
 */
export async function updateAdmin(db: Database, actor: ActingUser, { id, version, ...wanted }: UpdateAdmin): Promise<Admin> {
  await db.transaction(async (tx) => {
    await holdSuperAdmins(tx);
    const before = await readAdminRow(tx, id, { isHeld: true });
    if (!mayManageAccount(actor.roles, before.roles))
      throw new AppError('forbidden', 'Only a super admin can change a super admin');
    assertVersion(version, before.version);
    const { firstName = before.firstName, lastName = before.lastName } = wanted;
    const was = adminRoleOf(before.roles);
    const role = wanted.role ?? was;
    if (role && role !== was) {
      if (id === actor.userId) throw new AppError('forbidden', 'You can’t change your own role', { field: 'role' });
      if (!mayGrant(actor.roles, role))
        throw new AppError('forbidden', 'Only a super admin can create super admins', { field: 'role' });
      if (was === roles.superAdmin && !(await isAnotherSuperAdmin(tx, id)))
        throw conflict('You can’t change the role of the last super admin');
    }
    const isRenamed = firstName !== before.firstName || lastName !== before.lastName;
    if (!isRenamed && role === was) return;
    const held = role === was || !role ? before.roles : [role, ...withoutAdminRoles(before.roles)];
    await tx
      .update(users)
      .set({ firstName, lastName, roles: held, version: sql`${users.version} + 1` })
      .where(eq(users.id, id));
    const subject = { type: 'user', id };
    if (isRenamed) await audit(tx, actor, { action: 'admin.update', subject, detail: { fields: ['firstName', 'lastName'] } });
    if (role !== was) await audit(tx, actor, { action: 'admin.role', subject, detail: { from: was, to: role } });
  });
  return findAdmin(db, id);
}

const withoutAdminRoles = (held: readonly Role[]) => held.filter((role) => !(adminRoles as readonly Role[]).includes(role));
