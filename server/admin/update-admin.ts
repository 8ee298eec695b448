import { eq, sql, and, ne } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { audit } from '#server/audit/audit.ts';
import { mailNewAdministrator } from '#server/auth/account/mail-new-admin.ts';
import { emailTakenError } from '#server/auth/email/change-email.ts';
import { notifyCreatedAccount } from '#server/auth/email/verification.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, assertVersion, conflict, violatedConstraint, notFound } from '#server/errors.ts';
import { assertAllowedName } from '#server/input/person-name.ts';
import { assertConfirmed } from '#server/session/authenticate.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import { can, type Role, roles } from '#shared/access/access.ts';
import { adminRoleOf, adminRoles, mayGrant, mayManageAccount } from '#shared/access/authority.ts';
import type { AccountStatus } from '#shared/accounts/account.ts';
import type { Admin, UpdateAdmin, CreateAdmin } from '#shared/admin/admin.ts';
import { text } from '#shared/texts/texts.ts';
import { findAdmin, readAdminRow } from './admin-query.ts';

type Change = { id: string; status: AccountStatus };

/**
 * Locks or unlocks an account (`docs/product/access.md#account-status`). Locking ends its sessions. No one can lock their
 * own account or the last super admin, and only super admins can lock a super admin. Setting the current status changes
 * nothing.
 */
export async function setAccountStatus(db: Database, actor: ActingUser, { id, status }: Change): Promise<Change> {
  return db.transaction(async (tx) => {
    await lockSuperAdmins(tx);
    const [account] = await tx
      .select({ status: users.status, roles: users.roles })
      .from(users)
      .where(eq(users.id, id))
      .for('update');
    if (!account) throw notFound(text('errors.accountNotFound'));
    if (id === actor.userId && status === 'Locked') throw new AppError('forbidden', text('errors.cannotLockOwnAccount'));
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

const isSuperAdmin = (userRoles: readonly Role[]) => userRoles.includes(roles.superAdmin);
async function assertMayTouchSuperAdmin(tx: Database, actor: ActingUser, { id, status }: Change): Promise<void> {
  if (!isSuperAdmin(actor.roles)) throw new AppError('forbidden', text('errors.cannotLockSuperAdmin'));
  if (status === 'Active') return;
  if (!(await hasAnotherSuperAdmin(tx, id))) throw conflict(text('errors.cannotLockLastSuperAdmin'));
}

const holdsSuperAdmin = sql`${users.roles} @> array[${roles.superAdmin}]`;

/** Locks all super admins in a fixed order, so that two who demote each other at the same time cannot both succeed. */
export async function lockSuperAdmins(tx: Database): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(holdsSuperAdmin).orderBy(users.id).for('update');
}

/** Whether the product has another active super admin. */
export async function hasAnotherSuperAdmin(tx: Database, id: string): Promise<boolean> {
  const [another] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(holdsSuperAdmin, ne(users.id, id), eq(users.status, 'Active')))
    .limit(1);
  return another !== undefined;
}

/**
 * Changes the fields that are present (`docs/product/access.md#managing-accounts`). Administrators cannot change their own
 * role, grant a role above their own, change an account above their own, or demote the last super admin. A new role applies
 * from the account's next request.
 */
export async function updateAdmin(db: Database, actor: ActingUser, { id, version, ...changes }: UpdateAdmin): Promise<Admin> {
  await db.transaction(async (tx) => {
    await lockSuperAdmins(tx);
    const before = await readAdminRow(tx, id, { isHeld: true });
    if (!mayManageAccount(actor.roles, before.roles)) throw new AppError('forbidden', text('errors.cannotChangeSuperAdmin'));
    assertVersion(version, before.version);
    await assertAllowedName(tx, id, changes);
    const { firstName = before.firstName, lastName = before.lastName } = changes;
    const oldRole = adminRoleOf(before.roles);
    const role = changes.role ?? oldRole;
    if (role && role !== oldRole) {
      assertConfirmed(actor);
      if (id === actor.userId) throw new AppError('forbidden', text('errors.cannotChangeOwnRole'), { field: 'role' });
      if (!mayGrant(actor.roles, role)) throw new AppError('forbidden', text('errors.cannotCreateSuperAdmin'), { field: 'role' });
      if (oldRole === roles.superAdmin && !(await hasAnotherSuperAdmin(tx, id)))
        throw conflict(text('errors.cannotDemoteLastSuperAdmin'));
    }
    const isRenamed = firstName !== before.firstName || lastName !== before.lastName;
    if (!isRenamed && role === oldRole) return;
    const userRoles = role === oldRole || !role ? before.roles : [role, ...removeAdminRoles(before.roles)];
    await tx
      .update(users)
      .set({ firstName, lastName, roles: userRoles, version: sql`${users.version} + 1` })
      .where(eq(users.id, id));
    const subject = { type: 'user', id } as const;
    if (isRenamed) await audit(tx, actor, { action: 'admin.update', subject, detail: { fields: ['firstName', 'lastName'] } });
    if (role === oldRole || !role) return;
    await audit(tx, actor, { action: 'admin.role', subject, detail: { from: oldRole, to: role } });
    const hasGained = role === roles.superAdmin || !oldRole || !can([oldRole], 'accounts.manage');
    if (hasGained && can([role], 'accounts.manage')) await mailNewAdministrator(tx, { id, role }, actor.language);
  });
  return findAdmin(db, id);
}

const removeAdminRoles = (userRoles: readonly Role[]) =>
  userRoles.filter((role) => !(adminRoles as readonly Role[]).includes(role));

/**
 * Creates a staff account with a password that must be changed at the first sign-in. An emailed link verifies the address.
 * Administrators cannot create an account above their own.
 */
export async function createAdmin(db: Database, actor: ActingUser, input: CreateAdmin): Promise<Admin> {
  const { email, firstName, lastName, password, role } = input;
  if (!mayGrant(actor.roles, role)) throw new AppError('forbidden', text('errors.cannotCreateSuperAdmin'), { field: 'role' });
  assertUncommon(password, [email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  const id = newId();
  try {
    await db.transaction(async (tx) => {
      await tx.insert(users).values({
        id,
        email,
        firstName,
        lastName,
        passwordHash,
        mustChangePassword: true,
        passwordSetByOther: true,
        roles: [role],
      });
      await notifyCreatedAccount(tx, { userId: id, email, firstName, creator: actor, companyName: null });
      await audit(tx, actor, { action: 'admin.create', subject: { type: 'user', id }, detail: { role } });
      if (can([role], 'accounts.manage')) await mailNewAdministrator(tx, { id, role }, actor.language);
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTakenError();
    throw error;
  }
  return findAdmin(db, id);
}
