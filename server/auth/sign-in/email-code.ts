import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { emailCodes, sessions, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { audit } from '#server/audit/audit.ts';
import { emailTakenError } from '#server/auth/email/change-email.ts';
import { verifyCompanyAddress } from '#server/auth/email/verification.ts';
import { hasLastingFactor } from '#server/auth/factors/update-factor.ts';
import { endAccessOfOthers } from '#server/auth/passwords/end-access-of-others.ts';
import { similarEmail } from '#server/auth/social/account.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, violatedConstraint } from '#server/errors.ts';
import { countHit, toAddressKey, toEmailKey } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { endedTicket, isOpenTicket } from '#server/session/email-ticket.ts';
import type { KeySet } from '#server/session/keys.ts';
import { hashLinkToken, makeLinkToken } from '#server/session/one-time-tokens.ts';
import type { Client } from '#server/session/sessions.ts';
import { isAdminSide, isEmployeeRole } from '#shared/access/authority.ts';
import type {
  CheckCodeRequest,
  CodeLoginRequest,
  CodeSignupRequest,
  LoginAnswer,
  RequestCodeInput,
} from '#shared/accounts/auth.ts';
import { emailCodeLength, emailCodeMinutes, emailTicketMinutes } from '#shared/accounts/sign-in.ts';
import { isSameMailbox } from '#shared/email-address.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { findOwnOrigin } from './check-provider.ts';
import { countSignup, createAccount } from './create-account.ts';
import { assertMaySignIn, continueLogin, findForLogin, isNameOfDevice } from './login.ts';

const hour = 60 * 60;
const day = 24 * hour;
const requestsPerAddress = { maxHits: 300, windowSeconds: hour };
/** Counted per email and network address. */
const codesPerCaller = [
  { bucket: 'email_code', limit: { maxHits: 5, windowSeconds: hour } },
  { bucket: 'email_code_day', limit: { maxHits: 15, windowSeconds: day } },
];
/**
 * Counted per email over all network addresses. A device that signed in to the account before is exempt, so that strangers cannot
 * use up the owner's codes.
 */
const codesPerEmail = [
  { bucket: 'email_codes', limit: { maxHits: 10, windowSeconds: hour } },
  { bucket: 'email_codes_day', limit: { maxHits: 30, windowSeconds: day } },
];
const triesPerAddress = { maxHits: 300, windowSeconds: hour };
/** With the limits above, strangers have a chance below 1 in 4,000 a day to guess a code of one email. */
const triesPerCode = 5;

type RequestSource = { ip: string; language: Language };

/**
 * Emails a code to sign in or sign up (`docs/product/access.md#codes-by-email`). The answer, its time and the email are the same
 * for an address with and without an account. The code works only together with the ticket of the answer.
 * @throws too_many
 */
export async function requestCode(
  { db, keys }: Services,
  { email, deviceId }: RequestCodeInput,
  { ip, language }: RequestSource,
): Promise<{ ticket: string }> {
  await countHit(db, { bucket: 'code_ask', key: toAddressKey(ip) }, requestsPerAddress);
  for (const { bucket, limit } of codesPerCaller)
    await countHit(db, { bucket, key: `${toEmailKey(email)} ${toAddressKey(ip)}` }, limit);
  if (!(await isDeviceOfOwner(db, email, deviceId)))
    for (const { bucket, limit } of codesPerEmail) await countHit(db, { bucket, key: toEmailKey(email) }, limit);
  const { token: ticket, hash: ticketHash } = makeLinkToken();
  const code = String(randomInt(10 ** emailCodeLength)).padStart(emailCodeLength, '0');
  await db.transaction(async (tx) => {
    const expiresAt = minutesFromNow(emailCodeMinutes);
    await tx.insert(emailCodes).values({ id: newId(), email, ticketHash, codeHash: hashCode(keys, ticketHash, code), expiresAt });
    await mail(tx, email, 'sign_in_code', { code }, language);
  });
  return { ticket };
}

/** Whether the account's owner has signed in on this device before. */
async function isDeviceOfOwner(db: Database, email: string, deviceId: string): Promise<boolean> {
  const [session] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(sql`lower(${users.email}) = lower(${email})`, eq(sessions.deviceId, deviceId), isNull(sessions.impersonatorSessionId)),
    )
    .limit(1);
  return session !== undefined && isNameOfDevice(deviceId);
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60 * 1000);

/** A keyed hash with the ticket, because a plain hash of six digits could be reversed by trying all of them. */
const hashCode = ({ emailCode }: Pick<KeySet, 'emailCode'>, ticketHash: string, code: string): string =>
  createHmac('sha256', emailCode).update(`${ticketHash} ${code}`).digest('hex');

const wrongCode = () => new AppError('invalid', text('errors.emailCodeWrong'), { field: 'code' });

/**
 * Checks a code. Each try is counted before it is checked, so that parallel tries are counted too. The right code proves that
 * the person reads the mail of the address, so only then is it said whether the address has an account. The ticket then works
 * once, for {@link codeLogin} or {@link codeSignup}. Until then the code can be entered again, for a client that lost the answer.
 * @throws invalid at `code` if the code is wrong or has expired, or after too many tries, email_unverified if an account has a
 * similar address
 */
export async function checkCode(
  { db, keys }: Services,
  { ticket, code, email }: CheckCodeRequest,
  ip: string,
): Promise<{ hasAccount: boolean }> {
  await countHit(db, { bucket: 'code_try', key: toAddressKey(ip) }, triesPerAddress);
  const ticketHash = hashLinkToken(ticket);
  const [row] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(isOpenTicket(ticketHash), eq(emailCodes.email, email), lt(emailCodes.tries, triesPerCode)))
    .returning({ codeHash: emailCodes.codeHash });
  const acceptedHashes = [keys, keys.previous].flatMap((one) => (one ? [hashCode(one, ticketHash, code)] : []));
  if (!row || !acceptedHashes.some((hash) => timingSafeEqual(Buffer.from(hash), Buffer.from(row.codeHash)))) throw wrongCode();
  await db
    .update(emailCodes)
    .set({ provedAt: new Date(), expiresAt: minutesFromNow(emailTicketMinutes) })
    .where(and(isOpenTicket(ticketHash), isNull(emailCodes.provedAt)));
  return { hasAccount: (await findOwner(db, email)) !== undefined };
}

/**
 * The account of a proved address.
 * @throws email_unverified if it belongs to a similar address of another mailbox
 */
async function findOwner(db: Database, email: string) {
  const [account] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      roles: users.roles,
      status: users.status,
      passwordHash: users.passwordHash,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordSetByOther: users.passwordSetByOther,
    })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (account && !isSameMailbox(account.email, email)) throw similarEmail();
  return account;
}

/** Uses up a ticket whose code was entered, and returns the address. */
async function redeemTicket(tx: Database, ticket: string): Promise<string> {
  const [row] = await tx
    .update(emailCodes)
    .set({ usedAt: new Date() })
    .where(and(isOpenTicket(hashLinkToken(ticket)), isNotNull(emailCodes.provedAt)))
    .returning({ email: emailCodes.email });
  if (!row) throw endedTicket();
  return row.email;
}

/**
 * Signs in with a ticket whose code was entered. If someone else may know the password, it is removed, and all other sessions
 * end (`docs/product/access.md#whose-account-it-is`).
 * @throws unauthenticated if the ticket has ended, forbidden for accounts of the admin side and for people who were invited and
 * have not joined, account_locked, company_sign_in_required, second_factor_required
 */
export async function codeLogin(
  services: Services,
  { ticket, deviceId, tnTermsAccepted }: CodeLoginRequest,
  client: Omit<Client, 'deviceId'>,
): Promise<LoginAnswer> {
  const { db } = services;
  const { ip, language } = client;
  const email = await db.transaction(async (tx) => {
    const owner = await findOwner(tx, await redeemTicket(tx, ticket));
    if (!owner) throw endedTicket();
    if (isAdminSide(owner.roles)) throw new AppError('forbidden', text('errors.codeNotForStaff'));
    if (hasNotJoined(owner)) throw new AppError('forbidden', text('errors.joinBeforeCode'));
    assertMaySignIn(owner);
    await findOwnOrigin(tx, owner);
    await takeOverUnproved(tx, owner, { ip, language });
    return owner.email;
  });
  const account = await findForLogin(db, email, { ip, deviceId });
  if (!account) throw endedTicket();
  return continueLogin(services, account, { deviceId, tnTermsAccepted, createRole: false, providerCompanyId: null }, client);
}

type Owner = NonNullable<Awaited<ReturnType<typeof findOwner>>>;

/** Whether a company invited the person, who has not accepted. Only the link of the invitation joins the company. */
const hasNotJoined = ({ roles, passwordHash, emailVerifiedAt }: Owner): boolean =>
  roles.some(isEmployeeRole) && passwordHash === null && emailVerifiedAt === null;

/**
 * Gives an account whose password someone else may know to the person who reads the mail of its address. A second factor that was
 * added after the address was proved protects the account, and is asked for next, so nothing is removed then.
 */
async function takeOverUnproved(tx: Database, owner: Owner, { ip, language }: RequestSource): Promise<void> {
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
  if (passwordHash === null) return;
  await mail(tx, email, 'password_removed', { firstName }, language);
  await audit(tx, actor, { action: 'password.remove', subject });
}

/**
 * Creates a driver's account without a password, with a ticket whose code was entered, and signs in.
 * @throws unauthenticated if the ticket has ended, conflict if the address got an account meanwhile
 */
export async function codeSignup(
  services: Services,
  { ticket, firstName, lastName, phone, timezone, deviceId, tnTermsAccepted }: CodeSignupRequest,
  client: Omit<Client, 'deviceId'>,
): Promise<LoginAnswer> {
  const { db } = services;
  const { ip, language } = client;
  await countSignup(db, ip);
  try {
    const email = await db.transaction(async (tx) => {
      const provedEmail = await redeemTicket(tx, ticket);
      await createAccount(
        tx,
        {
          email: provedEmail,
          firstName,
          lastName,
          phone,
          timezone,
          role: 'driver',
          isVerified: true,
          hasAcceptedTerms: tnTermsAccepted,
          origin: { proof: 'code' },
        },
        { ip, language },
      );
      return provedEmail;
    });
    const account = await findForLogin(db, email, { ip, deviceId });
    if (!account) throw endedTicket();
    return await continueLogin(
      services,
      account,
      { deviceId, tnTermsAccepted, createRole: false, providerCompanyId: null },
      client,
    );
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_key') throw emailTakenError();
    throw error;
  }
}
