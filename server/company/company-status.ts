import { and, eq, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import type { CompanyStatus } from '#shared/catalogues.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type CompanyRow, findCompany, holdCompany } from './company-queries.ts';

/**
 * Moves a company between its states, any to any (`product: Companies`). What a state means is read where it counts: who
 * posts, what is public, what its people reach. The state that is there already is no change.
 */
export async function setCompanyStatus(
  db: Database,
  actor: ActingUser,
  scope: CompanyScope,
  { companyId, status }: { companyId: string; status: CompanyStatus },
): Promise<string> {
  await findCompany(db, scope, companyId);
  await db.transaction(async (tx) => {
    const before = await holdCompany(tx, scope, companyId);
    if (before.status === status) return;
    await tx
      .update(companies)
      .set({ status, version: sql`${companies.version} + 1` })
      .where(eq(companies.id, companyId));
    await tellOfStatus(tx, actor, before, status);
  });
  return companyId;
}

/** Writes down that the state changed, and mails everybody who works there. */
export async function tellOfStatus(tx: Database, actor: ActingUser, before: CompanyRow, status: CompanyStatus): Promise<void> {
  const { id, companyName } = before;
  await audit(tx, actor, {
    action: 'company.status',
    subject: { type: 'company', id },
    companyId: id,
    detail: { from: before.status, to: status },
  });
  const people = await tx
    .select({ email: users.email, firstName: users.firstName })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, id), eq(employees.active, true), eq(users.status, 'Active')));
  for (const { email, firstName } of people) await mail(tx, email, 'company_status', { firstName, companyName, status });
}
