import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { users, personColumns } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { invalid, notFound, AppError } from '#server/errors.ts';
import { assertAllowedName } from '#server/input/person-name.ts';
import { phoneColumns } from '#server/input/phone-columns.ts';
import { cellOf } from '#server/places/cells.ts';
import { findZipProblem } from '#server/places/check-address.ts';
import { profileZoneOf, type ZonedPlace } from '#server/places/place-zone.ts';
import type { Services } from '#server/services.ts';
import { type Role, roles } from '#shared/access/access.ts';
import { isEmployeeRole } from '#shared/access/authority.ts';
import { toCents, toDollars } from '#shared/billing/pricing.ts';
import { calculateCompleteness, driverFields, type DriverProfile, type UpdateDriverProfile } from '#shared/drivers/driver.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';

type AddressFields = Pick<typeof drivers.$inferInsert, 'street1' | 'street2' | 'city' | 'state' | 'postalCode'>;
const addressKeys = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;

/** Saves the fields that are present. A new address is looked up first, outside the transaction. */
export async function updateProfile({ db, geocoder }: Services, userId: string, input: UpdateDriverProfile): Promise<void> {
  const { firstName, lastName, phone, expectedPay, street1, street2, city, state, postalCode, ...sameNameFields } = input;
  const currentProfile = await readDriver(db, userId);
  const addressInput: AddressFields = { street1, street2, city, state, postalCode };
  const address = toAddressChanges(addressInput);
  const isAddressChanged = addressKeys.some((key) => address[key] !== undefined && address[key] !== currentProfile[key]);
  const location = isAddressChanged ? await locate({ db, geocoder }, { ...pickAddress(currentProfile), ...address }) : {};
  const pay = expectedPay === undefined ? {} : { expectedPayCents: expectedPay === null ? null : toCents(expectedPay) };
  const profile = { ...omitUndefined(sameNameFields), ...address, ...location, ...pay };
  const number = phone ? { digits: phone, extension: null } : null;
  await db.transaction(async (tx) => {
    const accountRoles = await assertStillDriver(tx, userId);
    // An employee sees the extension in the account. Nobody else does, so saving the number removes it.
    const extension = accountRoles.some(isEmployeeRole) ? {} : { phoneExtension: null };
    const phoneChange = phone === undefined ? {} : phoneColumns({ phone: number, ...extension }, currentProfile);
    const account = { ...omitUndefined({ firstName, lastName }), ...phoneChange };
    await assertAllowedName(tx, userId, account);
    if (isAddressChanged) await setTimezoneIfUnset(tx, userId, { ...currentProfile, ...address, ...location });
    if (Object.keys(account).length) await tx.update(users).set(account).where(eq(users.id, userId));
    await tx
      .insert(drivers)
      .values({ userId, ...profile })
      .onConflictDoUpdate({ target: drivers.userId, set: { ...profile, updatedAt: new Date() } });
  });
}

/** Sets the account's time zone from the address if the account has none. */
async function setTimezoneIfUnset(tx: Database, userId: string, home: ZonedPlace): Promise<void> {
  if (!home.state) return;
  await tx
    .update(users)
    .set({ timezone: profileZoneOf(home) })
    .where(and(eq(users.id, userId), isNull(users.timezone)));
}

/** Empty texts mean "not answered". */
function toAddressChanges(address: AddressFields): AddressFields {
  return Object.fromEntries(Object.entries(omitUndefined(address)).map(([key, value]) => [key, value === '' ? null : value]));
}

function omitUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}

const pickAddress = ({ street1, street2, city, state, postalCode }: AddressFields) => ({
  street1,
  street2,
  city,
  state,
  postalCode,
});

/** The coordinates of the address, for distances. Null if the address has neither a ZIP code nor a city and state. */
async function locate({ db, geocoder }: Pick<Services, 'db' | 'geocoder'>, { street1, city, state, postalCode }: AddressFields) {
  if (!postalCode && !(city && state)) return { latitude: null, longitude: null, cell: null };
  const zipProblem = await findZipProblem(db, { city, state, postalCode });
  if (zipProblem) throw invalid('postalCode', zipProblem);
  const match = await geocoder.geocode({ street1, city, state, postalCode });
  if (!match) throw invalid(postalCode ? 'postalCode' : 'city', text('errors.addressTooVague'));
  const { latitude, longitude } = match;
  const completedAddress = { city: city || match.city, state: state || match.state };
  return { ...completedAddress, latitude, longitude, cell: cellOf(latitude, longitude) };
}

/** The driver's account and profile. A driver who never saved a profile has an empty one. */
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
  if (!row) throw notFound(text('errors.driverNotFound'));
  const { workExperiences, endorsements, equipment, shifts, matchEnabled } = row;
  return {
    ...row,
    workExperiences: workExperiences ?? [],
    endorsements: endorsements ?? [],
    equipment: equipment ?? [],
    shifts: shifts ?? [],
    matchEnabled: matchEnabled ?? true,
  };
}

/** The profile as the driver sees it, including the birth date. */
export async function getProfile(db: Database, userId: string): Promise<DriverProfile> {
  const { expectedPayCents, latitude: _, longitude: __, ...row } = await readDriver(db, userId);
  const profile = { ...row, expectedPay: expectedPayCents === null ? null : toDollars(expectedPayCents) };
  return { ...profile, completeness: calculateCompleteness(profile) };
}

/**
 * Locks the account until the transaction ends, so that nothing is written after a deletion. `no key update` also lets only one
 * such transaction of the driver run at a time.
 * @throws unauthenticated if the account was deleted or is no longer a driver's
 */
export async function assertStillDriver(
  tx: Database,
  userId: string,
  lock: 'share' | 'no key update' = 'share',
): Promise<readonly Role[]> {
  const [account] = await tx
    .select({ roles: users.roles })
    .from(users)
    .where(and(eq(users.id, userId), sql`${users.roles} @> array[${roles.driver}]`))
    .for(lock);
  if (!account) throw new AppError('unauthenticated', text('errors.signInRequired'));
  return account.roles;
}
