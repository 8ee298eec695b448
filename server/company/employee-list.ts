import { eq, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { employeeRoles } from '#shared/access/authority.ts';
import { type Employee, type EmployeeSearch, employeeStatuses } from '#shared/companies/employee.ts';
import type { PageOf } from '#shared/lists/list.ts';
import type { Database } from '#server/db/open.ts';
import type { ListFields, Reader } from '#server/lists/filter.ts';
import { readPage } from '#server/lists/read-page.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { findCompany } from './company-queries.ts';
import { employeeColumns, employeeRole, employeeStatus, isBlocked } from './employee-query.ts';

/** What a company's people are filtered and sorted by. */
const fields: ListFields = {
  full_name: { kind: 'text', column: users.fullName, order: sql`lower(${users.fullName})`, isRequired: true },
  email: { kind: 'text', column: users.email, order: sql`lower(${users.email})`, isRequired: true },
  phone: { kind: 'text', column: users.phone },
  role: { kind: 'enum', column: employeeRole, values: employeeRoles, isRequired: true },
  active: { kind: 'flag', column: employees.active, isRequired: true },
  blocked: { kind: 'flag', column: isBlocked, isRequired: true },
  status: { kind: 'enum', column: employeeStatus, values: employeeStatuses, isRequired: true },
  created_at: { kind: 'date', column: employees.createdAt, isRequired: true },
};

/** The people of a company, newest first unless asked otherwise. @throws not found */
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
