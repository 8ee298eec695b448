import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, companyEmailProofs } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict } from '#server/errors.ts';
import { toAddressKey, countHit } from '#server/limits/throttle.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashLinkToken, makeLinkToken } from '#server/session/one-time-tokens.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { type CompanyRow, findCompany, lockCompany } from './company-query.ts';

const proofHours = 24;
const perCompany = { maxHits: 5, windowSeconds: 60 * 60 };
const perAddress = { maxHits: 60, windowSeconds: 60 * 60 };
const expiredLinkError = () => new AppError('invalid', text('errors.linkExpired'), { field: 'token' });

export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Counts an emailed link against the hourly limit. Callers do this before the transaction that sends the email. */
export function countEmailProof(db: Database, companyId: string): Promise<void> {
  return countHit(db, { bucket: 'company_email', key: companyId }, perCompany);
}

type Company = Pick<CompanyRow, 'id' | 'companyName'>;

/** Emails a link that verifies the company's address. It works once and for 24 hours. Earlier links become invalid. */
export async function sendEmailProof(
  tx: Database,
  { id, companyName }: Company,
  email: string,
  isChange: boolean,
  language: Language | null,
): Promise<void> {
  const { token, hash } = makeLinkToken();
  const proof = { email, hash, expiresAt: new Date(Date.now() + proofHours * 60 * 60 * 1000) };
  await tx
    .insert(companyEmailProofs)
    .values({ companyId: id, ...proof })
    .onConflictDoUpdate({ target: companyEmailProofs.companyId, set: proof });
  await mail(tx, email, 'verify_company_email', { companyName, token, isChange }, language);
}

/** Emails the link for a new address and returns the columns to change. A verified address stays until the new one is. */
export async function startEmailChange(
  tx: Database,
  actor: ActingUser,
  company: CompanyRow,
  email: string,
): Promise<Partial<CompanyRow>> {
  const needsVerification = company.emailVerifiedAt !== null;
  await sendEmailProof(tx, company, email, needsVerification, actor.language);
  const auditTarget = { subject: { type: 'company' as const, id: company.id }, companyId: company.id };
  await audit(tx, actor, { action: 'company_email.change', ...auditTarget });
  return needsVerification ? { emailToVerify: email } : { email, emailToVerify: null };
}

/** Cancels a pending change of the address and returns the columns to change. */
export async function cancelEmailChange(tx: Database, companyId: string): Promise<Partial<CompanyRow>> {
  await tx.delete(companyEmailProofs).where(eq(companyEmailProofs.companyId, companyId));
  return { emailToVerify: null };
}

/**
 * Verifies a new company's address, or emails a link. The creator's own address needs no link: it is verified immediately if
 * the account's is, and otherwise together with the account (`server/auth/email/verification.ts`).
 */
export async function firstEmailProof(tx: Database, actor: ActingUser, company: CompanyRow): Promise<void> {
  const [creator] = await tx
    .select({ email: users.email, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(eq(users.id, actor.userId));
  if (!creator || !isSameAddress(creator.email, company.email))
    return sendEmailProof(tx, company, company.email, false, actor.language);
  if (!creator.verifiedAt) return;
  await tx.update(companies).set({ emailVerifiedAt: creator.verifiedAt }).where(eq(companies.id, company.id));
}

/** Sends the link again, to the pending or unverified address. */
export async function resendEmailProof(
  db: Database,
  scope: CompanyScope,
  actor: ActingUser,
  companyId: string | undefined,
): Promise<void> {
  const { id } = await findCompany(db, scope, companyId);
  await countEmailProof(db, id);
  await db.transaction(async (tx) => {
    const company = await lockCompany(tx, scope, id);
    const email = company.emailToVerify ?? (company.emailVerifiedAt ? null : company.email);
    if (!email) throw conflict(text('errors.emailAlreadyVerified'));
    await sendEmailProof(tx, company, email, company.emailToVerify !== null, actor.language);
  });
}

type OpenedLink = { token: string; ip: string; language: Language };

/**
 * Uses a verification link. It verifies the company's address, or completes a pending change to the new one.
 * @throws invalid if the link is wrong, expired or outdated
 */
export async function verifyCompanyEmail(db: Database, { token, ip, language }: OpenedLink): Promise<void> {
  await countHit(db, { bucket: 'company_email_link', key: toAddressKey(ip) }, perAddress);
  await db.transaction(async (tx) => {
    const now = new Date();
    const isAlive = and(eq(companyEmailProofs.hash, hashLinkToken(token)), gt(companyEmailProofs.expiresAt, now));
    const companyIds = tx.select({ id: companyEmailProofs.companyId }).from(companyEmailProofs).where(isAlive);
    // Every change of a company locks its row first, so that two changes cannot deadlock.
    const [before] = await tx.select().from(companies).where(inArray(companies.id, companyIds)).for('update');
    const [proof] = await tx
      .delete(companyEmailProofs)
      .where(isAlive)
      .returning({ id: companyEmailProofs.companyId, email: companyEmailProofs.email });
    if (!before || !proof || (before.email !== proof.email && before.emailToVerify !== proof.email)) throw expiredLinkError();
    await tx
      .update(companies)
      .set({
        email: proof.email,
        emailVerifiedAt: now,
        emailToVerify: before.emailToVerify === proof.email ? null : before.emailToVerify,
        version: sql`${companies.version} + 1`,
      })
      .where(eq(companies.id, proof.id));
    const { companyName } = before;
    if (!isSameAddress(before.email, proof.email))
      await mail(tx, before.email, 'company_email_changed', { companyName, email: proof.email }, language);
    const anonymous = { userId: null, impersonatorId: null, ip };
    const auditTarget = { subject: { type: 'company' as const, id: proof.id }, companyId: proof.id };
    await audit(tx, anonymous, { action: 'company_email.verify', ...auditTarget });
  });
}
