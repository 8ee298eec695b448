import { and, eq, ne, not, sql, count, inArray } from 'drizzle-orm';
import { users, sessions } from '#drizzle/schema/accounts.ts';
import { employees, companies, companyInvitations } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { audit } from '#server/audit/audit.ts';
import { mailNewCompanyAdmin } from '#server/auth/account/mail-new-admin.ts';
import { setPasswordFor } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, assertVersion, conflict } from '#server/errors.ts';
import { assertAllowedName } from '#server/input/person-name.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { mail } from '#server/mail/outbox.ts';
import { assertConfirmed } from '#server/session/authenticate.ts';
import { endImpersonations } from '#server/session/impersonation.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type Role, roles, landingPath } from '#shared/access/access.ts';
import { isEmployeeRole, mayManageAccount } from '#shared/access/authority.ts';
import type { Employee, UpdateEmployee, EmployeePassword } from '#shared/companies/employee.ts';
import type { StoredPhone } from '#shared/phone.ts';
import { text } from '#shared/texts/texts.ts';
import { type EmployeeAccount, findEmployee, lockEmployee, isInvited } from './employee-list.ts';

/**
 * Removes the caller from their company without the company's approval (`docs/product/access.md#leaving-and-deletion`). The
 * company's data stays. The account keeps its other roles, and can create or join another company. Every request reads roles
 * and membership again, so access ends immediately.
 * @throws conflict for the last company admin while the company has other people or active jobs
 */
export async function leaveCompany(db: Database, actor: ActingUser): Promise<{ redirect: string }> {
  const id = actor.userId;
  return db.transaction(async (tx) => {
    const member = await lockMember(tx, id);
    const { companyId, companyName, firstName, email } = member;
    if (member.active && member.roles.includes(roles.companyAdmin) && !(await hasAnotherAdmin(tx, member)))
      await endCompanyActivity(tx, member);
    const userRoles = removeCompanyRoles(member.roles);
    // This comes before the membership is deleted, because the log entry finds the company through it.
    await endImpersonations(tx, eq(sessions.userId, id), { reason: 'session', ip: actor.ip });
    await tx.delete(employees).where(eq(employees.userId, id));
    await tx
      .update(users)
      .set({ roles: userRoles, version: sql`${users.version} + 1` })
      .where(eq(users.id, id));
    await mail(tx, email, 'company_left', { firstName, companyName }, actor.language);
    await audit(tx, actor, { action: 'employee.leave', subject: { type: 'user' as const, id }, companyId });
    return { redirect: landingPath(userRoles, null) };
  });
}

/** Locks the company before the account, as every change of employees does, so that changes cannot deadlock. */
async function lockMember(tx: Database, id: string) {
  const membership = tx.select({ id: employees.companyId }).from(employees).where(eq(employees.userId, id));
  await tx.select({ id: companies.id }).from(companies).where(inArray(companies.id, membership)).for('no key update');
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
  const [member] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      roles: users.roles,
      active: employees.active,
      companyId: companies.id,
      companyName: companies.companyName,
    })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .innerJoin(companies, eq(companies.id, employees.companyId))
    .where(eq(employees.userId, id));
  if (!member) throw conflict(text('errors.accountWithoutCompany'));
  return member;
}

const activeJobStatuses = ['POSTED', 'SCHEDULED', 'PROCESSING_PAYMENT'] as const;

/** Ends renewals and invitations when the last person leaves. Other people or active jobs in the company prevent this. */
async function endCompanyActivity(tx: Database, { id, companyId }: { id: string; companyId: string }): Promise<void> {
  const [countRow] = await tx
    .select({ others: count() })
    .from(employees)
    .where(and(eq(employees.companyId, companyId), eq(employees.active, true), ne(employees.userId, id)));
  if (countRow?.others) throw conflict(text('errors.onlyAdminWithEmployees'));
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.companyId, companyId), inArray(jobs.status, [...activeJobStatuses])))
    .limit(1);
  if (job) throw conflict(text('errors.onlyAdminWithOpenJobs'));
  // Employers cannot close a disabled job, but an administrator may enable it later, so its renewal is turned off too.
  await tx
    .update(jobs)
    .set({ autoRenew: false, nextBillingDate: null })
    .where(and(eq(jobs.companyId, companyId), eq(jobs.autoRenew, true)));
  await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, companyId));
}

/** An account without other roles remains an employer without a company, as after sign-up. */
export function removeCompanyRoles(userRoles: readonly Role[]): Role[] {
  const otherRoles = userRoles.filter((role) => !isEmployeeRole(role));
  return otherRoles.length > 0 ? otherRoles : [roles.companyUser];
}

/**
 * Changes the fields that are present: name, phone, role, active (`docs/product/companies.md#employees`). A deactivated
 * person loses access at the next request and keeps other roles. The last company admin cannot lose that role. An outdated
 * version is refused.
 */
export async function updateEmployee(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { id, version, ...changes }: UpdateEmployee,
): Promise<Employee> {
  await db.transaction(async (tx) => {
    const before = await lockEmployee(tx, scope, id);
    assertVersion(version, before.version);
    const after = { ...before, ...definedFields({ ...changes, ...phoneColumns(changes, before) }) };
    const changedPersonalFields = (['firstName', 'lastName', 'phone', 'phoneExtension'] as const).filter(
      (field) => after[field] !== before[field],
    );
    if (changedPersonalFields.length > 0) assertMayManage(actor, before);
    await assertAllowedName(tx, id, changes);
    const isDeactivated = before.active && !after.active;
    const hasAccessChanged = after.role !== before.role || after.active !== before.active;
    // An impersonation started with a confirmation and lasts no longer than it, so no other one is needed.
    if (hasAccessChanged && !actor.impersonatorId) assertConfirmed(actor);
    if (changedPersonalFields.length === 0 && !hasAccessChanged) return;
    if (losesAdminRole(before, after)) await assertAnotherAdmin(tx, before);
    await tx
      .update(users)
      .set({
        firstName: after.firstName,
        lastName: after.lastName,
        phone: after.phone,
        phoneExtension: after.phoneExtension,
        roles: getAccountRoles(after),
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, id));
    await tx
      .update(employees)
      .set({ active: after.active, formerRole: after.active ? null : after.role })
      .where(eq(employees.userId, id));
    if (isDeactivated) await endEverySession(tx, id);
    await recordChange(tx, actor, before, after, changedPersonalFields);
    if (isAdminHere(after) && !isAdminHere(before)) await mailNewCompanyAdmin(tx, after, actor.language);
  });
  return findEmployee(db, scope, id);
}

function definedFields(fields: Omit<UpdateEmployee, 'id' | 'version' | 'phone'> & StoredPhone): Partial<EmployeeAccount> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** @throws forbidden if the account has roles outside the company, because only its owner may then change it */
export function assertMayManage(actor: ActingUser, { roles: userRoles }: { roles: Role[] }): void {
  if (!mayManageAccount(actor.roles, userRoles)) throw new AppError('forbidden', text('errors.employeeHasOtherRoles'));
}

/** Keeps the account's other roles. Deactivation removes the company role. */
function getAccountRoles({ roles: userRoles, role, active }: EmployeeAccount): Role[] {
  const otherRoles = userRoles.filter((one) => !isEmployeeRole(one));
  return active ? [...otherRoles, role] : otherRoles;
}

const isAdminHere = ({ role, active }: Pick<Employee, 'role' | 'active'>) => active && role === roles.companyAdmin;
const losesAdminRole = (before: EmployeeAccount, after: EmployeeAccount) => isAdminHere(before) && !isAdminHere(after);

async function assertAnotherAdmin(tx: Database, employee: EmployeeAccount): Promise<void> {
  if (!(await hasAnotherAdmin(tx, employee))) throw conflict(text('errors.cannotRemoveLastCompanyAdmin'));
}

/**
 * Whether another company admin can sign in. Callers lock the company's row first, so that the last two admins cannot leave
 * at the same time.
 */
export async function hasAnotherAdmin(tx: Database, { id, companyId }: { id: string; companyId: string }): Promise<boolean> {
  const [another] = await tx
    .select({ id: users.id })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(
      and(
        eq(employees.companyId, companyId),
        ne(employees.userId, id),
        eq(employees.active, true),
        eq(users.status, 'Active'),
        not(isInvited),
        sql`${users.roles} @> array[${roles.companyAdmin}]`,
      ),
    )
    .limit(1);
  return another !== undefined;
}

async function recordChange(
  tx: Database,
  actor: ActingUser,
  before: EmployeeAccount,
  after: EmployeeAccount,
  fields: string[],
): Promise<void> {
  const auditTarget = { subject: { type: 'user' as const, id: before.id }, companyId: before.companyId };
  if (fields.length > 0) await audit(tx, actor, { action: 'employee.update', ...auditTarget, detail: { fields } });
  if (before.role !== after.role)
    await audit(tx, actor, { action: 'employee.role', ...auditTarget, detail: { from: before.role, to: after.role } });
  if (before.active !== after.active)
    await audit(tx, actor, { action: after.active ? 'employee.reactivate' : 'employee.deactivate', ...auditTarget });
}

/** Sets a new password for a person who lost theirs or has not accepted the invitation. */
export async function setEmployeePassword(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { employeeId, password }: EmployeePassword,
): Promise<void> {
  const employee = await findEmployee(db, scope, employeeId);
  if (employee.id === actor.userId) throw new AppError('forbidden', text('errors.cannotSetOwnPassword'));
  if (!employee.active) throw conflict(text('errors.employeeDeactivated'));
  const [account] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, employeeId));
  const roles = account?.roles ?? [];
  assertMayManage(actor, { roles });
  await setPasswordFor(db, actor, { ...employee, roles }, password);
}
