import { eq, inArray, sql } from 'drizzle-orm';
import { identities, invitations, resetRequests, users } from '#drizzle/schema/accounts.ts';
import { drivers, applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { audit } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { forgetMails } from '#server/mail/outbox.ts';
import { removePicturesOf } from '#server/media/pictures.ts';
import type { Services } from '#server/services.ts';
import { endEverySession } from '#server/session/sessions.ts';
import { forgetAccount } from '#server/session/throttle.ts';
import type { ActingUser } from '#server/trpc.ts';

const deletedDriver = { firstName: 'Deleted', lastName: 'driver' } as const;

type Column = keyof typeof applications.$inferSelect;
/** What stays: that somebody applied to this job at that time. The full name is made of its parts. */
type Kept = 'id' | 'jobId' | 'companyId' | 'applicationAt' | 'withdrawnAt' | 'fullName';

/** What a driver sent and a company noted, emptied. A column that is neither here nor kept does not compile. */
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
} satisfies Record<Exclude<Column, Kept>, unknown>;

/** Where an employer's screen is to look again. */
type ForgottenApplication = { id: string; jobId: string; companyId: string };

/**
 * Applications of a member who is gone stay as numbers under "Deleted driver" (`product: Accounts and sessions`); the
 * company's words about the person go too.
 */
async function forgetApplications(tx: Database, driverId: string): Promise<ForgottenApplication[]> {
  const forgotten = await tx
    .update(applications)
    .set(emptied)
    .where(eq(applications.driverId, driverId))
    .returning({ id: applications.id, jobId: applications.jobId, companyId: applications.companyId });
  const ids = forgotten.map(({ id }) => id);
  if (ids.length) await tx.delete(applicationTags).where(inArray(applicationTags.applicationId, ids));
  return forgotten;
}

type Account = { id: string; addresses: string[]; otherRoles: Role[] };

/**
 * Deletes a member: profile, contact details, pictures, sessions and the mails about them. Applications stay as numbers.
 * An account that holds other roles keeps those and loses its driver; either way every session ends at once
 * (`product: Accounts and sessions`, `spec: access §2`). The log keeps ids only.
 */
export async function deleteDriver({ db, media, events, log }: Services, actor: ActingUser): Promise<{ id: string }> {
  const { userId: id } = actor;
  const isGone = await db.transaction(async (tx) => {
    const account = await lockAccount(tx, id);
    const forgotten = await forgetApplications(tx, id);
    const isWhole = account.otherRoles.length === 0;
    await forgetMails(tx, { addresses: isWhole ? account.addresses : [], applicationIds: forgotten.map((one) => one.id) });
    await (isWhole ? removeAccount(tx, account) : removeDriverPart(tx, account));
    await audit(tx, actor, { action: isWhole ? 'account.delete' : 'driver.delete', subject: { type: 'user', id } });
    for (const { id: applicationId, jobId, companyId } of forgotten)
      await events.publish(tx, { type: 'application', companyId, jobId, applicationId });
    return isWhole;
  });
  // The sweep removes what a failing store keeps: nobody wears these pictures any more.
  if (isGone) await removePicturesOf(db, media, id).catch((error: unknown) => log.error({ err: error }, 'Pictures stay'));
  return { id };
}

async function lockAccount(tx: Database, id: string): Promise<Account> {
  const { email, emailToVerify, roles: held } = users;
  const [row] = await tx.select({ email, emailToVerify, held }).from(users).where(eq(users.id, id)).for('update');
  if (!row?.held.includes(roles.driver)) throw new AppError('unauthenticated', 'Sign in to continue');
  const addresses = [row.email, ...(row.emailToVerify ? [row.emailToVerify] : [])];
  return { id, addresses, otherRoles: row.held.filter((role) => role !== roles.driver) };
}

/** Sessions, proofs, the driver's profile and the social identities hang on the account and go with it. */
async function removeAccount(tx: Database, { id, addresses }: Account): Promise<void> {
  const lowered = addresses.map((address) => address.toLowerCase());
  await forgetAccount(tx, id, addresses);
  await tx.delete(resetRequests).where(inArray(sql`lower(${resetRequests.email})`, lowered));
  await tx.delete(invitations).where(inArray(sql`lower(${invitations.email})`, lowered));
  await tx.delete(users).where(eq(users.id, id));
}

/** A social log-in is a driver's; what remains signs in with its password. */
async function removeDriverPart(tx: Database, { id, otherRoles }: Account): Promise<void> {
  await tx.delete(drivers).where(eq(drivers.userId, id));
  await tx.delete(identities).where(eq(identities.userId, id));
  await tx.update(users).set({ roles: otherRoles, mutedMails: [], updatedAt: new Date() }).where(eq(users.id, id));
  await endEverySession(tx, id);
}
