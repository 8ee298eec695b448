import { eq } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { roles } from '#shared/access/access.ts';
import type { Company, CreateCompanyWithEmployer } from '#shared/companies/company.ts';
import { profileZoneOf } from '#shared/places/place-zone.ts';
import { audit } from '#server/audit.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import { tellAccountMade } from '#server/auth/email/account-made.ts';
import { emailTaken } from '#server/auth/email/email-taken.ts';
import type { Database } from '#server/db/open.ts';
import { violatedConstraint } from '#server/errors.ts';
import type { Geocoder } from '#server/places/geocoder.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { createCompany, type Founder } from './create-company.ts';

/**
 * An administrator makes a company and the account that runs it, both or neither: Enterprise and Inactive unless said
 * otherwise. The account must change the password at its first sign-in, and is told by a mail whose link verifies its address.
 */
export async function createCompanyWithEmployer(
  services: { db: Database; geocoder: Geocoder },
  actor: Founder,
  { employer, status, ...company }: CreateCompanyWithEmployer,
): Promise<Company> {
  const { firstName, lastName, email, phone, password } = employer;
  assertUncommon(password, [email, firstName, lastName, company.companyName], 'employer.password');
  const passwordHash = await hashPassword(password);
  const id = newId();
  try {
    const made = await createCompany(services, actor, company, {
      status,
      andThen: async (tx, { id: companyId, companyName, state, postalCode }) => {
        await tx.insert(users).values({
          id,
          email,
          firstName,
          lastName,
          phone,
          timezone: profileZoneOf({ state, postalCode }),
          passwordHash,
          mustChangePassword: true,
          passwordSetByOther: true,
          roles: [roles.companyAdmin],
        });
        await tx.insert(employees).values({ userId: id, companyId });
        await tx.update(companies).set({ employerId: id }).where(eq(companies.id, companyId));
        await tellAccountMade(tx, { userId: id, email, firstName, by: actor.userId, where: companyName });
        const detail = { role: roles.companyAdmin, invited: false };
        await audit(tx, actor, { action: 'employee.add', subject: { type: 'user', id }, companyId, detail });
      },
    });
    return { ...made, employerId: id };
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTaken('employer.email');
    throw error;
  }
}
