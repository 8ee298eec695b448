import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { emailCodes, sessions, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { audit } from '#server/audit/audit.ts';
import { emailTakenError } from '#server/auth/email/change-email.ts';
import { verifyCompanyAddress } from '#server/auth/email/verification.ts';
import { endAccessOfOthers } from '#server/auth/passwords/end-access-of-others.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, violatedConstraint } from '#server/errors.ts';
import { countHit, isWithinLimit, toAddressKey, toEmailKey, tooMany } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import type { KeySet } from '#server/session/keys.ts';
import { hashLinkToken, makeLinkToken } from '#server/session/one-time-tokens.ts';
import type { Client } from '#server/session/sessions.ts';
import { isAdminSide } from '#shared/access/authority.ts';
import type { CodeLoginRequest, CodeSignupRequest, LoginAnswer } from '#shared/accounts/auth.ts';
import { emailCodeLength, emailCodeMinutes, emailTicketMinutes } from '#shared/accounts/sign-in.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { createAccount } from './create-account.ts';
import { continueLogin, findForLogin } from './login.ts';

const hour = 60 * 60;
const requestsPerAddress = { maxHits: 300, windowSeconds: hour };
/** Counted per email and network address. */
const codesPerPair = { maxHits: 5, windowSeconds: hour };
/**
 * Counted per email over all network addresses, in an hour and in a day. A network address that signed in to the account before
 * is exempt, so that strangers cannot use up the owner's codes.
 */
const codesPerEmail = { maxHits: 10, windowSeconds: hour };
const codesPerEmailAndDay = { maxHits: 30, windowSeconds: 24 * hour };
const triesPerAddress = { maxHits: 300, windowSeconds: hour };
/** With the limits above, a stranger has a chance of 1 in 6,000 a day to guess a code of one email. */
const triesPerCode = 5;

type RequestSource = { ip: string; language: Language };

/**
 * Emails a code to sign in or sign up (`docs/product/access.md#codes-by-email`). The answer, its time and the email are the same
 * for an address with and without an account. The code works only together with the ticket of the answer.
 * @throws too_many
 */
export async function requestCode(
  { db, keys }: Services,
  email: string,
  { ip, language }: RequestSource,
): Promise<{ ticket: string }> {
  await countHit(db, { bucket: 'code_ask', key: toAddressKey(ip) }, requestsPerAddress);
  await countHit(db, { bucket: 'email_code', key: `${toEmailKey(email)} ${toAddressKey(ip)}` }, codesPerPair);
  await countCode(db, email, ip);
  const { token: ticket, hash: ticketHash } = makeLinkToken();
  const code = String(randomInt(10 ** emailCodeLength)).padStart(emailCodeLength, '0');
  await db.transaction(async (tx) => {
    const expiresAt = minutesFromNow(emailCodeMinutes);
    await tx.insert(emailCodes).values({ id: newId(), email, ticketHash, codeHash: hashCode(keys, ticketHash, code), expiresAt });
    await mail(tx, email, 'sign_in_code', { code }, language);
  });
  return { ticket };
}

/** @throws too_many if the address got too many codes, unless its owner signed in from this network address before */
async function countCode(db: Database, email: string, ip: string): Promise<void> {
  const key = toEmailKey(email);
  const isWithinHour = await isWithinLimit(db, { bucket: 'email_codes', key }, codesPerEmail);
  const isWithinDay = await isWithinLimit(db, { bucket: 'email_codes_day', key }, codesPerEmailAndDay);
  if (isWithinHour && isWithinDay) return;
  const [ownSession] = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(sql`lower(${users.email}) = lower(${email})`, eq(sessions.ip, ip), isNull(sessions.impersonatorSessionId)))
    .limit(1);
  if (!ownSession) throw tooMany(hour);
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60 * 1000);

/** A keyed hash with the ticket, because a plain hash of six digits could be reversed by trying all of them. */
const hashCode = ({ emailCode }: Pick<KeySet, 'emailCode'>, ticketHash: string, code: string): string =>
  createHmac('sha256', emailCode).update(`${ticketHash} ${code}`).digest('hex');

const wrongCode = () => new AppError('invalid', text('errors.emailCodeWrong'), { field: 'code' });
const endedTicket = () => new AppError('unauthenticated', text('errors.emailTicketEnded'));

const isOpen = (ticketHash: string) =>
  and(eq(emailCodes.ticketHash, ticketHash), isNull(emailCodes.usedAt), gt(emailCodes.expiresAt, new Date()));

/**
 * Checks a code. Each try is counted before it is checked, so that parallel tries are counted too. The right code proves that
 * the person reads the mail of the address, so only then is it said whether the address has an account. The ticket then works
 * once, for {@link codeLogin} or {@link codeSignup}. Until then the code can be entered again, for a client that lost the answer.
 * @throws invalid at `code` if the code is wrong or has expired, or after too many tries
 */
export async function checkCode(
  { db, keys }: Services,
  { ticket, code }: { ticket: string; code: string },
  ip: string,
): Promise<{ hasAccount: boolean }> {
  await countHit(db, { bucket: 'code_try', key: toAddressKey(ip) }, triesPerAddress);
  const ticketHash = hashLinkToken(ticket);
  const [row] = await db
    .update(emailCodes)
    .set({ tries: sql`${emailCodes.tries} + 1` })
    .where(and(isOpen(ticketHash), lt(emailCodes.tries, triesPerCode)))
    .returning({ email: emailCodes.email, codeHash: emailCodes.codeHash });
  const acceptedHashes = [keys, keys.previous].flatMap((one) => (one ? [hashCode(one, ticketHash, code)] : []));
  if (!row || !acceptedHashes.some((hash) => timingSafeEqual(Buffer.from(hash), Buffer.from(row.codeHash)))) throw wrongCode();
  await db
    .update(emailCodes)
    .set({ provedAt: new Date(), expiresAt: minutesFromNow(emailTicketMinutes) })
    .where(and(isOpen(ticketHash), isNull(emailCodes.provedAt)));
  const [account] = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${row.email})`);
  return { hasAccount: account !== undefined };
}

/** Uses up a ticket whose code was entered, and returns the address. */
async function redeemTicket(tx: Database, ticket: string): Promise<string> {
  const [row] = await tx
    .update(emailCodes)
    .set({ usedAt: new Date() })
    .where(and(isOpen(hashLinkToken(ticket)), isNotNull(emailCodes.provedAt)))
    .returning({ email: emailCodes.email });
  if (!row) throw endedTicket();
  return row.email;
}

/**
 * Signs in with a ticket whose code was entered. If someone else may know the password, it is removed, and all other sessions
 * end (`docs/product/access.md#whose-account-it-is`).
 * @throws unauthenticated if the ticket has ended, forbidden for accounts of the admin side, second_factor_required
 */
export async function codeLogin(
  services: Services,
  { ticket, deviceId, tnTermsAccepted }: CodeLoginRequest,
  client: Omit<Client, 'deviceId'>,
): Promise<LoginAnswer> {
  const { db } = services;
  const { ip, language } = client;
  const email = await db.transaction(async (tx) => {
    const provedEmail = await redeemTicket(tx, ticket);
    await takeOverUnproved(tx, provedEmail, { ip, language });
    return provedEmail;
  });
  const account = await findForLogin(db, email, { ip, deviceId });
  if (!account) throw endedTicket();
  if (isAdminSide(account.roles)) throw new AppError('forbidden', text('errors.codeNotForStaff'));
  return continueLogin(services, account, { deviceId, tnTermsAccepted, createRole: false, providerCompanyId: null }, client);
}

/** Gives an account whose password someone else may know to the person who reads the mail of its address. */
async function takeOverUnproved(tx: Database, email: string, { ip, language }: RequestSource): Promise<void> {
  const [account] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      roles: users.roles,
      passwordHash: users.passwordHash,
      emailVerifiedAt: users.emailVerifiedAt,
      passwordSetByOther: users.passwordSetByOther,
    })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
    .for('update');
  if (!account || isAdminSide(account.roles)) return;
  const { id, firstName, passwordHash, emailVerifiedAt, passwordSetByOther } = account;
  if (emailVerifiedAt !== null && !passwordSetByOther) return;
  const actor = { userId: id, impersonatorId: null, ip };
  const subject = { type: 'user', id } as const;
  await endAccessOfOthers(tx, id, { ...actor, language });
  if (emailVerifiedAt === null) {
    await tx.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
    await verifyCompanyAddress(tx, id, account.email);
    await audit(tx, actor, { action: 'email.verify', subject });
  }
  if (passwordHash === null) return;
  await mail(tx, account.email, 'password_removed', { firstName }, language);
  await audit(tx, actor, { action: 'password.remove', subject });
}

const signupsPerAddress = { maxHits: 200, windowSeconds: hour };

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
  await countHit(db, { bucket: 'signup', key: toAddressKey(ip) }, signupsPerAddress);
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
