import { and, eq, sql } from 'drizzle-orm';
import { postalCodes } from '#drizzle/schema/places.ts';
import type { Database } from '#server/db/open.ts';
import { isOutsideZip } from '#shared/places/outside-states.ts';
import { stateCode, usStates } from '#shared/places/states.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import { milesBetween, type Point } from './cells.ts';
import { findCity } from './find-cities.ts';
import { findZip, findZipArea } from './index-geocoder.ts';

/**
 * A ZIP code and a position can be this far from their city: suburbs use the name of the big city, and no US city extends
 * farther from its center, except a few in Alaska with hardly any residents.
 */
export const maxMilesFromCity = 60;

type PlaceFields = {
  city?: string | null | undefined;
  state?: string | null | undefined;
  postalCode?: string | null | undefined;
};

/**
 * Finds out whether city, state and ZIP code belong together (`docs/product/companies.md#addresses`). A city or ZIP code that
 * the index does not know is checked by the state alone. Null if nothing is wrong.
 */
export async function findZipProblem(db: Database, { city, state, postalCode }: PlaceFields): Promise<Text | null> {
  if (!postalCode) return null;
  if (isOutsideZip(postalCode)) return text('errors.addressOutsideStates');
  const zip = postalCode.slice(0, 5);
  const code = state ? stateCode(state) : null;
  const listedZip = await findZip(db, zip);
  const isInState = !code || (listedZip ? listedZip.state === code : (await findZipArea(db, zip, code)) !== null);
  if (!isInState) return text('errors.zipNotInState', { zip, state: usStates[code ?? ''] ?? '' });
  if (!listedZip || !city || (await isNearCity(db, city, listedZip.state, listedZip))) return null;
  return text('errors.zipFarFromCity', { zip, city, miles: maxMilesFromCity });
}

/** Whether a position is near a city. A city that the index does not know counts as near. */
export async function isNearCity(db: Database, name: string, state: string, position: Point): Promise<boolean> {
  const city = await findCity(db, name, state);
  if (!city || milesBetween(city, position) <= maxMilesFromCity) return true;
  // A state can have two places of the same name, and the index has the middle between them.
  const rows = await db
    .select({ latitude: postalCodes.latitude, longitude: postalCodes.longitude })
    .from(postalCodes)
    .where(and(eq(postalCodes.state, state), sql`lower(${postalCodes.city}) = lower(${city.name})`));
  return rows.some((row) => milesBetween(row, position) <= maxMilesFromCity);
}
