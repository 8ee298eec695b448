import type { JobAddress } from '#shared/jobs/job.ts';
import { messages } from '#shared/messages.ts';
import { stateCode } from '#shared/places/states.ts';
import { invalid } from '#server/errors.ts';
import { cellOf } from '#server/places/cells.ts';
import type { Geocoder } from '#server/places/geocoder.ts';

/** The address columns of a job. */
export type PlacedAddress = {
  street1: string | null;
  city: string;
  state: string;
  postalCode: string | null;
  country: 'US';
  latitude: number;
  longitude: number;
  cell: number;
};

/** Where each address is: the client's own coordinates, else looked up. Never called inside a transaction. */
export function resolveAddresses(geocoder: Geocoder, addresses: readonly JobAddress[]): Promise<PlacedAddress[]> {
  return Promise.all(addresses.map((address, index) => resolveAddress(geocoder, address, `addresses.${index}`)));
}

async function resolveAddress(geocoder: Geocoder, address: JobAddress, field: string): Promise<PlacedAddress> {
  const { street1 = null, city = null, postalCode = null, coordinates } = address;
  const state = address.state ? stateCode(address.state) : null;
  if (coordinates && city && state) return placed({ street1, city, state, postalCode, ...coordinates });
  const found = await geocoder.geocode({ street1, city, state, postalCode });
  if (!found) throw invalid(`${field}.city`, messages.addressTooVague);
  return placed({
    street1,
    city: city ?? found.city,
    state: state ?? found.state,
    postalCode: postalCode ?? found.postalCode,
    latitude: coordinates?.latitude ?? found.latitude,
    longitude: coordinates?.longitude ?? found.longitude,
  });
}

function placed(address: Omit<PlacedAddress, 'country' | 'cell'>): PlacedAddress {
  return { ...address, country: 'US', cell: cellOf(address.latitude, address.longitude) };
}
