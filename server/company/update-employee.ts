import { and, eq, ne, not, sql, count, inArray } from 'drizzle-orm';
import { users, sessions } from '#drizzle/schema/accounts.ts';
import { employees, companies, companyInvitations } from '#drizzle/schema/companies.ts';
import { type Role, roles, landingPath } from '#shared/access/access.ts';
import { isEmployeeRole, mayManageAccount } from '#shared/access/authority.ts';
import type { Employee, UpdateEmployee, EmployeePassword } from '#shared/companies/employee.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, assertVersion, conflict } from '#server/errors.ts';
import { assertConfirmed } from '#server/session/authenticate.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type EmployeeAccount, findEmployee, holdEmployee, isInvited } from './employee-list.ts';
import { setPasswordFor } from '#server/auth/passwords/put-password.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { mail } from '#server/mail/outbox.ts';
import { endImpersonations } from '#server/session/impersonation.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Ends the caller's own membership without the company's approval (`docs/product/access.md#leaving-and-deletion`). The
 * company and everything in it stay. The account keeps its other roles, and without any it can create or join another
 * company. Roles and membership are read with each request, so access ends immediately.
 * @throws conflict for the last company admin while the company has other people or running jobs
 */
export async function leaveCompany(db: Database, actor: ActingUser): Promise<{ redirect: string }> {
  const id = actor.userId;
  return db.transaction(async (tx) => {
    const member = await holdMember(tx, id);
    const { companyId, companyName, firstName, email } = member;
    if (member.active && member.roles.includes(roles.companyAdmin) && !(await hasAnotherAdmin(tx, member)))
      await closeCompany(tx, member);
    const userRoles = rolesWithoutCompany(member.roles);
    // Before the membership is deleted, because the log entry finds the company through it.
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

/** Locks the company before the account, as every change of a company's people does. */
async function holdMember(tx: Database, id: string) {
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
  if (!member) throw conflict(text('errors.yourAccountDoesNotBelong'));
  return member;
}

const running = ['POSTED', 'SCHEDULED', 'PROCESSING_PAYMENT'] as const;

/** The company has no users left, so its jobs end, nothing is billed and no one can join it. */
async function closeCompany(tx: Database, { id, companyId }: { id: string; companyId: string }): Promise<void> {
  const [people] = await tx
    .select({ others: count() })
    .from(employees)
    .where(and(eq(employees.companyId, companyId), eq(employees.active, true), ne(employees.userId, id)));
  if (people?.others) throw conflict(text('errors.youOnlyCompanyAdminMake'));
  const [job] = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.companyId, companyId), inArray(jobs.status, [...running])))
    .limit(1);
  if (job) throw conflict(text('errors.youOnlyCompanyAdminJobs'));
  // An employer can neither close nor cancel a disabled job, and an administrator may enable it later.
  await tx
    .update(jobs)
    .set({ autoRenew: false, nextBillingDate: null })
    .where(and(eq(jobs.companyId, companyId), eq(jobs.autoRenew, true)));
  await tx.delete(companyInvitations).where(eq(companyInvitations.companyId, companyId));
}

/** An account without other roles stays an employer's without a company, as right after sign-up. */
export function rolesWithoutCompany(userRoles: readonly Role[]): Role[] {
  const others = userRoles.filter((role) => !isEmployeeRole(role));
  return others.length > 0 ? others : [roles.companyUser];
}

/**
 * Changes the fields that are present: name, phone, role, active (`docs/product/companies.md#employees`). A deactivated
 * person loses access at the next request and keeps other roles. The last company admin cannot lose that role. An outdated
 * version changes nothing.
 */
export async function updateEmployee(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { id, version, ...changes }: UpdateEmployee,
): Promise<Employee> {
  await db.transaction(async (tx) => {
    const before = await holdEmployee(tx, scope, id);
    assertVersion(version, before.version);
    const after = { ...before, ...definedFields(changes) };
    const personal = (['firstName', 'lastName', 'phone'] as const).filter((field) => after[field] !== before[field]);
    if (personal.length > 0) assertMayManage(actor, before);
    const isDeactivated = before.active && !after.active;
    // An impersonation has asked already and lasts as long as a confirmation.
    if (isDeactivated && !actor.impersonatorId) assertConfirmed({ confirmedAt: actor.confirmedAt ?? new Date(0) });
    const isMoved = after.role !== before.role || after.active !== before.active;
    if (personal.length === 0 && !isMoved) return;
    if (isLossOfAdmin(before, after)) await assertAnotherAdmin(tx, before);
    await tx
      .update(users)
      .set({
        firstName: after.firstName,
        lastName: after.lastName,
        phone: after.phone,
        roles: rolesOf(after),
        version: sql`${users.version} + 1`,
      })
      .where(eq(users.id, id));
    await tx
      .update(employees)
      .set({ active: after.active, formerRole: after.active ? null : after.role })
      .where(eq(employees.userId, id));
    if (isDeactivated) await endEverySession(tx, id);
    await recordChange(tx, actor, before, after, personal);
  });
  return findEmployee(db, scope, id);
}

function definedFields(fields: Omit<UpdateEmployee, 'id' | 'version'>): Partial<EmployeeAccount> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** @throws forbidden for an account with roles beyond the company, which only its owner changes */
export function assertMayManage(actor: ActingUser, { roles: userRoles }: { roles: Role[] }): void {
  if (!mayManageAccount(actor.roles, userRoles)) throw new AppError('forbidden', text('errors.onlyAccountOwnerCanChangeName'));
}

/** The account's other roles stay. The company role is removed on deactivation. */
function rolesOf({ roles: userRoles, role, active }: EmployeeAccount): Role[] {
  const others = userRoles.filter((one) => !isEmployeeRole(one));
  return active ? [...others, role] : others;
}

const isAdminHere = ({ role, active }: Pick<Employee, 'role' | 'active'>) => active && role === roles.companyAdmin;
const isLossOfAdmin = (before: EmployeeAccount, after: EmployeeAccount) => isAdminHere(before) && !isAdminHere(after);

async function assertAnotherAdmin(tx: Database, employee: EmployeeAccount): Promise<void> {
  if (!(await hasAnotherAdmin(tx, employee))) throw conflict(text('errors.youCantDeactivateLastCompany'));
}

/**
 * Whether another person can sign in and run the company. The company's row is locked, so that two cannot leave at the same
 * time.
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
  const of = { subject: { type: 'user' as const, id: before.id }, companyId: before.companyId };
  if (fields.length > 0) await audit(tx, actor, { action: 'employee.update', ...of, detail: { fields } });
  if (before.role !== after.role)
    await audit(tx, actor, { action: 'employee.role', ...of, detail: { from: before.role, to: after.role } });
  if (before.active !== after.active)
    await audit(tx, actor, { action: after.active ? 'employee.reactivate' : 'employee.deactivate', ...of });
}

/** Sets a new password for a person who lost theirs or has not answered the invitation. */
export async function setEmployeePassword(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { employeeId, password }: EmployeePassword,
): Promise<void> {
  const employee = await findEmployee(db, scope, employeeId);
  if (employee.id === actor.userId) throw new AppError('forbidden', text('errors.changeOwnPasswordAccountSettings'));
  if (!employee.active) throw conflict(text('errors.reactivateThisEmployeeFirst'));
  const [account] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, employeeId));
  const roles = account?.roles ?? [];
  assertMayManage(actor, { roles });
  await setPasswordFor(db, actor, { ...employee, roles }, password);
}
