import { eq } from 'drizzle-orm';
import { companyTerminals } from '#drizzle/schema/company-pages.ts';
import type { Database } from '#server/db/open.ts';
import { AppError, invalid } from '#server/errors.ts';
import { countHit } from '#server/limits/throttle.ts';
import { findZipProblem } from '#server/places/check-address.ts';
import { PlacesUnavailable } from '#server/places/geocoder.ts';
import type { Services } from '#server/services.ts';
import type { Terminal, TerminalInput } from '#shared/companies/company-page.ts';
import { stateCode } from '#shared/places/states.ts';
import { text } from '#shared/texts/texts.ts';

type Geocoding = Pick<Services, 'db' | 'geocoder'>;

/** Each lookup can cost a call of the maps service. A company with many terminals can enter all of them a few times. */
const perCompany = { maxHits: 200, windowSeconds: 60 * 60 };
const parallelLookups = 4;

/**
 * Looks up the terminals by the rules of addresses (`docs/product/companies.md#addresses`). A terminal at a stored place keeps its
 * position. It may call the maps service, so never call it inside a transaction.
 * @throws invalid, naming the terminal's field
 * @throws too_many after 200 new or moved terminals of the company in an hour
 */
export async function locateTerminals(
  services: Geocoding,
  companyId: string,
  stored: readonly Terminal[],
  inputs: readonly TerminalInput[],
): Promise<Terminal[]> {
  const lookups = inputs.filter((input) => !findStored(stored, input)).length;
  if (lookups > 0) await countHit(services.db, { bucket: 'company-terminals', key: companyId }, perCompany, lookups);
  const terminals: Terminal[] = [];
  for (let start = 0; start < inputs.length; start += parallelLookups) {
    const batch = inputs.slice(start, start + parallelLookups);
    const located = batch.map((input, index) => locate(services, stored, input, `terminals.${start + index}`));
    terminals.push(...(await Promise.all(located)));
  }
  return terminals;
}

function findStored(stored: readonly Terminal[], { city, state, postalCode }: TerminalInput): Terminal | undefined {
  const code = state ? stateCode(state) : null;
  return stored.find((one) => one.city === (city ?? null) && one.state === code && one.postalCode === (postalCode ?? null));
}

async function locate(
  { db, geocoder }: Geocoding,
  stored: readonly Terminal[],
  input: TerminalInput,
  field: string,
): Promise<Terminal> {
  const { name = null, city = null, postalCode = null } = input;
  const state = input.state ? stateCode(input.state) : null;
  if (input.state && !state) throw invalid(`${field}.state`, text('errors.addressNotUs'));
  const unchanged = findStored(stored, input);
  if (unchanged) return { ...unchanged, name };
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
