import { z } from 'zod';
import type { Database } from '#server/db/open.ts';
import type { Settings } from '#server/settings/env.ts';
import { stateCode, isUnitedStates } from '#shared/places/states.ts';
import { type Geocoder, type Address, type PlaceSuggestion, fetchJson } from './geocoder.ts';
import { createIndexGeocoder } from './index-geocoder.ts';

const component = z.object({
  longText: z.string().default(''),
  shortText: z.string().default(''),
  types: z.array(z.string()).default([]),
});
const suggestionsSchema = z.object({
  suggestions: z
    .array(
      z.object({
        placePrediction: z
          .object({ placeId: z.string(), text: z.object({ text: z.string() }), types: z.array(z.string()).default([]) })
          .optional(),
      }),
    )
    .default([]),
});
const placeSchema = z.object({
  formattedAddress: z.string().default(''),
  addressComponents: z.array(component).default([]),
  location: z.object({ latitude: z.number(), longitude: z.number() }),
});
const searchSchema = z.object({ places: z.array(placeSchema).default([]) });
const placeFields = ['addressComponents', 'location', 'formattedAddress'];

/** Google Places (New). The key stays on the server. Only US places are requested and accepted. */
export function createGoogleGeocoder(key: string, base = 'https://places.googleapis.com'): Geocoder {
  const ask = (path: string, mask: string, body?: object) =>
    fetchJson(base, `${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-goog-api-key': key, 'x-goog-fieldmask': mask, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return {
    autocomplete: async (input, sessionToken) => {
      const mask = ['placeId', 'text.text', 'types'].map((field) => `suggestions.placePrediction.${field}`).join(',');
      const answer = await ask('/v1/places:autocomplete', mask, {
        input,
        includedRegionCodes: ['us'],
        languageCode: 'en',
        sessionToken,
      });
      return suggestionsSchema
        .parse(answer)
        .suggestions.flatMap(({ placePrediction }) => (placePrediction ? [toSuggestion(placePrediction)] : []))
        .slice(0, 10);
    },
    details: async (id, sessionToken) => {
      const path = `/v1/places/${encodeURIComponent(id)}?sessionToken=${encodeURIComponent(sessionToken)}&languageCode=en`;
      return toAddress(placeSchema.parse(await ask(path, placeFields.join(','))));
    },
    geocode: async ({ street1, city, state, postalCode }) => {
      const textQuery = [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'].filter(Boolean).join(', ');
      const mask = placeFields.map((field) => `places.${field}`).join(',');
      const [place] = searchSchema.parse(
        await ask('/v1/places:searchText', mask, { textQuery, regionCode: 'us', pageSize: 1 }),
      ).places;
      return place ? toAddress(place) : null;
    },
  };
}

function toSuggestion({ placeId, text, types }: { placeId: string; text: { text: string }; types: string[] }): PlaceSuggestion {
  const kind = types.includes('postal_code') ? 'postal_code' : types.includes('locality') ? 'city' : 'address';
  return { id: placeId, description: text.text, kind };
}

/** Reads the address components that we need. Null for a place outside the fifty states and DC. */
function toAddress({ addressComponents, location, formattedAddress }: z.infer<typeof placeSchema>): Address | null {
  const findComponent = (...types: string[]) =>
    types.map((type) => addressComponents.find((one) => one.types.includes(type))).find(Boolean);
  const state = stateCode(findComponent('administrative_area_level_1')?.shortText ?? '');
  const city = findComponent('locality', 'sublocality', 'postal_town', 'administrative_area_level_3')?.longText;
  if (!state || !city || !isUnitedStates(findComponent('country')?.shortText ?? '')) return null;
  const street = [findComponent('street_number')?.longText, findComponent('route')?.longText].filter(Boolean).join(' ');
  const postalCode = findComponent('postal_code')?.longText || null;
  return { description: formattedAddress, street1: street || null, city, state, postalCode, country: 'US', ...location };
}

const censusSchema = z.object({
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

/** The US Census geocoder needs no key and finds only complete street addresses. The street stays as typed. */
export function createCensusGeocoder(base = 'https://geocoding.geo.census.gov'): Pick<Geocoder, 'geocode'> {
  return {
    geocode: async ({ street1, city, state, postalCode }): Promise<Address | null> => {
      if (!street1) return null;
      const line = [street1, city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
      const query = new URLSearchParams({ address: line, benchmark: 'Public_AR_Current', format: 'json' });
      const [match] = censusSchema.parse(await fetchJson(base, `${base}/geocoder/locations/onelineaddress?${query}`)).result
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

type WarningLogger = (message: string) => void;

/**
 * Opens the geocoder. Without a Google key, it is the built-in index. With a key, it is Google, with the Census geocoder and
 * the index as fallbacks, so that an outage does not stop a posting (`docs/product/running.md#settings`).
 */
export function openGeocoder(
  settings: Pick<Settings, 'googleMapsKey'>,
  db: Database,
  warn: WarningLogger = () => undefined,
): Geocoder {
  const indexGeocoder = createIndexGeocoder(db);
  if (!settings.googleMapsKey) return indexGeocoder;
  return withFallback(createGoogleGeocoder(settings.googleMapsKey), createCensusGeocoder(), indexGeocoder, warn);
}

export function withFallback(
  primaryGeocoder: Geocoder,
  fullAddressGeocoder: Pick<Geocoder, 'geocode'>,
  fallbackGeocoder: Geocoder,
  warn: WarningLogger,
): Geocoder {
  const tryNext = async <Answer>(attempt: Promise<Answer>, next: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await attempt;
    } catch (error) {
      warn(`places: ${error instanceof Error ? error.message : String(error)}`);
      return next();
    }
  };
  return {
    autocomplete: (text, session) =>
      tryNext(primaryGeocoder.autocomplete(text, session), () => fallbackGeocoder.autocomplete(text, session)),
    details: (id, session) =>
      id.startsWith('us.')
        ? fallbackGeocoder.details(id, session)
        : tryNext(primaryGeocoder.details(id, session), () => Promise.resolve(null)),
    geocode: (address) =>
      tryNext(primaryGeocoder.geocode(address), () =>
        tryNext(
          fullAddressGeocoder.geocode(address).then((found) => found ?? fallbackGeocoder.geocode(address)),
          () => fallbackGeocoder.geocode(address),
        ),
      ),
  };
}
