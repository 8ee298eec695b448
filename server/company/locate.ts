import { randomUUID } from 'node:crypto';
import { typedAddressProblem } from '#shared/places/addresses.ts';
import { text } from '#shared/texts/texts.ts';
import { stateCode } from '#shared/places/states.ts';
import { AppError, invalid } from '#server/errors.ts';
import { PlacesUnavailable, type Address, type Geocoder } from '#server/places/geocoder.ts';

/** A company's address. `street2` (apartment, suite) is stored but not looked up. */
export type CompanyAddress = {
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
};

export type LocatedAddress = CompanyAddress & { country: 'US'; latitude: number | null; longitude: number | null };

const nowhere = {
  street1: null,
  street2: null,
  city: null,
  state: null,
  postalCode: null,
  country: 'US',
  latitude: null,
  longitude: null,
} as const;

/**
 * Looks up the address. Coordinates from a client are not trusted.
 * @throws AppError invalid with the message for an address outside the US or one that is too vague
 */
export async function locate(geocoder: Geocoder, address: CompanyAddress): Promise<LocatedAddress> {
  const { street1, street2, city, state, postalCode } = address;
  if (!street1 && !city && !state && !postalCode) return nowhere;
  if (state && !stateCode(state)) throw invalid('state', text('errors.addressNotUs'));
  const isLine = street1 !== null && !city && !state && !postalCode;
  if (!isLine && !postalCode && !(city && state)) throw invalid('street1', text('errors.addressTooVague'));
  const found = await (isLine ? findLine(geocoder, street1) : geocoder.geocode(address)).catch((error: unknown) => {
    if (error instanceof PlacesUnavailable) throw new AppError('gateway_failed', text('errors.couldntLookUpAddressesRight'));
    throw error;
  });
  if (!found) throw invalid('street1', text(isLine ? typedAddressProblem(street1) : 'errors.addressTooVague'));
  const { latitude, longitude } = found;
  return {
    street1: isLine ? found.street1 : street1,
    street2,
    city: city ?? found.city,
    state: found.state,
    postalCode: postalCode ?? found.postalCode,
    country: 'US',
    latitude,
    longitude,
  };
}

/** Looks up an address in one line, which the contract's company payload allows. Null if a part is missing. */
async function findLine(geocoder: Geocoder, line: string): Promise<Address | null> {
  if (!line.includes(',')) return null;
  const sessionToken = randomUUID();
  const [best] = await geocoder.autocomplete(line, sessionToken);
  return best ? await geocoder.details(best.id, sessionToken) : null;
}
