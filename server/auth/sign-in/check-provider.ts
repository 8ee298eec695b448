import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, companyIdentities, companySignIns, employees } from '#drizzle/schema/companies.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import type { SessionOrigin } from '#server/session/sessions.ts';
import { privateRolesOf, type Role, roles } from '#shared/access/access.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Finds the email domain of the company whose identity provider an account must sign in with. Company admins may still use
 * their password, so that a broken provider does not lock the company out (`docs/product/access.md#company-sign-in`).
 */
async function findRequiredDomain(db: Database, userId: string): Promise<string | undefined> {
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
  return row?.domain;
}

/**
 * Finds out what a person's own sign-in opens: everything, or only the private part, such as the driver profile, if the company
 * requires its identity provider. Callers check this only after the person has proved who they are, so that it reveals nothing
 * to strangers.
 * @throws company_sign_in_required if the account is for the company only
 */
export async function findOwnOrigin(db: Database, account: { id: string; roles: readonly Role[] }): Promise<SessionOrigin> {
  const isPrivate = (await findRequiredDomain(db, account.id)) !== undefined;
  if (isPrivate && privateRolesOf(account.roles).length === 0)
    throw new AppError('company_sign_in_required', text('errors.companySignInRequired'));
  return { providerCompanyId: null, isPrivate };
}

/**
 * Checks that the company's provider, which identified the person in the first step of a sign-in, may still sign them in: the
 * provider is set up, the account is linked to it and works for the company, and its address is of the provider's domain.
 * @throws unauthenticated otherwise
 */
export async function findProviderOrigin(
  db: Database,
  { id, email }: { id: string; email: string },
  providerCompanyId: string,
): Promise<SessionOrigin> {
  const [provider] = await db
    .select({ domain: companySignIns.domain })
    .from(companySignIns)
    .innerJoin(companies, and(eq(companies.id, companySignIns.companyId), ne(companies.status, 'Cancelled')))
    .innerJoin(
      employees,
      and(eq(employees.companyId, companySignIns.companyId), eq(employees.userId, id), eq(employees.active, true)),
    )
    .innerJoin(
      companyIdentities,
      and(
        eq(companyIdentities.companyId, companySignIns.companyId),
        eq(companyIdentities.issuer, companySignIns.issuer),
        eq(companyIdentities.userId, id),
      ),
    )
    .where(and(eq(companySignIns.companyId, providerCompanyId), isNotNull(companySignIns.domainVerifiedAt)));
  if (!provider || !isInDomain(email, provider.domain))
    throw new AppError('unauthenticated', text('errors.companySignInNotConfirmed'));
  return { providerCompanyId, isPrivate: false };
}

/**
 * Refuses an email address outside the company's domain for an account that must sign in with the company's provider. With
 * such an address, the person could sign in with the password again.
 */
export async function assertKeepsRequiredDomain(db: Database, userId: string, email: string): Promise<void> {
  const domain = await findRequiredDomain(db, userId);
  if (domain !== undefined && !isInDomain(email, domain))
    throw new AppError('forbidden', text('errors.emailMustKeepDomain', { domain }), { field: 'email' });
}

export const getEmailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** Whether an email address belongs to the domain of a company's provider. Only ASCII addresses do, to exclude look-alikes. */
export const isInDomain = (email: string, domain: string): boolean =>
  /^[\x21-\x7e]+$/.test(email) && getEmailDomain(email) === domain;
