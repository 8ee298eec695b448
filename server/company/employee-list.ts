import { eq, inArray, sql, and } from 'drizzle-orm';
import { users, identities } from '#drizzle/schema/accounts.ts';
import { companyIdentities, employees, companies } from '#drizzle/schema/companies.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { folded, type ListFields, type Reader } from '#server/lists/conditions.ts';
import { readPage } from '#server/lists/read-page.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { employeeRoles, type EmployeeRole } from '#shared/access/authority.ts';
import { type Employee, type EmployeeSearch, employeeStatuses } from '#shared/companies/employee.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { text } from '#shared/texts/texts.ts';
import { findCompany } from './company-query.ts';

/** Deactivation removes the role from the account, so a deactivated person's role is stored in `employees.former_role`. */
const employeeRole = sql<EmployeeRole>`coalesce(${employees.formerRole},
  case when ${users.roles} @> array[${sql.raw(`'${roles.companyAdmin}'`)}] then ${sql.raw(`'${roles.companyAdmin}'`)}
  else ${sql.raw(`'${roles.companyUser}'`)} end)`;
/**
 * Whether the person was invited and has not joined. Such an account has neither a password nor another sign-in, and its address was
 * never proved, unlike that of a person who signs in with emailed codes.
 */
export const isInvited = sql<boolean>`(${users.passwordHash} is null and ${users.emailVerifiedAt} is null
  and not exists (select from ${identities} where ${identities.userId} = ${users.id})
  and not exists (select from ${companyIdentities} where ${companyIdentities.userId} = ${users.id}))`;
const isBlocked = sql<boolean>`(${users.status} = 'Locked')`;

/** The status as the list shows it. */
const employeeStatus = sql`(case when ${users.status} = 'Locked' then 'Locked' when not ${employees.active} then 'Inactive'
  when ${isInvited} then 'Invited' else 'Active' end)`;

/** An employee's `id` is the id of the account (`docs/product/companies.md#employees`). */
const employeeColumns = {
  id: users.id,
  email: users.email,
  companyId: employees.companyId,
  firstName: users.firstName,
  lastName: users.lastName,
  phone: users.phone,
  phoneExtension: users.phoneExtension,
  role: employeeRole,
  active: employees.active,
  invited: isInvited,
  createdAt: employees.createdAt,
  blocked: isBlocked,
  version: users.version,
};

/** Finds an employee of a company in the scope. */
export async function findEmployee(db: Database, scope: CompanyScope, id: string): Promise<Employee> {
  const [row] = await db
    .select(employeeColumns)
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(whereInScope(employees.companyId, scope), eq(employees.userId, id)));
  if (!row) throw notFound(text('errors.employeeNotFound'));
  return row;
}

/** An employee with all roles of the account, which a change needs. */
export type EmployeeAccount = Employee & { roles: Role[] };

/**
 * Reads an employee for a change and locks the company's row. Changes then run one after the other, so that two of them
 * cannot remove the last two company admins at the same time.
 */
export async function lockEmployee(tx: Database, scope: CompanyScope, id: string): Promise<EmployeeAccount> {
  const { companyId } = await findEmployee(tx, scope, id);
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('no key update');
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
  const [row] = await tx
    .select({ ...employeeColumns, roles: users.roles })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(whereInScope(employees.companyId, scope), eq(employees.userId, id)));
  if (!row) throw notFound(text('errors.employeeNotFound'));
  return row;
}

/** The filters and orders of the employee list. */
const fields: ListFields = {
  full_name: { kind: 'text', column: users.fullName, order: folded(users.fullName), isRequired: true },
  email: { kind: 'text', column: users.email, order: sql`lower(${users.email})`, isRequired: true },
  phone: { kind: 'text', column: users.phone },
  role: { kind: 'enum', column: employeeRole, values: employeeRoles, isRequired: true },
  active: { kind: 'flag', column: employees.active, isRequired: true },
  blocked: { kind: 'flag', column: isBlocked, isRequired: true },
  status: { kind: 'enum', column: employeeStatus, values: employeeStatuses, isRequired: true },
  created_at: { kind: 'date', column: employees.createdAt, isRequired: true },
};

/**
 * Lists a company's employees, the newest first by default.
 * @throws not_found
 */
export async function listEmployees(
  db: Database,
  scope: CompanyScope,
  { companyId, ...request }: EmployeeSearch & Reader,
): Promise<PageOf<Employee>> {
  const company = await findCompany(db, scope, companyId);
  const list = {
    from: sql`${employees} join ${users} on ${users.id} = ${employees.userId}`,
    id: employees.userId,
    fields,
    defaultOrder: [{ field: 'created_at', direction: 'desc' as const }],
    where: eq(employees.companyId, company.id),
  };
  return readPage(db, list, request, (ids) =>
    db
      .select(employeeColumns)
      .from(employees)
      .innerJoin(users, eq(users.id, employees.userId))
      .where(inArray(employees.userId, ids)),
  );
}
