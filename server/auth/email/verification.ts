import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { oneTimeTokens, sessions, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import { recordOwner } from '#server/auth/factors/update-factor.ts';
import { findUserName } from '#server/auth/passwords/put-password.ts';
import { assertKeepsRequiredDomain, getEmailDomain } from '#server/auth/sign-in/check-provider.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, sqlState } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { hashLinkToken, issueOneTimeToken, makeLinkToken } from '#server/session/one-time-tokens.ts';
import { endSessions } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import { type Language, text } from '#shared/texts/texts.ts';

const proofHours = 24;
const expiredLinkError = () => new AppError('invalid', text('errors.linkExpired'), { field: 'token' });

type Recipient = {
  userId: string;
  email: string;
  firstName: string;
  isChange?: boolean;
  /** The account's language, or else the request's. It is passed in because the new address has no account yet. */
  language: Language | null;
};

/** Creates the token of a verification link. Earlier links for the account stop working. */
export async function issueVerification(tx: Database, userId: string, email: string): Promise<string> {
  const { token, hash } = makeLinkToken();
  await issueOneTimeToken(tx, { kind: 'verify_email', userId, email, hash, lifetimeHours: proofHours });
  return token;
}

/** Sends a verification link in a separate email. */
export async function sendVerification(
  tx: Database,
  { userId, email, firstName, isChange = false, language }: Recipient,
): Promise<void> {
  await mail(tx, email, 'verify_email', { firstName, token: await issueVerification(tx, userId, email), isChange }, language);
}

type Opener = Pick<Actor, 'userId' | 'impersonatorId' | 'providerCompanyId'>;
type OpenedLink = { token: string; actor: Opener | null; ip: string; language: Language };

/**
 * Uses a verification link. It verifies the account's address, or completes a pending change to the new address. The link
 * proves who owns the mailbox. It does not prove that this person also chose the password, because anyone can sign up with
 * someone else's address. Only a link that is opened in a session of the account proves both
 * (`docs/product/access.md#whose-account-it-is`).
 */
export async function verifyEmail(db: Database, { token, actor, ip, language }: OpenedLink): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const now = new Date();
      const [proof] = await tx
        .update(oneTimeTokens)
        .set({ usedAt: now })
        .where(
          and(
            eq(oneTimeTokens.kind, 'verify_email'),
            eq(oneTimeTokens.hash, hashLinkToken(token)),
            isNull(oneTimeTokens.usedAt),
            gt(oneTimeTokens.expiresAt, now),
          ),
        )
        .returning({ userId: oneTimeTokens.userId, email: oneTimeTokens.email });
      if (!proof) throw expiredLinkError();
      const [before] = await tx
        .select({
          email: users.email,
          firstName: users.firstName,
          language: users.language,
          emailVerifiedAt: users.emailVerifiedAt,
          mustChangePassword: users.mustChangePassword,
          passwordSetByOther: users.passwordSetByOther,
        })
        .from(users)
        .where(eq(users.id, proof.userId))
        .for('update');
      if (!before) throw expiredLinkError();
      const ownSession = actor?.userId === proof.userId && actor.impersonatorId === null ? actor : null;
      const isCurrent = sql`${users.email} = ${proof.email}`;
      const isPendingEmail = sql`${users.emailToVerify} = ${proof.email}`;
      const hasEmailChanged = before.email.toLowerCase() !== proof.email.toLowerCase();
      if (hasEmailChanged) await assertKeepsRequiredDomain(tx, proof.userId, proof.email);
      const [account] = await tx
        .update(users)
        .set({
          email: proof.email,
          emailVerifiedAt: before.emailVerifiedAt ?? now,
          passwordSetByOther: ownSession === null || before.passwordSetByOther,
          emailToVerify: sql`case when ${isPendingEmail} then null else ${users.emailToVerify} end`,
        })
        .where(and(eq(users.id, proof.userId), sql`(${isCurrent} or ${isPendingEmail})`))
        .returning({ id: users.id });
      if (!account) throw expiredLinkError();
      if (ownSession && provesOwner(before, ownSession)) await recordOwner(tx, account.id);
      await verifyCompanyAddress(tx, account.id, proof.email);
      if (hasEmailChanged) {
        const data = { firstName: before.firstName, email: proof.email };
        await mail(tx, before.email, 'email_changed', data, before.language ?? language);
        // The company's provider signs in only people with an address of the company, and no longer with the old one.
        if (getEmailDomain(before.email) !== getEmailDomain(proof.email))
          await endSessions(tx, and(eq(sessions.userId, account.id), isNotNull(sessions.providerCompanyId)));
      }
      await audit(
        tx,
        { userId: account.id, impersonatorId: null, ip },
        { action: 'email.verify', subject: { type: 'user', id: account.id } },
      );
    });
  } catch (error) {
    // Someone else created an account with this address in the meantime.
    if (sqlState(error) === '23505') throw expiredLinkError();
    throw error;
  }
}

/**
 * Whether a link that is opened in the account's own session proves its owner: the person chose the password and receives the
 * account's email. A session that the company's provider opened proves nothing about the password. Without a session, the person
 * who opens the link may not be the one who chose the password.
 */
const provesOwner = ({ mustChangePassword }: { mustChangePassword: boolean }, { providerCompanyId }: Opener): boolean =>
  !mustChangePassword && providerCompanyId === null;

/** If the company uses the same address as its own email, the address is verified for the company too. */
export async function verifyCompanyAddress(tx: Database, userId: string, email: string): Promise<void> {
  const ownCompanies = tx
    .select({ id: employees.companyId })
    .from(employees)
    .where(and(eq(employees.userId, userId), eq(employees.active, true)));
  await tx
    .update(companies)
    .set({ emailVerifiedAt: new Date() })
    .where(
      and(
        inArray(companies.id, ownCompanies),
        isNull(companies.emailVerifiedAt),
        sql`lower(${companies.email}) = lower(${email})`,
      ),
    );
}

const perAccount = { maxHits: 5, windowSeconds: 60 * 60 };

/** Sends the verification link again. Does nothing if no address is waiting for verification. */
export async function resendVerification(db: Database, userId: string, language: Language): Promise<void> {
  await countHit(db, { bucket: 'resend_verification', key: userId }, perAccount);
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({
        email: users.email,
        emailToVerify: users.emailToVerify,
        verifiedAt: users.emailVerifiedAt,
        firstName: users.firstName,
        language: users.language,
      })
      .from(users)
      .where(eq(users.id, userId));
    if (!account) return;
    const email = account.emailToVerify ?? (account.verifiedAt ? null : account.email);
    if (email)
      await sendVerification(tx, {
        userId,
        email,
        firstName: account.firstName,
        isChange: account.emailToVerify !== null,
        language: account.language ?? language,
      });
  });
}

type CreatedAccount = {
  userId: string;
  email: string;
  firstName: string;
  /** The person who created the account. */
  creator: ActingUser;
  /** The name of the company, or null for the product's own staff. */
  companyName: string | null;
};

/** Tells a person about an account that someone else created with a password. The link in the email verifies the address. */
export async function notifyCreatedAccount(
  tx: Database,
  { userId, email, firstName, creator, companyName }: CreatedAccount,
): Promise<void> {
  const token = await issueVerification(tx, userId, email);
  await mail(
    tx,
    email,
    'account_made',
    { firstName, by: await findUserName(tx, creator.userId), where: companyName, token },
    creator.language,
  );
}
