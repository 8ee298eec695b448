import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { proofs, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, sqlState } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { hashOfLinkToken, issueProof, makeLinkToken } from '#server/session/proofs.ts';
import { countHit } from '#server/session/throttle.ts';
import { nameOf } from '#server/auth/passwords/put-password.ts';
import type { ActingUser } from '#server/trpc.ts';
import { type Language, text } from '#shared/texts/texts.ts';

const proofHours = 24;
const deadLink = () => new AppError('invalid', text('errors.thisLinkHasExpiredAlready'), { field: 'token' });

type Recipient = {
  userId: string;
  email: string;
  firstName: string;
  isChange?: boolean;
  /** The account’s language or the request’s. A new address is not the account’s yet. */
  language: Language | undefined;
};

/** Creates the token of a verification link. Earlier links to the account stop working. */
export async function issueVerification(tx: Database, userId: string, email: string): Promise<string> {
  const { token, hash } = makeLinkToken();
  await issueProof(tx, { kind: 'verify_email', userId, email, hash, hours: proofHours });
  return token;
}

/** Sends a verification link in a separate email. */
export async function sendVerification(
  tx: Database,
  { userId, email, firstName, isChange = false, language }: Recipient,
): Promise<void> {
  await mail(tx, email, 'verify_email', { firstName, token: await issueVerification(tx, userId, email), isChange }, language);
}

type Opened = { token: string; actor: Pick<Actor, 'userId' | 'impersonatorId'> | null; ip: string; language: Language };

/**
 * Uses a verification link. It verifies the account's address, or completes a pending change to the new address. The link
 * proves who owns the mailbox. It does not prove that the owner chose the password, because anyone can sign up with another
 * person's address. That is known only if the link is opened in a session of the account.
 */
export async function verifyEmail(db: Database, { token, actor, ip, language }: Opened): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      const now = new Date();
      const [proof] = await tx
        .update(proofs)
        .set({ usedAt: now })
        .where(
          and(
            eq(proofs.kind, 'verify_email'),
            eq(proofs.hash, hashOfLinkToken(token)),
            isNull(proofs.usedAt),
            gt(proofs.expiresAt, now),
          ),
        )
        .returning({ userId: proofs.userId, email: proofs.email });
      if (!proof) throw deadLink();
      const [before] = await tx
        .select({ email: users.email, firstName: users.firstName, language: users.language })
        .from(users)
        .where(eq(users.id, proof.userId))
        .for('update');
      const isCurrent = sql`${users.email} = ${proof.email}`;
      const isWaiting = sql`${users.emailToVerify} = ${proof.email}`;
      const isOwnSession = actor?.userId === proof.userId && actor.impersonatorId === null;
      const [account] = await tx
        .update(users)
        .set({
          email: proof.email,
          emailVerifiedAt: now,
          // Without a session, the person who opens the link may not be the one who created the account.
          ...(isOwnSession ? {} : { passwordSetByOther: true }),
          emailToVerify: sql`case when ${isWaiting} then null else ${users.emailToVerify} end`,
        })
        .where(and(eq(users.id, proof.userId), sql`(${isCurrent} or ${isWaiting})`))
        .returning({ id: users.id });
      if (!account || !before) throw deadLink();
      const hasMoved = before.email.toLowerCase() !== proof.email.toLowerCase();
      await proveCompanyAddress(tx, account.id, proof.email);
      if (hasMoved) {
        const data = { firstName: before.firstName, email: proof.email };
        await mail(tx, before.email, 'email_changed', data, before.language ?? language);
      }
      await audit(
        tx,
        { userId: account.id, impersonatorId: null, ip },
        { action: 'email.verify', subject: { type: 'user', id: account.id } },
      );
    });
  } catch (error) {
    /** Someone else created an account with this address in the meantime. */
    if (sqlState(error) === '23505') throw deadLink();
    throw error;
  }
}

/** If the address is also the employee's company's billing address, it is verified for the company too. */
async function proveCompanyAddress(tx: Database, userId: string, email: string): Promise<void> {
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
  by: ActingUser;
  /** The name of the company, or null for the product's own staff. */
  where: string | null;
};

/** Tells a person about an account that someone else created with a password. The link in the email verifies the address. */
export async function emailCreatedAccount(tx: Database, { userId, email, firstName, by, where }: CreatedAccount): Promise<void> {
  const token = await issueVerification(tx, userId, email);
  await mail(tx, email, 'account_made', { firstName, by: await nameOf(tx, by.userId), where, token }, by.language);
}
