import { z } from 'zod';
import { isUs, stateCode } from '#shared/places/states.ts';
import type { Address, Geocoder, PlaceSuggestion } from './geocoder.ts';
import { fetchJson } from './fetch-json.ts';

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

/** Google Places (New). The key stays on the server; only US places are asked for, and only US places are believed. */
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
        .suggestions.flatMap(({ placePrediction }) => (placePrediction ? [asSuggestion(placePrediction)] : []))
        .slice(0, 10);
    },
    details: async (id, sessionToken) => {
      const path = `/v1/places/${encodeURIComponent(id)}?sessionToken=${encodeURIComponent(sessionToken)}&languageCode=en`;
      return asAddress(placeSchema.parse(await ask(path, placeFields.join(','))));
    },
    geocode: async ({ street1, city, state, postalCode }) => {
      const textQuery = [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'].filter(Boolean).join(', ');
      const mask = placeFields.map((field) => `places.${field}`).join(',');
      const [place] = searchSchema.parse(
        await ask('/v1/places:searchText', mask, { textQuery, regionCode: 'us', pageSize: 1 }),
      ).places;
      return place ? asAddress(place) : null;
    },
  };
}

function asSuggestion({ placeId, text, types }: { placeId: string; text: { text: string }; types: string[] }): PlaceSuggestion {
  const kind = types.includes('postal_code') ? 'postal_code' : types.includes('locality') ? 'city' : 'address';
  return { id: placeId, description: text.text, kind };
}

/** `spec: work §3`: the address components that are read. Null for a place outside the fifty states and DC. */
function asAddress({ addressComponents, location, formattedAddress }: z.infer<typeof placeSchema>): Address | null {
  const part = (...types: string[]) =>
    types.map((type) => addressComponents.find((one) => one.types.includes(type))).find(Boolean);
  const state = stateCode(part('administrative_area_level_1')?.shortText ?? '');
  const city = part('locality', 'sublocality', 'postal_town', 'administrative_area_level_3')?.longText;
  if (!state || !city || !isUs(part('country')?.shortText ?? '')) return null;
  const street = [part('street_number')?.longText, part('route')?.longText].filter(Boolean).join(' ');
  const postalCode = part('postal_code')?.longText || null;
  return { description: formattedAddress, street1: street || null, city, state, postalCode, country: 'US', ...location };
}
