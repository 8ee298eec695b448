/** US addresses in forms and requests (`docs/product/companies.md#addresses`). */
import * as z from 'zod/mini';
import { isForeign, outsidePlaceOf } from './outside-states.ts';

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
 * The message for a text without suggestions: a place in another country, a place in a US territory, or too little to
 * identify a place (`docs/product/companies.md#addresses`).
 */
export function typedAddressProblem(
  text: string,
): 'errors.addressNotUs' | 'errors.addressOutsideStates' | 'errors.addressTooVague' {
  const outside = outsidePlaceOf(text);
  if (outside === 'territory') return 'errors.addressOutsideStates';
  return outside === 'foreign' || isForeign(text) ? 'errors.addressNotUs' : 'errors.addressTooVague';
}
