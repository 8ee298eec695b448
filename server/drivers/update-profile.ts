import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { users, personColumns } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound, AppError } from '#server/errors.ts';
import { cellOf } from '#server/places/cells.ts';
import type { Services } from '#server/services.ts';
import { completenessOf, driverFields, type DriverProfile, type UpdateDriverProfile } from '#shared/drivers/driver.ts';
import { profileZoneOf } from '#shared/places/place-zone.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { toCents, toDollars } from '#shared/billing/pricing.ts';
import { stateCode } from '#shared/places/states.ts';
import { roles } from '#shared/access/access.ts';

type AddressFields = Pick<typeof drivers.$inferInsert, 'street1' | 'street2' | 'city' | 'state' | 'postalCode'>;
const addressKeys = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;

/** Saves the fields that are present. A new address is looked up first, outside the transaction. */
export async function updateProfile({ db, geocoder }: Services, userId: string, input: UpdateDriverProfile): Promise<void> {
  const { firstName, lastName, phone, expectedPay, street1, street2, city, state, postalCode, ...same } = input;
  const before = await readDriver(db, userId);
  const addressInput: AddressFields = { street1, street2, city, state: state && stateCode(state), postalCode };
  const address = changes(addressInput);
  const isMoved = addressKeys.some((key) => address[key] !== undefined && address[key] !== before[key]);
  const place = isMoved ? await locate(geocoder, { ...pickAddress(before), ...address }) : {};
  const pay = expectedPay === undefined ? {} : { expectedPayCents: expectedPay === null ? null : toCents(expectedPay) };
  const profile = { ...defined(same), ...address, ...place, ...pay };
  const account = defined({ firstName, lastName, phone });
  await db.transaction(async (tx) => {
    await assertStillDriver(tx, userId);
    if (isMoved) await keepTimezone(tx, userId, { ...before, ...address, ...place });
    if (Object.keys(account).length) await tx.update(users).set(account).where(eq(users.id, userId));
    await tx
      .insert(drivers)
      .values({ userId, ...profile })
      .onConflictDoUpdate({ target: drivers.userId, set: { ...profile, updatedAt: new Date() } });
  });
}

/** Sets the account's time zone from its address if it is unknown. */
async function keepTimezone(
  tx: Database,
  userId: string,
  home: { state: string | null; postalCode: string | null },
): Promise<void> {
  if (!home.state) return;
  await tx
    .update(users)
    .set({ timezone: profileZoneOf(home) })
    .where(and(eq(users.id, userId), isNull(users.timezone)));
}

/** Empty texts mean "not answered". */
function changes(address: AddressFields): AddressFields {
  return Object.fromEntries(Object.entries(defined(address)).map(([key, value]) => [key, value === '' ? null : value]));
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

const pickAddress = ({ street1, street2, city, state, postalCode }: AddressFields) => ({
  street1,
  street2,
  city,
  state,
  postalCode,
});

/** The driver's coordinates, for distances. Null if the address does not name a place. */
async function locate(geocoder: Services['geocoder'], { street1, city, state, postalCode }: AddressFields) {
  if (!postalCode && !(city && state)) return { latitude: null, longitude: null, cell: null };
  const found = await geocoder.geocode({ street1, city, state, postalCode });
  if (!found) throw invalid(postalCode ? 'postalCode' : 'city', text('errors.addressTooVague'));
  const { latitude, longitude } = found;
  const filled = { city: city || found.city, state: state || found.state };
  return { ...filled, latitude, longitude, cell: cellOf(latitude, longitude) };
}

/** The account and its profile. A driver who never saved a profile has an empty one. */
export async function readDriver(db: Database, userId: string) {
  const [row] = await db
    .select({
      ...personColumns,
      ...pickFields(getTableColumns(drivers), driverFields),
      latitude: drivers.latitude,
      longitude: drivers.longitude,
      expectedPayCents: drivers.expectedPayCents,
    })
    .from(users)
    .leftJoin(drivers, eq(drivers.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  if (!row) throw notFound(text('errors.thisDriverWasNotFound'));
  const { workExperiences, endorsements, matchEnabled } = row;
  return {
    ...row,
    workExperiences: workExperiences ?? [],
    endorsements: endorsements ?? [],
    matchEnabled: matchEnabled ?? true,
  };
}

/** The driver's own profile, with the birth date. */
export async function getProfile(db: Database, userId: string): Promise<DriverProfile> {
  const { expectedPayCents, latitude: _, longitude: __, ...row } = await readDriver(db, userId);
  const profile = { ...row, expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents) };
  return { ...profile, completeness: completenessOf(profile) };
}

/**
 * Locks the account until the transaction ends, so that nothing is written after a deletion.
 * @throws unauthenticated when it was deleted meanwhile
 */
export async function assertStillDriver(tx: Database, userId: string): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.roles} @> array[${roles.driver}]`))
    .for('share');
  if (!account) throw new AppError('unauthenticated', text('errors.signInToContinue'));
}
