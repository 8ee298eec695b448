import type { Database } from '#server/db/open.ts';
import type { Settings } from '#server/env.ts';
import { createCensusGeocoder } from './census-geocoder.ts';
import type { Geocoder } from './geocoder.ts';
import { createGoogleGeocoder } from './google-geocoder.ts';
import { createIndexGeocoder } from './index-geocoder.ts';

type Warn = (message: string) => void;

/**
 * The built-in index; with a Google key Google first, then the Census for whole addresses, then the index, so that an
 * outage of theirs never stops a posting (`running: Settings`).
 */
export function openGeocoder(settings: Pick<Settings, 'googleMapsKey'>, db: Database, warn: Warn = () => undefined): Geocoder {
  const index = createIndexGeocoder(db);
  if (!settings.googleMapsKey) return index;
  return withFallback(createGoogleGeocoder(settings.googleMapsKey), createCensusGeocoder(), index, warn);
}

export function withFallback(first: Geocoder, wholeAddress: Pick<Geocoder, 'geocode'>, last: Geocoder, warn: Warn): Geocoder {
  const orElse = async <Answer>(ask: Promise<Answer>, next: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await ask;
    } catch (error) {
      warn(`places: ${error instanceof Error ? error.message : String(error)}`);
      return next();
    }
  };
  return {
    autocomplete: (text, session) => orElse(first.autocomplete(text, session), () => last.autocomplete(text, session)),
    details: (id, session) =>
      id.startsWith('us.') ? last.details(id, session) : orElse(first.details(id, session), () => Promise.resolve(null)),
    geocode: (address) =>
      orElse(first.geocode(address), () =>
        orElse(
          wholeAddress.geocode(address).then((found) => found ?? last.geocode(address)),
          () => last.geocode(address),
        ),
      ),
  };
}
