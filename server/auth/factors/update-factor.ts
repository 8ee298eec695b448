import { and, asc, eq, lte, not, type SQL, sql } from 'drizzle-orm';
import { factors, recoveryCodes, users } from '#drizzle/schema/accounts.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { requiresFactor } from '#server/session/authenticate.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import type { Role } from '#shared/access/access.ts';
import { isAdminSide } from '#shared/access/authority.ts';
import type { Factors } from '#shared/accounts/factors.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { findOwner } from './add-factor.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './check-factor.ts';

const isOwn = (userId: string, id: string) => and(eq(factors.userId, userId), eq(factors.id, id));
const unknownFactor = () => notFound(text('errors.factorNotFound'));

export async function listFactors(
  { db, settings }: Services,
  actor: { userId: string; roles: readonly Role[] },
): Promise<Factors> {
  const { userId, roles: userRoles } = actor;
  const { id, kind, name, createdAt, lastUsedAt } = factors;
  const items = await db
    .select({ id, kind, name, createdAt, lastUsedAt })
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(createdAt), asc(id));
  return { items, recoveryCodesLeft: await countRecoveryCodes(db, userId), isRequired: requiresFactor(settings, userRoles) };
}

export async function renameFactor(db: Database, actor: ActingUser, { id, name }: { id: string; name: string }): Promise<void> {
  const renamed = await db.update(factors).set({ name }).where(isOwn(actor.userId, id)).returning({ id: factors.id });
  if (renamed.length === 0) throw unknownFactor();
}

/** Removes a factor. Removing the last one also deletes the recovery codes, which are useless without a factor. */
export async function removeFactor({ db, settings }: Services, actor: ActingUser, { id }: { id: string }): Promise<void> {
  const { userId } = actor;
  await db.transaction(async (tx) => {
    const { email, firstName, roles: userRoles } = await findOwner(tx, userId, 'lock');
    const [removed] = await tx.delete(factors).where(isOwn(userId, id)).returning({ name: factors.name, kind: factors.kind });
    if (!removed) throw unknownFactor();
    const remainingFactors = await tx.select({ id: factors.id }).from(factors).where(eq(factors.userId, userId)).limit(1);
    if (remainingFactors.length === 0 && requiresFactor(settings, userRoles)) throw conflict(text('errors.lastFactorIsRequired'));
    if (remainingFactors.length === 0) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await audit(tx, actor, {
      action: 'factor.remove',
      subject: { type: 'user', id: userId },
      detail: { kind: removed.kind, factor: id },
    });
    await mail(tx, email, 'factor_removed', { firstName, ...removed, isLast: remainingFactors.length === 0 }, actor.language);
  });
}

/** Replaces the recovery codes. The old ones stop working. */
export async function renewRecoveryCodes({ db }: Pick<Services, 'db'>, actor: ActingUser): Promise<{ recoveryCodes: string[] }> {
  const { userId } = actor;
  return db.transaction(async (tx) => {
    const { email, firstName } = await findOwner(tx, userId, 'lock');
    const remainingFactors = await tx.select({ id: factors.id }).from(factors).where(eq(factors.userId, userId)).limit(1);
    if (remainingFactors.length === 0) throw conflict(text('errors.addFactorFirst'));
    await audit(tx, actor, { action: 'recovery_code.renew', subject: { type: 'user', id: userId } });
    await mail(tx, email, 'recovery_codes_renewed', { firstName }, actor.language);
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
}

export type ResetActor = AuditActor & { language: Language | null };
type ResetBy = { actor: ResetActor; by: string };

/**
 * Removes the factors of a person who lost them, ends all of their sessions, and emails them. The caller has checked the
 * permission.
 */
export async function resetFactors(tx: Database, userId: string, { actor, by }: ResetBy): Promise<void> {
  const { email, firstName } = await findOwner(tx, userId, 'lock');
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const { length: removed } = await tx.delete(factors).where(eq(factors.userId, userId)).returning({ id: factors.id });
  if (removed === 0) throw conflict(text('errors.noFactorsToReset'));
  await endEverySession(tx, userId);
  await audit(tx, actor, { action: 'factor.reset', subject: { type: 'user', id: userId }, detail: { removed } });
  await mail(tx, email, 'factors_reset', { firstName, by }, actor.language);
}

/**
 * Records that the person behind a session of the account is its owner, who has proved both the mailbox and the password. The
 * factors keep this, because another person can set the password again later
 * (`docs/product/access.md#whose-account-it-is`).
 */
export async function recordOwner(tx: Database, userId: string): Promise<void> {
  await tx.update(users).set({ passwordSetByOther: false }).where(eq(users.id, userId));
  await tx.update(factors).set({ isOwners: true }).where(eq(factors.userId, userId));
}

/** SQL that is true for a factor that another person may have added before the address was first proved. */
const isEarly = (emailVerifiedAt: Date | null): SQL =>
  emailVerifiedAt === null
    ? sql`not ${factors.isOwners}`
    : sql`(not ${factors.isOwners} and ${lte(factors.createdAt, emailVerifiedAt)})`;

/** Whether the account has a factor that {@link removeEarlyFactors} keeps. */
export async function hasLastingFactor(
  tx: Database,
  { id, emailVerifiedAt }: { id: string; emailVerifiedAt: Date | null },
): Promise<boolean> {
  const [factor] = await tx
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, id), not(isEarly(emailVerifiedAt))))
    .limit(1);
  return factor !== undefined;
}

/**
 * Removes the factors that someone else may have added, for an owner who recovers the account with the email address: those
 * from before the address was first proved, except those that are proved to be the owner's. Later factors stay, because a
 * mailbox must not replace a second factor, and so do all factors of the admin side
 * (`docs/product/access.md#whose-account-it-is`). Call it before the proof is stored.
 */
export async function removeEarlyFactors(tx: Database, userId: string, actor: ResetActor): Promise<void> {
  const owner = await findOwner(tx, userId, 'lock');
  const { email, firstName, emailVerifiedAt, passwordSetByOther } = owner;
  if (isAdminSide(owner.roles) || (emailVerifiedAt !== null && !passwordSetByOther)) return;
  const { length: removed } = await tx
    .delete(factors)
    .where(and(eq(factors.userId, userId), isEarly(emailVerifiedAt)))
    .returning({ id: factors.id });
  if (removed === 0) return;
  // The person who added the removed factors knows the recovery codes.
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const detail = { removed, reason: 'before_proof' };
  await audit(tx, actor, { action: 'factor.reset', subject: { type: 'user', id: userId }, detail });
  await mail(tx, email, 'early_factors_removed', { firstName }, actor.language);
}
