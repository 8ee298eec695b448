import { eq } from 'drizzle-orm';
import { personColumns, users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { completenessOf, type DriverProfile } from '#shared/drivers/driver.ts';
import { toDollars } from '#shared/billing/pricing.ts';

/** What the account and its profile say; a driver who never saved one has an empty profile. */
export async function readDriver(db: Database, userId: string) {
  const [row] = await db
    .select({
      ...personColumns,
      street1: drivers.street1,
      street2: drivers.street2,
      city: drivers.city,
      state: drivers.state,
      postalCode: drivers.postalCode,
      latitude: drivers.latitude,
      longitude: drivers.longitude,
      birthdate: drivers.birthdate,
      cdlStatus: drivers.cdlStatus,
      yearsOfExperience: drivers.yearsOfExperience,
      workExperiences: drivers.workExperiences,
      endorsements: drivers.endorsements,
      ownerOperator: drivers.ownerOperator,
      homeTime: drivers.homeTime,
      expectedPayCents: drivers.expectedPayCents,
      matchEnabled: drivers.matchEnabled,
    })
    .from(users)
    .leftJoin(drivers, eq(drivers.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  if (!row) throw notFound('This driver');
  const { workExperiences, endorsements, matchEnabled } = row;
  return {
    ...row,
    workExperiences: workExperiences ?? [],
    endorsements: endorsements ?? [],
    matchEnabled: matchEnabled ?? true,
  };
}

/** The driver's own view, birth date included. */
export async function getProfile(db: Database, userId: string): Promise<DriverProfile> {
  const { expectedPayCents, latitude: _, longitude: __, ...row } = await readDriver(db, userId);
  const profile = { ...row, expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents) };
  return { ...profile, completeness: completenessOf(profile) };
}
