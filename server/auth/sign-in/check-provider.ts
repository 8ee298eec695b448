import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, companySignIns, employees } from '#drizzle/schema/companies.ts';
import { roles } from '#shared/access/access.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Refuses a company user who signs in another way although the company requires its own identity provider. Company admins
 * may still use their password, so that a broken provider does not lock the company out
 * (`docs/product/access.md#company-sign-in`). Callers check this only after the person has proved who they are, so that it
 * reveals nothing to strangers.
 */
export async function assertNoProviderRequired(db: Database, userId: string): Promise<void> {
  const [row] = await db
    .select({ domain: companySignIns.domain })
    .from(companySignIns)
    .innerJoin(companies, and(eq(companies.id, companySignIns.companyId), ne(companies.status, 'Cancelled')))
    .innerJoin(employees, and(eq(employees.companyId, companySignIns.companyId), eq(employees.active, true)))
    .innerJoin(users, eq(users.id, employees.userId))
    .where(
      and(
        eq(users.id, userId),
        companySignIns.isRequired,
        isNotNull(companySignIns.domainVerifiedAt),
        sql`split_part(lower(${users.email}), '@', 2) = ${companySignIns.domain}`,
        sql`not ${users.roles} @> array[${roles.companyAdmin}]`,
      ),
    );
  if (row) throw new AppError('company_sign_in_required', text('errors.useCompanySignIn'));
}
