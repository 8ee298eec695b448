import { eq, inArray } from 'drizzle-orm';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';

export const deletedDriver = { firstName: 'Deleted', lastName: 'driver' } as const;

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
export type ForgottenApplication = { id: string; jobId: string; companyId: string };

/**
 * Applications of a member who is gone stay as numbers under "Deleted driver" (`product: Accounts and sessions`); the
 * company's words about the person go too.
 */
export async function forgetApplications(tx: Database, driverId: string): Promise<ForgottenApplication[]> {
  const forgotten = await tx
    .update(applications)
    .set(emptied)
    .where(eq(applications.driverId, driverId))
    .returning({ id: applications.id, jobId: applications.jobId, companyId: applications.companyId });
  const ids = forgotten.map(({ id }) => id);
  if (ids.length) await tx.delete(applicationTags).where(inArray(applicationTags.applicationId, ids));
  return forgotten;
}
