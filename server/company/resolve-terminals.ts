import { eq } from 'drizzle-orm';
import { companyTerminals } from '#drizzle/schema/company-pages.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid } from '#server/errors.ts';
import { findZipProblem } from '#server/places/check-address.ts';
import { PlacesUnavailable } from '#server/places/geocoder.ts';
import type { Services } from '#server/services.ts';
import type { Terminal, TerminalInput } from '#shared/companies/company-page.ts';
import { stateCode } from '#shared/places/states.ts';
import { text } from '#shared/texts/texts.ts';

type Geocoding = Pick<Services, 'db' | 'geocoder'>;

/**
 * Looks up the terminals by the rules of addresses (`docs/product/companies.md#addresses`). A terminal at a stored place keeps its
 * position. It may call the maps service, so never call it inside a transaction.
 * @throws invalid, naming the terminal's field
 */
export const locateTerminals = (
  services: Geocoding,
  stored: readonly Terminal[],
  inputs: readonly TerminalInput[],
): Promise<Terminal[]> => Promise.all(inputs.map((input, index) => locate(services, stored, input, `terminals.${index}`)));

async function locate(
  { db, geocoder }: Geocoding,
  stored: readonly Terminal[],
  input: TerminalInput,
  field: string,
): Promise<Terminal> {
  const { name = null, city = null, postalCode = null } = input;
  const state = input.state ? stateCode(input.state) : null;
  if (input.state && !state) throw invalid(`${field}.state`, text('errors.addressNotUs'));
  const known = stored.find((one) => one.city === city && one.state === state && one.postalCode === postalCode);
  if (known) return { ...known, name };
  const zipProblem = await findZipProblem(db, { city, state, postalCode });
  if (zipProblem) throw invalid(`${field}.postalCode`, zipProblem);
  if (!postalCode && !(city && state)) throw invalid(`${field}.city`, text('errors.addressTooVague'));
  const match = await geocoder.geocode({ city, state, postalCode }).catch((error: unknown) => {
    if (error instanceof PlacesUnavailable) throw new AppError('gateway_failed', text('errors.addressLookupFailed'));
    throw error;
  });
  if (!match) throw invalid(`${field}.city`, text('errors.addressTooVague'));
  const { latitude, longitude } = match;
  return { name, city: city ?? match.city, state: match.state, postalCode, coordinates: { latitude, longitude } };
}

/** Replaces the company's terminals. */
export async function writeTerminals(tx: Database, companyId: string, terminals: readonly Terminal[]): Promise<void> {
  await tx.delete(companyTerminals).where(eq(companyTerminals.companyId, companyId));
  if (terminals.length === 0) return;
  const rows = terminals.map(({ coordinates, ...terminal }, position) => ({ companyId, position, ...terminal, ...coordinates }));
  await tx.insert(companyTerminals).values(rows);
}
