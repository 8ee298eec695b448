import { and, eq, sql } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { type Role, roles } from '#shared/access/access.ts';
import type { EmployeeRole } from '#shared/access/authority.ts';
import type { Employee } from '#shared/companies/employee.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

/** A deactivated person's account does not hold the role; it is remembered beside the membership. */
export const employeeRole = sql<EmployeeRole>`coalesce(${employees.formerRole},
  case when ${users.roles} @> array[${sql.raw(`'${roles.companyAdmin}'`)}] then ${sql.raw(`'${roles.companyAdmin}'`)}
  else ${sql.raw(`'${roles.companyUser}'`)} end)`;
/** Was invited and has not come yet: there is neither a password nor a social account to sign in with. */
export const isInvited = sql<boolean>`(${users.passwordHash} is null
  and not exists (select from ${identities} where ${identities.userId} = ${users.id}))`;
export const isBlocked = sql<boolean>`(${users.status} = 'Locked')`;

/** In one word, as the list shows it. */
export const employeeStatus = sql`(case when ${users.status} = 'Locked' then 'Locked' when not ${employees.active} then 'Inactive'
  when ${isInvited} then 'Invited' else 'Active' end)`;

/** `id` is the account's (`spec: work §3 Employee`). */
export const employeeColumns = {
  id: users.id,
  email: users.email,
  companyId: employees.companyId,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  role: employeeRole,
  active: employees.active,
  invited: isInvited,
  createdAt: employees.createdAt,
  blocked: isBlocked,
  version: users.version,
};

/** Somebody of the scope's company. A stranger's is not found, like one who is not there. */
export async function findEmployee(db: Database, scope: CompanyScope, id: string): Promise<Employee> {
  const [row] = await db
    .select(employeeColumns)
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(inScope(employees.companyId, scope), eq(employees.userId, id)));
  if (!row) throw notFound('The employee');
  return row;
}

/** What a change has to know besides. */
export type EmployeeAccount = Employee & { roles: Role[] };

/**
 * The same for a change: the company's row is held, so that what is true of all its people (one of them is its admin) is
 * decided by one after another.
 */
export async function holdEmployee(tx: Database, scope: CompanyScope, id: string): Promise<EmployeeAccount> {
  const { companyId } = await findEmployee(tx, scope, id);
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
  const [row] = await tx
    .select({ ...employeeColumns, roles: users.roles })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(inScope(employees.companyId, scope), eq(employees.userId, id)));
  if (!row) throw notFound('The employee');
  return row;
}
