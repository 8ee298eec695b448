import type { MapPlace } from '#web/places/map-place.ts';

type Located = { state: string } & ({ latitude: number; longitude: number } | { coordinates: MapPlace['coordinates'] });

export function placeOnMap(place: Located): MapPlace {
  return { state: place.state, coordinates: 'coordinates' in place ? place.coordinates : place };
}
