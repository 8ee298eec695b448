import { and, eq, inArray, sql } from 'drizzle-orm';
import { sessions, users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { audit } from '#server/audit/audit.ts';
import { hasAnotherAdmin } from '#server/company/update-employee.ts';
import type { Database } from '#server/db/open.ts';
import { anonymizeDriver, lockApplications } from '#server/drivers/erase-driver.ts';
import { AppError, conflict } from '#server/errors.ts';
import { mail } from '#server/mail/outbox.ts';
import { removeDocuments } from '#server/media/store-document.ts';
import { removeUserPictures } from '#server/media/store-image.ts';
import type { Services } from '#server/services.ts';
import { endImpersonations } from '#server/session/impersonation.ts';
import { removeAccount } from '#server/session/remove-account.ts';
import type { ActingUser } from '#server/trpc.ts';
import { roles } from '#shared/access/access.ts';
import { isAdminSide } from '#shared/access/authority.ts';
import { removeMention } from '#shared/applicants/mentions.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * Deletes the caller's account, including a driver profile (`docs/product/access.md#leaving-and-deletion`). The company keeps
 * what the person wrote there, without a name. The audit log keeps ids only.
 * @throws conflict for the last admin of a company that is not closed, forbidden for staff accounts
 */
export async function deleteOwnAccount({ db, media, events, log }: Services, actor: ActingUser): Promise<{ id: string }> {
  const { userId: id } = actor;
  const documents = await db.transaction(async (tx) => {
    await lockApplications(tx, id);
    const account = await lockAccount(tx, id);
    if (isAdminSide(account.roles)) throw new AppError('forbidden', text('errors.cannotDeleteStaffAccount'));
    const { companyId, isClosed } = account;
    const isCompanyAdmin = companyId !== null && !isClosed && account.active && account.roles.includes(roles.companyAdmin);
    if (isCompanyAdmin && !(await hasAnotherAdmin(tx, { id, companyId }))) throw conflict(text('errors.cannotDeleteOnlyAdmin'));
    const deletedDocuments = await anonymizeDriver({ tx, events }, id, actor.language);
    await endImpersonations(tx, eq(sessions.userId, id), { reason: 'session', ip: actor.ip });
    if (companyId !== null) await removeMentions(tx, companyId, { id, fullName: account.fullName });
    await audit(tx, actor, { action: 'account.delete', subject: { type: 'user', id }, companyId });
    const addresses = [account.email, ...(account.emailToVerify ? [account.emailToVerify] : [])];
    await removeAccount(tx, { id, addresses });
    await mail(tx, account.email, 'account_deleted', { firstName: account.firstName }, account.language ?? actor.language);
    return deletedDocuments;
  });
  // If this fails, the cleanup deletes the files later, because no message and no profile uses them.
  await removeDocuments(db, media, documents).catch((error: unknown) => log.error({ err: error }, 'Documents stay'));
  await removeUserPictures(db, media, id).catch((error: unknown) => log.error({ err: error }, 'Pictures stay'));
  return { id };
}

/** Removes mentions of the person from colleagues' notes. The notes themselves stay. */
async function removeMentions(
  tx: Database,
  companyId: string,
  { id, fullName }: { id: string; fullName: string },
): Promise<void> {
  const { detail, kind, id: eventId, text: noteText } = applicationEvents;
  const notes = await tx
    .select({ id: eventId, note: noteText })
    .from(applicationEvents)
    .where(and(eq(applicationEvents.companyId, companyId), eq(kind, 'note'), sql`jsonb_exists(${detail} -> 'mentions', ${id})`))
    .orderBy(eventId)
    .for('update');
  for (const { id: noteId, note } of notes)
    await tx
      .update(applicationEvents)
      .set({
        detail: sql`jsonb_set(${detail}, '{mentions}', (${detail} -> 'mentions') - ${id}::text)`,
        text: note && removeMention(note, fullName),
      })
      .where(eq(eventId, noteId));
}

/** Locks the company before the account, as every change of employees does, so that changes cannot deadlock. */
async function lockAccount(tx: Database, id: string) {
  const membership = tx.select({ id: employees.companyId }).from(employees).where(eq(employees.userId, id));
  const [company] = await tx
    .select({ id: companies.id, closedAt: companies.closedAt })
    .from(companies)
    .where(inArray(companies.id, membership))
    .for('no key update');
  const [account] = await tx
    .select({
      email: users.email,
      emailToVerify: users.emailToVerify,
      firstName: users.firstName,
      fullName: users.fullName,
      roles: users.roles,
      language: users.language,
    })
    .from(users)
    .where(eq(users.id, id))
    .for('update');
  if (!account) throw new AppError('unauthenticated', text('errors.signInRequired'));
  const [employee] = await tx.select({ active: employees.active }).from(employees).where(eq(employees.userId, id));
  return {
    ...account,
    companyId: company?.id ?? null,
    isClosed: company !== undefined && company.closedAt !== null,
    active: employee?.active ?? false,
  };
}
