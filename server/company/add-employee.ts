import { newId } from '#drizzle/schema/columns.ts';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import type { AddEmployee, Employee } from '#shared/companies/employee.ts';
import { profileZoneOf } from '#shared/places/place-zone.ts';
import { audit } from '#server/audit.ts';
import { tellAccountMade } from '#server/auth/email/verification.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import { nameOf } from '#server/auth/passwords/put-password.ts';
import type { Database } from '#server/db/open.ts';
import { violatedConstraint } from '#server/errors.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { countHit } from '#server/session/throttle.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { inviteAccount } from './account-invitation.ts';
import { findCompany } from './company-query.ts';
import { findEmployee } from './employee-list.ts';
import { sendInvitation } from './invitation.ts';

/** Each addition mails somebody, and "already exists" is an answer about somebody. */
const perCompany = { most: 300, windowSeconds: 60 * 60 };

/**
 * Makes an account that works for the company: with a password that its owner must change at the first sign-in, or invited by
 * mail to choose one. Its address counts as verified once the link of that mail was opened. An address that has an account is refused by the database, whatever runs in
 * parallel: its owner is invited to join with it, and joined to no company behind their back (`product: Words`).
 */
export async function addEmployee(db: Database, actor: ActingUser, scope: CompanyScope, input: AddEmployee): Promise<Employee> {
  const { companyId, firstName, lastName, email, phone, role, password, invite } = input;
  const company = await findCompany(db, scope, companyId);
  const chosen = invite ? undefined : password;
  if (chosen) assertUncommon(chosen, [email, firstName, lastName], 'password');
  await countHit(db, { bucket: 'employee_add', key: company.id }, perCompany);
  const passwordHash = chosen ? await hashPassword(chosen) : null;
  const id = newId();
  try {
    await db.transaction(async (tx) => {
      await tx.insert(users).values({
        id,
        email,
        firstName,
        lastName,
        phone,
        timezone: profileZoneOf(company),
        passwordHash,
        mustChangePassword: passwordHash !== null,
        passwordSetByOther: passwordHash !== null,
        roles: [role],
      });
      await tx.insert(employees).values({ userId: id, companyId: company.id });
      const where = company.companyName;
      if (invite)
        await sendInvitation(tx, { userId: id, email, firstName, companyName: where, by: await nameOf(tx, actor.userId) });
      else await tellAccountMade(tx, { userId: id, email, firstName, by: actor.userId, where });
      const detail = { role, invited: invite };
      await audit(tx, actor, { action: 'employee.add', subject: { type: 'user', id }, companyId: company.id, detail });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') return inviteAccount(db, actor, company, input);
    throw error;
  }
  return findEmployee(db, scope, id);
}
