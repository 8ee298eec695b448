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
