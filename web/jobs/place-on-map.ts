import type { MapPlace } from '#web/places/PlaceMap.tsx';
import type { JobDetail } from './queries.ts';

type Place = Pick<JobDetail, 'street1' | 'city' | 'state' | 'postalCode'>;

/** A job's address in one line, as the address field shows it. */
export const placeOf = ({ street1, city, state, postalCode }: Place): string =>
  [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'].filter(Boolean).join(', ');

type Located = { state: string } & ({ latitude: number; longitude: number } | { coordinates: MapPlace['coordinates'] });

export function placeOnMap(place: Located): MapPlace {
  return { state: place.state, coordinates: 'coordinates' in place ? place.coordinates : place };
}
