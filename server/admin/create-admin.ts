import { newId } from '#drizzle/schema/columns.ts';
import { users } from '#drizzle/schema/accounts.ts';
import type { Admin, CreateAdmin } from '#shared/admin/admin.ts';
import { mayGrant } from '#shared/access/authority.ts';
import { audit } from '#server/audit.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import { tellAccountMade } from '#server/auth/email/account-made.ts';
import { emailTaken } from '#server/auth/email/email-taken.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, violatedConstraint } from '#server/errors.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { ActingUser } from '#server/trpc.ts';
import { findAdmin } from './admin-query.ts';

/**
 * Makes somebody who runs the product, with a password that is to be changed at the first sign-in and an address that the
 * link of the mail verifies. Nobody makes somebody who stands above.
 */
export async function createAdmin(db: Database, actor: ActingUser, input: CreateAdmin): Promise<Admin> {
  const { email, firstName, lastName, password, role } = input;
  if (!mayGrant(actor.roles, role))
    throw new AppError('forbidden', 'Only a super admin can create super admins', { field: 'role' });
  assertUncommon(password, [email, firstName, lastName], 'password');
  const passwordHash = await hashPassword(password);
  const id = newId();
  try {
    await db.transaction(async (tx) => {
      await tx.insert(users).values({
        id,
        email,
        firstName,
        lastName,
        passwordHash,
        mustChangePassword: true,
        passwordSetByOther: true,
        roles: [role],
      });
      await tellAccountMade(tx, { userId: id, email, firstName, by: actor.userId, where: null });
      await audit(tx, actor, { action: 'admin.create', subject: { type: 'user', id }, detail: { role } });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTaken();
    throw error;
  }
  return findAdmin(db, id);
}
