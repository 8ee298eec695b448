import { and, eq, ne, sql } from 'drizzle-orm';
import { provedPhones, textConsents, users } from '#drizzle/schema/accounts.ts';
import { type AuditActor, audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import type { Services } from '#server/services.ts';
import { endTextConsent } from '#server/sms/consent.ts';
import type { ActingUser } from '#server/trpc.ts';
import type { TextSignIn } from '#shared/accounts/factors.ts';
import { type Language, text } from '#shared/texts/texts.ts';
import { maySignInByText } from './code-owner.ts';
import { redeemTicket } from './sign-in-code.ts';

/** Advisory locks of phone numbers. */
const phoneLock = 72420011;

/**
 * Records that the account's owner received a code at the account's phone number. Other accounts with the number have lost it:
 * companies no longer text their drivers, and codes no longer open an account that had proved the number. Its owner gets an email.
 */
export async function provePhone(
  tx: Database,
  actor: AuditActor & { userId: string },
  { phone, language }: { phone: string; language: Language },
): Promise<void> {
  const { userId } = actor;
  // Two people who prove a number at the same time wait for each other.
  await tx.execute(sql`select pg_advisory_xact_lock(${phoneLock}, hashtext(${phone}))`);
  const others = await tx
    .select({ userId: textConsents.userId })
    .from(textConsents)
    .where(and(eq(textConsents.phone, phone), ne(textConsents.userId, userId)));
  for (const other of others) await endTextConsent(tx, { userId: other.userId, ip: null, language });
  const [former] = await tx
    .delete(provedPhones)
    .where(and(eq(provedPhones.phone, phone), ne(provedPhones.userId, userId)))
    .returning({ userId: provedPhones.userId });
  if (former) await tellFormerOwner(tx, former.userId, actor);
  await tx
    .insert(provedPhones)
    .values({ userId, phone })
    .onConflictDoUpdate({ target: provedPhones.userId, set: { phone, provedAt: new Date() } });
  await audit(tx, actor, { action: 'phone.prove', subject: { type: 'user', id: userId } });
}

async function tellFormerOwner(tx: Database, id: string, { ip }: AuditActor): Promise<void> {
  await audit(tx, { userId: null, impersonatorId: null, ip }, { action: 'phone.lose', subject: { type: 'user', id } });
  const [owner] = await tx
    .select({ email: users.email, firstName: users.firstName, language: users.language })
    .from(users)
    .where(eq(users.id, id));
  if (owner) await mail(tx, owner.email, 'phone_lost', { firstName: owner.firstName }, owner.language);
}

/** Whether codes by text message can sign in to the caller's account (`docs/product/access.md#codes-by-text-message`). */
export async function findTextSignIn({ db, settings }: Pick<Services, 'db' | 'settings'>, userId: string): Promise<TextSignIn> {
  const [row] = await db
    .select({ phone: users.phone, extension: users.phoneExtension, roles: users.roles, provedAt: provedPhones.provedAt })
    .from(users)
    .leftJoin(provedPhones, eq(provedPhones.userId, users.id))
    .where(eq(users.id, userId));
  const phone = row?.extension ? null : (row?.phone ?? null);
  return { isOffered: settings.offersTexts && maySignInByText(row?.roles ?? []), phone, isOn: row?.provedAt != null };
}

/**
 * Turns on codes by text message with a ticket whose code was entered.
 * @throws conflict if the ticket has ended, if its code was not sent to the account's number, and for people who are not drivers
 */
export async function turnOnTextSignIn(
  services: Pick<Services, 'db' | 'settings'>,
  actor: ActingUser,
  { ticket }: { ticket: string },
): Promise<TextSignIn> {
  await services.db.transaction(async (tx) => {
    const address = await redeemTicket(tx, ticket);
    // This lock waits for a change of the phone number.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update');
    const { isOffered, phone } = await findTextSignIn({ ...services, db: tx }, actor.userId);
    if (!isOffered) throw conflict(text('signUp.codesByTextNotOffered'));
    if (!address) throw conflict(text('signUp.codeTicketEnded'));
    if (!('phone' in address) || address.phone !== phone) throw conflict(text('messages.phoneHasChanged'));
    await provePhone(tx, actor, { phone, language: actor.language });
  });
  return findTextSignIn(services, actor.userId);
}

export async function turnOffTextSignIn(services: Pick<Services, 'db' | 'settings'>, actor: ActingUser): Promise<TextSignIn> {
  const { userId } = actor;
  await services.db.transaction(async (tx) => {
    const removed = await tx.delete(provedPhones).where(eq(provedPhones.userId, userId)).returning({ id: provedPhones.userId });
    if (removed.length > 0) await audit(tx, actor, { action: 'phone.forget', subject: { type: 'user', id: userId } });
  });
  return findTextSignIn(services, userId);
}
