import { and, eq, isNull } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { invalid } from '#server/errors.ts';
import { cellOf } from '#server/places/cells.ts';
import type { Services } from '#server/services.ts';
import type { UpdateDriverProfile } from '#shared/drivers/driver.ts';
import { profileZoneOf } from '#shared/places/place-zone.ts';
import { phoneDigits } from '#shared/phone.ts';
import { messages } from '#shared/messages.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { stateCode } from '#shared/places/states.ts';
import { readDriver } from './profile-query.ts';
import { assertStillDriver } from './still-driver.ts';

type AddressFields = Pick<typeof drivers.$inferInsert, 'street1' | 'street2' | 'city' | 'state' | 'postalCode'>;
const addressKeys = ['street1', 'street2', 'city', 'state', 'postalCode'] as const;

/** Saves the fields that came; a new address is looked up first, outside the transaction. */
export async function updateProfile({ db, geocoder }: Services, userId: string, input: UpdateDriverProfile): Promise<void> {
  const { firstName, lastName, phone, expectedPay, street1, street2, city, state, postalCode, ...same } = input;
  const before = await readDriver(db, userId);
  const given: AddressFields = { street1, street2, city, state: state && stateCode(state), postalCode };
  const address = changes(given);
  const isMoved = addressKeys.some((key) => address[key] !== undefined && address[key] !== before[key]);
  const place = isMoved ? await locate(geocoder, { ...pickAddress(before), ...address }) : {};
  const pay = expectedPay === undefined ? {} : { expectedPayCents: expectedPay === null ? null : toCents(expectedPay) };
  const profile = { ...defined(same), ...address, ...place, ...pay };
  const account = defined({ firstName, lastName, phone: phone ? phoneDigits(phone) : phone });
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

/** An account whose time zone is not known has that of its address. */
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

/** Empty texts mean "not said". */
function changes(given: AddressFields): AddressFields {
  return Object.fromEntries(Object.entries(defined(given)).map(([key, value]) => [key, value === '' ? null : value]));
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

/** Where the driver lives, for distances; an address that says no place yet has none. */
async function locate(geocoder: Services['geocoder'], { street1, city, state, postalCode }: AddressFields) {
  if (!postalCode && !(city && state)) return { latitude: null, longitude: null, cell: null };
  const found = await geocoder.geocode({ street1, city, state, postalCode });
  if (!found) throw invalid(postalCode ? 'postalCode' : 'city', messages.addressTooVague);
  const { latitude, longitude } = found;
  const filled = { city: city || found.city, state: state || found.state };
  return { ...filled, latitude, longitude, cell: cellOf(latitude, longitude) };
}
