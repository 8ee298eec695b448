import { and, eq, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm';
import { identities, provedPhones, textConsents, users } from '#drizzle/schema/accounts.ts';
import { drivers, applications, applicationTags, savedJobs, seenJobs } from '#drizzle/schema/drivers.ts';
import { applicationEvents, followUps, interviews, jobInvitations } from '#drizzle/schema/hiring.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { notifications } from '#drizzle/schema/notifications.ts';
import { anonymizedFields } from '#server/access/application-columns.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { deletePersonMails } from '#server/mail/outbox.ts';
import { findUserDocuments, removeDocuments, type StoredDocument } from '#server/media/store-document.ts';
import { removeUserPictures } from '#server/media/store-image.ts';
import { deleteJobAlerts, lockJobAlerts } from '#server/notifications/end-job-alerts.ts';
import { findUpcomingInterviews, notifyAccountDeleted } from '#server/notifications/notify-interview.ts';
import { deleteNotificationsAbout } from '#server/notifications/notify.ts';
import type { Services } from '#server/services.ts';
import { removeAccount } from '#server/session/remove-account.ts';
import { endEverySession } from '#server/session/sessions.ts';
import type { ActingUser } from '#server/trpc.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import type { Language } from '#shared/texts/texts.ts';
import { text } from '#shared/texts/texts.ts';

/** The ids that employers' screens need to reload an application. */
type AnonymizedApplication = { id: string; jobId: string; companyId: string };

/**
 * Anonymizes a driver's applications. They still count and appear as "Deleted driver", without the company's tags and rating
 * (`docs/product/drivers.md#deleting-an-account`).
 */
async function anonymizeApplications(tx: Database, driverId: string): Promise<AnonymizedApplication[]> {
  return anonymizeRows(tx, eq(applications.driverId, driverId));
}

async function anonymizeRows(tx: Database, condition: SQL | undefined): Promise<AnonymizedApplication[]> {
  const anonymizedApplications = await tx
    .update(applications)
    .set(anonymizedFields)
    .where(condition)
    .returning({ id: applications.id, jobId: applications.jobId, companyId: applications.companyId });
  const ids = anonymizedApplications.map(({ id }) => id);
  if (ids.length) {
    await tx.delete(applicationTags).where(inArray(applicationTags.applicationId, ids));
    await tx.delete(applicationEvents).where(inArray(applicationEvents.applicationId, ids));
    await tx.delete(interviews).where(inArray(interviews.applicationId, ids));
    await tx.delete(followUps).where(inArray(followUps.applicationId, ids));
    await tx.delete(messages).where(inArray(messages.applicationId, ids));
    await deleteNotificationsAbout(tx, ids);
  }
  return anonymizedApplications;
}

const anonymizationBatchSize = 500;

/** Anonymizes applications that are older than `days`, like those of a deleted driver (`docs/data.md`). */
export function sweepApplications(db: Database, days: number): Promise<number> {
  return anonymizeBatch(db, lt(applications.applicationAt, new Date(Date.now() - days * dayMs)));
}

/** Deletes invitations to apply that are older than `days`, the age at which applications are anonymized. */
export async function sweepInvitations(db: Database, days: number): Promise<number> {
  const oldInvitations = db
    .select({ id: jobInvitations.id })
    .from(jobInvitations)
    .where(lt(jobInvitations.createdAt, new Date(Date.now() - days * dayMs)))
    .limit(anonymizationBatchSize);
  const deleted = await db
    .delete(jobInvitations)
    .where(inArray(jobInvitations.id, oldInvitations))
    .returning({ id: jobInvitations.id });
  return deleted.length;
}

/** Anonymizes all applications to a closed company. */
export async function anonymizeCompanyApplications(db: Database, companyId: string): Promise<void> {
  for (let anonymizedCount = anonymizationBatchSize; anonymizedCount === anonymizationBatchSize;)
    anonymizedCount = await anonymizeBatch(db, eq(applications.companyId, companyId));
}

function anonymizeBatch(db: Database, condition: SQL): Promise<number> {
  return db.transaction(async (tx) => {
    const batchIds = tx
      .select({ id: applications.id })
      .from(applications)
      .where(and(condition, isNotNull(applications.email)))
      .limit(anonymizationBatchSize);
    const anonymizedApplications = await anonymizeRows(tx, inArray(applications.id, batchIds));
    await deletePersonMails(tx, { addresses: [], applicationIds: anonymizedApplications.map(({ id }) => id) });
    return anonymizedApplications.length;
  });
}

type Account = { id: string; addresses: string[]; otherRoles: Role[] };

/**
 * Deletes a driver's profile, contact details, pictures and emails, and ends every session
 * (`docs/product/drivers.md#deleting-an-account`). Applications are anonymized. An account with other roles stays with those
 * roles. The audit log contains only ids.
 */
export async function deleteDriver({ db, media, events, log }: Services, actor: ActingUser): Promise<{ id: string }> {
  const { userId: id } = actor;
  const { isAccountDeleted, documents } = await db.transaction(async (tx) => {
    await lockApplications(tx, id);
    await lockJobAlerts(tx, id);
    const account = await lockAccount(tx, id);
    const deletesAccount = account.otherRoles.length === 0;
    const deletedDocuments = await anonymizeDriver({ tx, events }, id, actor.language);
    await (deletesAccount ? removeAccount(tx, account) : removeDriverRole(tx, account));
    await audit(tx, actor, { action: deletesAccount ? 'account.delete' : 'driver.delete', subject: { type: 'user', id } });
    return { isAccountDeleted: deletesAccount, documents: deletedDocuments };
  });
  // If the media store fails, the cleanup tasks delete the files later, because no message and no profile uses them.
  await removeDocuments(db, media, documents).catch((error: unknown) => log.error({ err: error }, 'Documents stay'));
  if (isAccountDeleted)
    await removeUserPictures(db, media, id).catch((error: unknown) => log.error({ err: error }, 'Pictures stay'));
  return { id };
}

/**
 * Removes everything that the driver sent to companies, updates employers' screens, and tells companies of canceled interviews.
 * The account and profile stay.
 * Returns the documents of the deleted messages. The caller removes them after the transaction.
 */
export async function anonymizeDriver(
  { tx, events }: { tx: Database; events: Services['events'] },
  id: string,
  language: Language,
): Promise<StoredDocument[]> {
  const documents = await findUserDocuments(tx, id);
  const endedInterviews = await findUpcomingInterviews(tx, id);
  const anonymizedApplications = await anonymizeApplications(tx, id);
  for (const interview of endedInterviews) await notifyAccountDeleted(tx, interview, language);
  await tx.delete(jobInvitations).where(eq(jobInvitations.driverId, id));
  await tx.delete(conversations).where(eq(conversations.driverId, id));
  await tx.delete(notifications).where(and(eq(notifications.userId, id), isNull(notifications.companyId)));
  await deletePersonMails(tx, { addresses: [], applicationIds: anonymizedApplications.map((one) => one.id) });
  for (const { id: applicationId, jobId, companyId } of anonymizedApplications)
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
  return documents;
}

/**
 * Locks the driver's applications before the account, because companies lock an application first and then refer to the account
 * in a notification. The other order could deadlock.
 */
export async function lockApplications(tx: Database, driverId: string): Promise<void> {
  await tx
    .select({ id: applications.id })
    .from(applications)
    .where(eq(applications.driverId, driverId))
    .orderBy(applications.id)
    .for('update');
}

async function lockAccount(tx: Database, id: string): Promise<Account> {
  const { email, emailToVerify, roles: userRoles } = users;
  const [row] = await tx.select({ email, emailToVerify, held: userRoles }).from(users).where(eq(users.id, id)).for('update');
  if (!row?.held.includes(roles.driver)) throw new AppError('unauthenticated', text('errors.signInRequired'));
  const addresses = [row.email, ...(row.emailToVerify ? [row.emailToVerify] : [])];
  return { id, addresses, otherRoles: row.held.filter((role) => role !== roles.driver) };
}

type UserColumn = keyof typeof users.$inferSelect;
/** The columns of an account that stay for its other role. */
type RetainedUserColumn =
  | 'id'
  | 'email'
  | 'emailToVerify'
  | 'emailVerifiedAt'
  | 'passwordHash'
  | 'mustChangePassword'
  | 'passwordSetByOther'
  | 'firstName'
  | 'lastName'
  | 'fullName'
  | 'phone'
  | 'phoneExtension'
  | 'timezone'
  | 'language'
  | 'profilePicture'
  | 'status'
  | 'termsAcceptedAt'
  | 'termsVersion'
  | 'newsletters'
  | 'newslettersConsentAt'
  | 'newslettersConsentText'
  | 'sessionVersion'
  | 'version'
  | 'createdAt';

/** Social sign-in is for drivers only, so the remaining account signs in with its password. */
async function removeDriverRole(tx: Database, { id, otherRoles }: Account): Promise<void> {
  await tx.delete(drivers).where(eq(drivers.userId, id));
  await tx.delete(savedJobs).where(eq(savedJobs.driverId, id));
  await tx.delete(seenJobs).where(eq(seenJobs.driverId, id));
  await deleteJobAlerts(tx, id);
  await tx.delete(textConsents).where(eq(textConsents.userId, id));
  await tx.delete(provedPhones).where(eq(provedPhones.userId, id));
  await tx.delete(identities).where(eq(identities.userId, id));
  const userChanges = { roles: otherRoles, mutedMails: [], updatedAt: new Date() } satisfies Record<
    Exclude<UserColumn, RetainedUserColumn>,
    unknown
  >;
  await tx.update(users).set(userChanges).where(eq(users.id, id));
  await endEverySession(tx, id);
}
