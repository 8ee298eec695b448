/** US addresses in forms and requests (`docs/product/companies.md#addresses`). */
import * as z from 'zod/mini';
import { isUnitedStates, stateCode } from './states.ts';

export const placeSuggestionSchema = z.object({
  id: z.string(),
  description: z.string(),
  kind: z.enum(['city', 'postal_code', 'address']),
});
export type PlaceSuggestion = z.infer<typeof placeSuggestionSchema>;

/** An address that the places service found. */
export const addressSchema = z.object({
  description: z.string(),
  street1: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  postalCode: z.nullable(z.string()),
  country: z.literal('US'),
  latitude: z.number(),
  longitude: z.number(),
  /** The time zone of the address. Drafts from before 11/27/2026 do not have it. */
  timeZone: z.optional(z.string()),
});
export type Address = z.infer<typeof addressSchema>;

/**
 * The message for a text without suggestions: either a place in another country, or too little to identify a place
 * (`docs/product/companies.md#addresses`).
 */
export function typedAddressProblem(text: string): 'errors.addressNotUs' | 'errors.addressTooVague' {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  const last = parts.at(-1);
  if (last === undefined || parts.length === 1)
    return last !== undefined && isForeign(last) ? 'errors.addressNotUs' : 'errors.addressTooVague';
  return isForeign(last) ? 'errors.addressNotUs' : 'errors.addressTooVague';
}

/** Whether the text is a country or province outside the US. */
function isForeign(text: string): boolean {
  if (isUnitedStates(text) || stateCode(text)) return false;
  return foreignAbbreviations.has(text.toUpperCase()) || countryNames().has(text.toLowerCase());
}

const foreignAbbreviations = new Set([
  'AB',
  'BC',
  'MB',
  'NB',
  'NL',
  'NS',
  'ON',
  'PE',
  'QC',
  'SK',
  'ONTARIO',
  'QUEBEC',
  'ALBERTA',
  'UK',
  'MEX',
  'CAN',
]);

let cachedCountryNames: Set<string> | null = null;

/** The English names of the world's countries, from the runtime. */
function countryNames(): Set<string> {
  if (cachedCountryNames) return cachedCountryNames;
  const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  cachedCountryNames = new Set(codes.filter((code) => code !== 'US').flatMap((code) => display.of(code)?.toLowerCase() ?? []));
  return cachedCountryNames;
}
