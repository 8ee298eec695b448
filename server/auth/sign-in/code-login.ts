import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { audit } from '#server/audit/audit.ts';
import { emailTakenError } from '#server/auth/email/change-email.ts';
import { verifyCompanyAddress } from '#server/auth/email/verification.ts';
import { hasLastingFactor } from '#server/auth/factors/update-factor.ts';
import { endAccessOfOthers } from '#server/auth/passwords/end-access-of-others.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid, violatedConstraint } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { Client } from '#server/session/sessions.ts';
import { endedTicket } from '#server/session/sign-in-ticket.ts';
import { isAdminSide, isEmployeeRole } from '#shared/access/authority.ts';
import type { LoginAnswer } from '#shared/accounts/auth.ts';
import type { CodeAddress, CodeLoginRequest, CodeSignupRequest } from '#shared/accounts/sign-in-code.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { findOwnOrigin } from './check-provider.ts';
import { type CodeOwner, findOwner, mayOpenByText } from './code-owner.ts';
import { countSignup, createAccount, reportTakenEmail } from './create-account.ts';
import { assertMaySignIn, continueLogin, findForLogin } from './login.ts';
import { provePhone } from './prove-phone.ts';
import { redeemTicket } from './sign-in-code.ts';

type RequestSource = { ip: string; language: Language };

async function redeemOpenTicket(tx: Database, ticket: string, use: { isSignup?: boolean } = {}): Promise<CodeAddress> {
  const address = await redeemTicket(tx, ticket, use);
  if (!address) throw endedTicket();
  return address;
}

/**
 * Signs in with a ticket whose code was entered. If someone else may know the password, it is removed, and all other sessions
 * end (`docs/product/access.md#whose-account-it-is`).
 * @throws unauthenticated if the ticket has ended, forbidden for accounts of the admin side, for people who were invited and
 * have not joined, and with a texted code on a device that is new to the account, account_locked, company_sign_in_required,
 * second_factor_required
 */
export async function codeLogin(
  services: Services,
  { ticket, deviceId, tnTermsAccepted }: CodeLoginRequest,
  client: Omit<Client, 'deviceId'>,
): Promise<LoginAnswer> {
  const { db } = services;
  const { ip, language } = client;
  const email = await db.transaction(async (tx) => {
    const address = await redeemOpenTicket(tx, ticket);
    const owner = await findOwner(tx, address);
    if (!owner) throw endedTicket();
    if (isAdminSide(owner.roles)) throw new AppError('forbidden', text('signUp.codeNotForStaff'));
    if (hasNotJoined(owner)) throw new AppError('forbidden', text('signUp.joinBeforeCode'));
    assertMaySignIn(owner);
    await findOwnOrigin(tx, owner);
    if ('email' in address) await takeOverUnproved(tx, owner, { ip, language });
    else if (!(await mayOpenByText(tx, owner, address, deviceId))) throw new AppError('forbidden', text('signUp.textNeedsEmail'));
    return owner.email;
  });
  const account = await findForLogin(db, email, { ip, deviceId });
  if (!account) throw endedTicket();
  return continueLogin(services, account, { deviceId, tnTermsAccepted, createRole: false, providerCompanyId: null }, client);
}

/** Whether a company invited the person, who has not accepted. Only the link of the invitation joins the company. */
const hasNotJoined = ({ roles, passwordHash, emailVerifiedAt }: CodeOwner): boolean =>
  roles.some(isEmployeeRole) && passwordHash === null && emailVerifiedAt === null;

/**
 * Gives an account whose password someone else may know to the person who reads the mail of its address. A second factor that was
 * added after the address was proved protects the account, and is asked for next, so nothing is removed then.
 */
async function takeOverUnproved(tx: Database, owner: CodeOwner, { ip, language }: RequestSource): Promise<void> {
  const { id, email, firstName, passwordHash, emailVerifiedAt, passwordSetByOther } = owner;
  const isProved = emailVerifiedAt !== null;
  if (isProved && (!passwordSetByOther || (await hasLastingFactor(tx, owner)))) return;
  const actor = { userId: id, impersonatorId: null, ip };
  const subject = { type: 'user', id } as const;
  await endAccessOfOthers(tx, id, { ...actor, language });
  if (!isProved) {
    await tx.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
    await verifyCompanyAddress(tx, id, email);
    await audit(tx, actor, { action: 'email.verify', subject });
  }
  if (passwordHash === null) return mail(tx, email, 'access_ended', { firstName }, language);
  await mail(tx, email, 'password_removed', { firstName }, language);
  await audit(tx, actor, { action: 'password.remove', subject });
}

/** The account's email and phone: the one that the code was sent to, and the other one as it was typed. */
function toContact(address: CodeAddress, { email, phone }: Pick<CodeSignupRequest, 'email' | 'phone'>) {
  if ('email' in address) {
    if (phone === undefined) throw invalid('phone', text('errors.phoneRequired'));
    return { email: address.email, phone, isVerified: true };
  }
  if (email === undefined) throw invalid('email', text('errors.signupEmailInvalid'));
  return { email, phone: address.phone, isVerified: false };
}

/**
 * Creates a driver's account without a password, with a ticket whose code was entered, and signs in. A number that another account
 * proved before belongs to the new one from then on.
 * The ticket can then sign in once more (`docs/product/access.md#codes-by-email`).
 * @throws unauthenticated if the ticket has ended, invalid without the contact that the code was not sent to, conflict if the
 * email has an account
 */
export async function codeSignup(
  services: Services,
  { ticket, firstName, lastName, email, phone, timezone, deviceId, tnTermsAccepted }: CodeSignupRequest,
  client: Omit<Client, 'deviceId'>,
): Promise<LoginAnswer> {
  const { db } = services;
  const { ip, language } = client;
  await countSignup(db, ip);
  let typedEmail: string | undefined;
  try {
    const newEmail = await db.transaction(async (tx) => {
      const address = await redeemOpenTicket(tx, ticket, { isSignup: true });
      const contact = toContact(address, { email, phone });
      if ('phone' in address) typedEmail = contact.email;
      const origin = { proof: 'email' in address ? ('code' as const) : ('text' as const) };
      const { id } = await createAccount(
        tx,
        { ...contact, firstName, lastName, timezone, role: 'driver', hasAcceptedTerms: tnTermsAccepted, origin },
        { ip, language },
      );
      if ('phone' in address) await provePhone(tx, { userId: id, impersonatorId: null, ip }, { phone: address.phone, language });
      return contact.email;
    });
    const account = await findForLogin(db, newEmail, { ip, deviceId });
    if (!account) throw endedTicket();
    return await continueLogin(
      services,
      account,
      { deviceId, tnTermsAccepted, createRole: false, providerCompanyId: null },
      client,
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    // The ticket of an emailed code proves the address, whose owner needs no message.
    if (typedEmail !== undefined) await reportTakenEmail(db, typedEmail, client);
    throw emailTakenError();
  }
}
