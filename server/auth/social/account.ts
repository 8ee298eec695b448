import { and, eq, sql } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { audit } from '#server/audit/audit.ts';
import { endAccessOfOthers } from '#server/auth/passwords/end-access-of-others.ts';
import { createAccount } from '#server/auth/sign-in/create-account.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict, invalid, sqlState } from '#server/errors.ts';
import { toAllowedName } from '#server/input/person-name.ts';
import { mail } from '#server/mail/outbox.ts';
import { recordConsent } from '#server/session/consent.ts';
import type { SessionAccount } from '#server/session/sessions.ts';
import { adminSignInRoles, roles } from '#shared/access/access.ts';
import { termsVersion, socialNames } from '#shared/accounts/sign-in.ts';
import { isSameMailbox, isStoredMailbox } from '#shared/email-address.ts';
import { emailField } from '#shared/fields.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import type { SocialPerson } from './start.ts';

export type SocialSignIn = { person: SocialPerson; hasAcceptedTerms: boolean; ip: string; language: Language };

const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  roles: users.roles,
  status: users.status,
  emailVerifiedAt: users.emailVerifiedAt,
  passwordSetByOther: users.passwordSetByOther,
  termsVersion: users.termsVersion,
  sessionVersion: users.sessionVersion,
};
type Account = Pick<typeof users.$inferSelect, keyof typeof columns>;

/**
 * Finds or creates the driver account of a person whom a provider has identified (`docs/product/access.md#social-sign-in`).
 * The account is found by the provider's user id, or else by an email address that is verified on both sides.
 * Administrators' accounts are never used. If two requests for the same person run at the same time, the second finds the
 * account that the first created.
 */
export async function resolveSocialAccount(db: Database, signIn: SocialSignIn): Promise<SessionAccount> {
  try {
    return await db.transaction((tx) => findOrCreate(tx, signIn));
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    return db.transaction((tx) => findOrCreate(tx, signIn));
  }
}

async function findOrCreate(tx: Database, signIn: SocialSignIn): Promise<SessionAccount> {
  const account = await findLinkedAccount(tx, signIn);
  if (account) return prepareSignIn(tx, account, signIn);
  const email = getVerifiedEmail(signIn.person);
  const [accountWithEmail] = await tx
    .select(columns)
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`)
    .for('update');
  if (!accountWithEmail) return createDriverAccount(tx, email, signIn);
  // A parallel request for the same person created the account between the two lookups.
  const linkedMeanwhile = await findLinkedAccount(tx, signIn);
  if (linkedMeanwhile) return prepareSignIn(tx, linkedMeanwhile, signIn);
  if (!isSameMailbox(accountWithEmail.email, email)) throw similarEmail();
  return link(tx, accountWithEmail, signIn);
}

/** The account that is already linked to this person. */
async function findLinkedAccount(tx: Database, { person: { source, subject } }: SocialSignIn): Promise<Account | undefined> {
  const [account] = await tx
    .select(columns)
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, source), eq(identities.subject, subject)))
    .for('update', { of: users });
  return account;
}

/** Returns the email address to find or create the account with. The provider must not call it unverified. */
function getVerifiedEmail({ source, email, emailProof }: SocialPerson): string {
  const name = socialNames[source];
  const parsed = emailField.safeParse(email ?? '');
  if (!parsed.success) throw invalid('token', text('errors.providerEmailNotShared', { name }));
  if (emailProof === 'unverified' || !isStoredMailbox(email ?? '', parsed.data))
    throw new AppError('email_unverified', text('errors.providerEmailUnverified', { name }));
  return parsed.data;
}

/** Adds the driver role and accepted terms before a sign-in. Refuses administrators and locked accounts. */
async function prepareSignIn(tx: Database, account: Account, signIn: SocialSignIn): Promise<SessionAccount> {
  const { person, hasAcceptedTerms, ip, language } = signIn;
  if (account.roles.some((role) => adminSignInRoles.includes(role)))
    throw new AppError('forbidden', text('errors.accountUsesPassword', { provider: socialNames[person.source] }));
  if (account.status === 'Locked') throw new AppError('account_locked', text('errors.accountLocked'));
  const { id, sessionVersion } = account;
  const isDriver = account.roles.includes(roles.driver);
  const userRoles = isDriver ? account.roles : [...account.roles, roles.driver];
  if (!isDriver) {
    await tx.insert(drivers).values({ userId: id }).onConflictDoNothing();
    const subject = { type: 'user', id } as const;
    await audit(tx, toActor(id, ip), { action: 'role.add', subject, detail: { role: roles.driver } });
  }
  const isAccepted = hasAcceptedTerms && account.termsVersion !== termsVersion;
  if (!isDriver || isAccepted)
    await tx
      .update(users)
      .set({ roles: userRoles, ...(isAccepted ? buildTermsColumns() : {}) })
      .where(eq(users.id, id));
  if (isAccepted) await recordConsent(tx, { userId: id, ip, language }, { kind: 'terms' });
  return { id, roles: userRoles, sessionVersion };
}

const unverifiedEmailError = ({ source }: SocialPerson) =>
  new AppError('email_unverified', text('errors.providerEmailNotConfirmed', { provider: socialNames[source] }));

export const similarEmail = () => new AppError('email_unverified', text('errors.similarEmailExists'));

/**
 * Links an account that already has this email address, if both sides have verified it, and emails the owner. If another
 * person set the account's password, the password and all sessions are removed. This applies even if the password was
 * changed later, because the person who knew the first one may have chosen the next.
 */
async function link(tx: Database, account: Account, signIn: SocialSignIn): Promise<SessionAccount> {
  const { source, subject, emailProof } = signIn.person;
  const name = socialNames[source];
  if (emailProof !== 'verified') throw unverifiedEmailError(signIn.person);
  if (account.emailVerifiedAt === null) throw new AppError('email_unverified', text('errors.accountEmailUnverified'));
  const session = await prepareSignIn(tx, account, signIn);
  const [other] = await tx
    .select({ subject: identities.subject })
    .from(identities)
    .where(and(eq(identities.userId, account.id), eq(identities.provider, source)));
  if (other) throw conflict(text('errors.otherProviderAccountLinked', { name }));
  const { id, email, firstName, passwordSetByOther: isPasswordVoid } = account;
  const actor = toActor(id, signIn.ip);
  const sessionVersion = isPasswordVoid
    ? await endAccessOfOthers(tx, id, { ...actor, language: signIn.language })
    : session.sessionVersion;
  await tx.insert(identities).values({ provider: source, subject, userId: id });
  await mail(tx, email, 'social_linked', { firstName, provider: name, isPasswordVoid }, signIn.language);
  const detail = { provider: source, passwordVoided: isPasswordVoid };
  await audit(tx, actor, { action: 'identity.link', subject: { type: 'user', id }, detail });
  return { ...session, sessionVersion };
}

/**
 * Creates a driver without a password. If the provider did not verify the address, a verification email is sent, as after a
 * normal sign-up.
 */
async function createDriverAccount(
  tx: Database,
  email: string,
  { person, hasAcceptedTerms, ip, language }: SocialSignIn,
): Promise<SessionAccount> {
  const { source, subject, emailProof } = person;
  const account = await createAccount(
    tx,
    {
      email,
      ...toAllowedName(person, { firstName: 'New', lastName: 'Driver' }),
      role: 'driver',
      isVerified: emailProof === 'verified',
      hasAcceptedTerms,
      origin: { provider: source },
    },
    { ip, language },
  );
  await tx.insert(identities).values({ provider: source, subject, userId: account.id });
  return account;
}

const buildTermsColumns = () => ({ termsAcceptedAt: new Date(), termsVersion });
const toActor = (userId: string, ip: string) => ({ userId, impersonatorId: null, ip });
