import { count, desc, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import type { Page } from '#shared/list.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { findCompany } from './company-queries.ts';

/** The people of a company, newest first; `id` is the account's (`spec: work §3 Employee`). */
export async function listEmployees(db: Database, scope: CompanyScope, companyId: string | undefined, { offset, limit }: Page) {
  const company = await findCompany(db, scope, companyId);
  const [total] = await db.select({ n: count() }).from(employees).where(eq(employees.companyId, company.id));
  const items = await db
    .select({
      id: users.id,
      email: users.email,
      companyId: employees.companyId,
      firstName: users.firstName,
      lastName: users.lastName,
      phone: users.phone,
      active: employees.active,
      createdAt: employees.createdAt,
      blocked: sql<boolean>`${users.status} = 'Locked'`,
    })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(eq(employees.companyId, company.id))
    .orderBy(desc(employees.createdAt), desc(employees.userId))
    .limit(limit)
    .offset(offset);
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
}
