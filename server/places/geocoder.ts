import { type OutgoingRequest, requestService } from '#server/http/outgoing.ts';

const timeoutMs = 4000;

/** The places service did not answer, or answered in an unexpected format. */
export class PlacesUnavailable extends Error {}

/**
 * Calls the places service at `service`.
 * @throws PlacesUnavailable
 */
export async function fetchJson(service: string, url: string, init: OutgoingRequest = {}): Promise<unknown> {
  try {
    const { ok, status, text } = await requestService(url, { ...init, service, timeoutMs });
    if (!ok) throw new PlacesUnavailable(`${new URL(url).host} answered ${status}`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof PlacesUnavailable) throw error;
    throw new PlacesUnavailable(`${new URL(url).host} could not be asked`, { cause: error });
  }
}

/** A suggestion in an address field. Its `id` is passed to `details`. */
export type PlaceSuggestion = { id: string; description: string; kind: 'city' | 'postal_code' | 'address' };

/** A US address from the maps service (`docs/product/companies.md#addresses`). */
export type Address = {
  description: string;
  street1: string | null;
  city: string;
  /** The two-letter code. */
  state: string;
  postalCode: string | null;
  country: 'US';
  latitude: number;
  longitude: number;
};

export interface Geocoder {
  /** Up to ten US suggestions for the typed text. */
  autocomplete(text: string, sessionToken: string): Promise<PlaceSuggestion[]>;
  details(id: string, sessionToken: string): Promise<Address | null>;
  /** The best match for a complete address. Null if there is none in the US. */
  geocode(address: {
    street1?: string | null;
    city?: string | null;
    state?: string | null;
    postalCode?: string | null;
  }): Promise<Address | null>;
}
