import { type Asked, askOutside } from '#server/outside.ts';

const timeoutMs = 4000;

/** The places service could not be asked, or did not answer in its own form. */
export class PlacesUnavailable extends Error {}

/** Asks the places service at `service`. @throws PlacesUnavailable */
export async function fetchJson(service: string, url: string, init: Asked = {}): Promise<unknown> {
  try {
    const { ok, status, text } = await askOutside(url, { ...init, service, timeoutMs });
    if (!ok) throw new PlacesUnavailable(`${new URL(url).host} answered ${status}`);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof PlacesUnavailable) throw error;
    throw new PlacesUnavailable(`${new URL(url).host} could not be asked`, { cause: error });
  }
}

/** A place that an address field offers. `id` is handed back to `details`. */
export type PlaceSuggestion = { id: string; description: string; kind: 'city' | 'postal_code' | 'address' };

/** A US address as the maps service tells it (`spec: work §3 Job address`). */
export type Address = {
  description: string;
  street1: string | null;
  city: string;
  /** Two-letter code. */
  state: string;
  postalCode: string | null;
  country: 'US';
  latitude: number;
  longitude: number;
};

export interface Geocoder {
  /** At most ten suggestions for what was typed so far. US only. */
  autocomplete(text: string, sessionToken: string): Promise<PlaceSuggestion[]>;
  details(id: string, sessionToken: string): Promise<Address | null>;
  /** The best reading of a whole address; null when there is none in the US. */
  geocode(address: {
    street1?: string | null;
    city?: string | null;
    state?: string | null;
    postalCode?: string | null;
  }): Promise<Address | null>;
}
