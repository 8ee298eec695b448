import { z } from 'zod';
import { stateCode } from '#shared/places/states.ts';
import { fetchJson } from './fetch-json.ts';
import type { Address, Geocoder } from './geocoder.ts';

const schema = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({
        matchedAddress: z.string(),
        coordinates: z.object({ x: z.number(), y: z.number() }),
        addressComponents: z.object({ zip: z.string(), city: z.string(), state: z.string() }),
      }),
    ),
  }),
});

/** The US Census: whole street addresses only, no key. The street stays as it was given. */
export function createCensusGeocoder(base = 'https://geocoding.geo.census.gov'): Pick<Geocoder, 'geocode'> {
  return {
    geocode: async ({ street1, city, state, postalCode }): Promise<Address | null> => {
      if (!street1) return null;
      const line = [street1, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
      const query = new URLSearchParams({ address: line, benchmark: 'Public_AR_Current', format: 'json' });
      const [match] = schema.parse(await fetchJson(base, `${base}/geocoder/locations/onelineaddress?${query}`)).result
        .addressMatches;
      const code = match ? stateCode(match.addressComponents.state) : null;
      if (!match || !code) return null;
      const { coordinates, addressComponents } = match;
      return {
        description: `${match.matchedAddress}, USA`,
        street1,
        city: city ?? titleCase(addressComponents.city),
        state: code,
        postalCode: addressComponents.zip || null,
        country: 'US',
        latitude: coordinates.y,
        longitude: coordinates.x,
      };
    },
  };
}

const titleCase = (text: string) => text.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
