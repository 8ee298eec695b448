import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, companyEmailProofs } from '#drizzle/schema/companies.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { hashOfLinkToken, makeLinkToken } from '#server/session/proofs.ts';
import { addressKey, countHit } from '#server/session/throttle.ts';
import type { ActingUser, CompanyScope } from '#server/trpc.ts';
import { type CompanyRow, findCompany, holdCompany } from './company-query.ts';
import { type Language, text } from '#shared/texts/texts.ts';

const proofHours = 24;
const perCompany = { maxHits: 5, windowSeconds: 60 * 60 };
const perAddress = { maxHits: 60, windowSeconds: 60 * 60 };
const deadLink = () => new AppError('invalid', text('errors.thisLinkHasExpiredAlready'), { field: 'token' });

export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Counts a link before the transaction that sends it, within an hourly limit. */
export function countEmailProof(db: Database, companyId: string): Promise<void> {
  return countHit(db, { bucket: 'company_email', key: companyId }, perCompany);
}

type Company = Pick<CompanyRow, 'id' | 'companyName'>;

/** Emails a link that verifies the company's address, once and for 24 hours. Earlier links become invalid. */
export async function sendEmailProof(
  tx: Database,
  { id, companyName }: Company,
  email: string,
  isChange: boolean,
  language: Language | undefined,
): Promise<void> {
  const { token, hash } = makeLinkToken();
  const proof = { email, hash, expiresAt: new Date(Date.now() + proofHours * 60 * 60 * 1000) };
  await tx
    .insert(companyEmailProofs)
    .values({ companyId: id, ...proof })
    .onConflictDoUpdate({ target: companyEmailProofs.companyId, set: proof });
  await mail(tx, email, 'verify_company_email', { companyName, token, isChange }, language);
}

/** The changes for a new address. A verified address stays in use until the new one is verified too. */
export async function changeEmail(
  tx: Database,
  actor: ActingUser,
  company: CompanyRow,
  email: string,
): Promise<Partial<CompanyRow>> {
  const needsVerification = company.emailVerifiedAt !== null;
  await sendEmailProof(tx, company, email, needsVerification, actor.language);
  const of = { subject: { type: 'company' as const, id: company.id }, companyId: company.id };
  await audit(tx, actor, { action: 'company_email.change', ...of });
  return needsVerification ? { emailToVerify: email } : { email, emailToVerify: null };
}

/** Cancels a pending change of the address. */
export async function keepEmail(tx: Database, companyId: string): Promise<Partial<CompanyRow>> {
  await tx.delete(companyEmailProofs).where(eq(companyEmailProofs.companyId, companyId));
  return { emailToVerify: null };
}

/**
 * Verifies a new company's address: immediately if it is its creator's verified address, otherwise with a link. If it is
 * the creator's unverified address, verifying the account verifies it too (server/auth/email/verification.ts).
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
    const company = await holdCompany(tx, scope, id);
    const email = company.emailToVerify ?? (company.emailVerifiedAt ? null : company.email);
    if (!email) throw conflict(text('errors.thisEmailIsAlreadyVerified'));
    await sendEmailProof(tx, company, email, company.emailToVerify !== null, actor.language);
  });
}

type OpenedLink = { token: string; ip: string; language: Language };

/**
 * Uses the link. It verifies the company's address, or completes a pending change to the new one.
 * @throws invalid
 */
export async function verifyCompanyEmail(db: Database, { token, ip, language }: OpenedLink): Promise<void> {
  await countHit(db, { bucket: 'company_email_link', key: addressKey(ip) }, perAddress);
  await db.transaction(async (tx) => {
    const now = new Date();
    const isAlive = and(eq(companyEmailProofs.hash, hashOfLinkToken(token)), gt(companyEmailProofs.expiresAt, now));
    const companyIds = tx.select({ id: companyEmailProofs.companyId }).from(companyEmailProofs).where(isAlive);
    // Locks the company first, as every other change of it does, so that two cannot deadlock.
    const [before] = await tx.select().from(companies).where(inArray(companies.id, companyIds)).for('update');
    const [proof] = await tx
      .delete(companyEmailProofs)
      .where(isAlive)
      .returning({ id: companyEmailProofs.companyId, email: companyEmailProofs.email });
    if (!before || !proof || (before.email !== proof.email && before.emailToVerify !== proof.email)) throw deadLink();
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
    const of = { subject: { type: 'company' as const, id: proof.id }, companyId: proof.id };
    await audit(tx, anonymous, { action: 'company_email.verify', ...of });
  });
}
