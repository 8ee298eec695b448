import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { identities, users } from '#drizzle/schema/accounts.ts';
import { drivers, applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { deletePersonMails } from '#server/mail/outbox.ts';
import { removePicturesOf } from '#server/media/store-image.ts';
import type { Services } from '#server/services.ts';
import { endEverySession } from '#server/session/sessions.ts';
import { removeAccount } from '#server/session/remove-account.ts';
import type { ActingUser } from '#server/trpc.ts';
import { dayMs } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';

const deletedDriver = { firstName: 'Deleted', lastName: 'driver' } as const;

type Column = keyof typeof applications.$inferSelect;
/** The columns that stay: that someone applied to this job at that time. The full name is generated from its parts. */
type KeptColumn =
  | 'id'
  | 'jobId'
  | 'companyId'
  | 'applicationAt'
  | 'withdrawnAt'
  | 'fullName'
  | 'stage'
  | 'stageChangedAt'
  | 'viewedAt'
  | 'source';

/**
 * Everything that the driver sent or the company noted, emptied. A new column that is neither here nor in `KeptColumn` does not
 * compile.
 */
const emptied = {
  ...deletedDriver,
  driverId: null,
  email: null,
  phone: null,
  message: null,
  street1: null,
  street2: null,
  city: null,
  state: null,
  postalCode: null,
  distance: null,
  withinRange: null,
  isOver21: null,
  cdlStatus: null,
  yearsOfExperience: null,
  workExperiences: [],
  endorsements: [],
  ownerOperator: null,
  rating: null,
  notAFitReason: sql`case when ${applications.stage} = 'not_a_fit' then 'other' end`,
  ownerId: null,
  personId: null,
  matchScore: null,
} satisfies Record<Exclude<Column, KeptColumn>, unknown>;

/** Tells employers' screens what to reload. */
type ForgottenApplication = { id: string; jobId: string; companyId: string };

/**
 * A deleted driver's applications stay as numbers under "Deleted driver", without the company's tags and rating
 * (`docs/product/drivers.md#deleting-an-account`).
 */
async function anonymizeApplications(tx: Database, driverId: string): Promise<ForgottenApplication[]> {
  return emptyApplications(tx, eq(applications.driverId, driverId));
}

async function emptyApplications(tx: Database, which: SQL | undefined): Promise<ForgottenApplication[]> {
  const forgotten = await tx
    .update(applications)
    .set(emptied)
    .where(which)
    .returning({ id: applications.id, jobId: applications.jobId, companyId: applications.companyId });
  const ids = forgotten.map(({ id }) => id);
  if (ids.length) {
    await tx.delete(applicationTags).where(inArray(applicationTags.applicationId, ids));
    await tx.delete(applicationEvents).where(inArray(applicationEvents.applicationId, ids));
    await tx.delete(messages).where(inArray(messages.applicationId, ids));
  }
  return forgotten;
}

const anonymizationBatchSize = 500;

/** Empties applications that are older than the given number of days, as those of a deleted driver (`docs/data.md`). */
export function sweepApplications(db: Database, days: number): Promise<number> {
  return anonymizeBatch(db, lt(applications.applicationAt, new Date(Date.now() - days * dayMs)));
}

/** Empties all applications to a closed company. */
export async function emptyApplicationsOf(db: Database, companyId: string): Promise<void> {
  for (let emptied = anonymizationBatchSize; emptied === anonymizationBatchSize;)
    emptied = await anonymizeBatch(db, eq(applications.companyId, companyId));
}

function anonymizeBatch(db: Database, which: SQL): Promise<number> {
  return db.transaction(async (tx) => {
    const old = tx
      .select({ id: applications.id })
      .from(applications)
      .where(and(which, isNotNull(applications.email)))
      .limit(anonymizationBatchSize);
    const forgotten = await emptyApplications(tx, inArray(applications.id, old));
    await deletePersonMails(tx, { addresses: [], applicationIds: forgotten.map(({ id }) => id) });
    return forgotten.length;
  });
}

type Account = { id: string; addresses: string[]; otherRoles: Role[] };

/**
 * Deletes a driver: profile, contact details, pictures, sessions and emails about them
 * (`docs/product/drivers.md#deleting-an-account`). Applications stay as numbers. An account with other roles keeps those.
 * Every session ends either way. The audit log keeps ids only.
 */
export async function deleteDriver({ db, media, events, log }: Services, actor: ActingUser): Promise<{ id: string }> {
  const { userId: id } = actor;
  const isGone = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    const deletesAccount = account.otherRoles.length === 0;
    await anonymizeDriver({ tx, events }, id);
    await (deletesAccount ? removeAccount(tx, account) : removeDriverPart(tx, account));
    await audit(tx, actor, { action: deletesAccount ? 'account.delete' : 'driver.delete', subject: { type: 'user', id } });
    return deletesAccount;
  });
  // If the store fails, the cleanup deletes the pictures later, because no profile uses them.
  if (isGone) await removePicturesOf(db, media, id).catch((error: unknown) => log.error({ err: error }, 'Pictures stay'));
  return { id };
}

/** Removes what the driver sent to companies and wrote to them, and tells employers' screens. The account and the profile stay. */
export async function anonymizeDriver({ tx, events }: { tx: Database; events: Services['events'] }, id: string): Promise<void> {
  const forgotten = await anonymizeApplications(tx, id);
  await tx.delete(conversations).where(eq(conversations.driverId, id));
  await deletePersonMails(tx, { addresses: [], applicationIds: forgotten.map((one) => one.id) });
  for (const { id: applicationId, jobId, companyId } of forgotten)
    await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
}

async function lockAccount(tx: Database, id: string): Promise<Account> {
  const { email, emailToVerify, roles: userRoles } = users;
  const [row] = await tx.select({ email, emailToVerify, held: userRoles }).from(users).where(eq(users.id, id)).for('update');
  if (!row?.held.includes(roles.driver)) throw new AppError('unauthenticated', text('errors.signInToContinue'));
  const addresses = [row.email, ...(row.emailToVerify ? [row.emailToVerify] : [])];
  return { id, addresses, otherRoles: row.held.filter((role) => role !== roles.driver) };
}

/** Social sign-in is for drivers only, so the remaining account signs in with its password. */
async function removeDriverPart(tx: Database, { id, otherRoles }: Account): Promise<void> {
  await tx.delete(drivers).where(eq(drivers.userId, id));
  await tx.delete(identities).where(eq(identities.userId, id));
  await tx.update(users).set({ roles: otherRoles, mutedMails: [], updatedAt: new Date() }).where(eq(users.id, id));
  await endEverySession(tx, id);
}
