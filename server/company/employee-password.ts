import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import type { EmployeePassword } from '#shared/companies/employee.ts';
import { setPasswordFor } from '#server/auth/passwords/set-password-for.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict } from '#server/errors.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { findEmployee } from './employee-query.ts';
import { assertMayManage } from './update-employee.ts';

/** A new password for somebody who lost the old one; also instead of an invitation that was not answered. */
export async function setEmployeePassword(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { employeeId, password }: EmployeePassword,
): Promise<void> {
  const employee = await findEmployee(db, scope, employeeId);
  if (employee.id === actor.userId) throw new AppError('forbidden', 'Change your own password in your account settings');
  if (!employee.active) throw conflict('Reactivate this employee first');
  const [account] = await db.select({ roles: users.roles }).from(users).where(eq(users.id, employeeId));
  const roles = account?.roles ?? [];
  assertMayManage(actor, { roles });
  await setPasswordFor(db, actor, { ...employee, roles }, password);
}
