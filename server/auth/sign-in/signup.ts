import { emailTakenError } from '#server/auth/email/change-email.ts';
import { assertUncommon } from '#server/auth/passwords/common-passwords.ts';
import { violatedConstraint } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { hashPassword } from '#server/session/passwords.ts';
import type { SignupRequest } from '#shared/accounts/auth.ts';
import type { Language } from '#shared/texts/texts.ts';
import { countSignup, createAccount, reportTakenEmail } from './create-account.ts';

type From = { ip: string; language: Language };

/**
 * Creates an unverified account and sends the verification email. The client then signs in with a separate call. The
 * database refuses an address that is taken, so parallel requests cannot create two accounts
 * (`docs/product/access.md#sign-up`).
 */
export async function signUp({ db }: Services, request: SignupRequest, { ip, language }: From): Promise<{ id: string }> {
  const { email, password, firstName, lastName, phone, role, tnNewsletters, timezone } = request;
  assertUncommon(password, [email, firstName, lastName], 'password');
  await countSignup(db, ip);
  const passwordHash = await hashPassword(password);
  const account = { email, firstName, lastName, phone, passwordHash, role, timezone, isVerified: false, hasAcceptedTerms: false };
  try {
    const { id } = await db.transaction((tx) =>
      createAccount(tx, { ...account, acceptsNewsletters: tnNewsletters }, { ip, language }),
    );
    return { id };
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    await reportTakenEmail(db, email, { ip, language });
    throw emailTakenError();
  }
}
