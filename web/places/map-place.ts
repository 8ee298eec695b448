export type MapPlace = { state: string; coordinates: { latitude: number; longitude: number } };

/** A rough place, drawn as a circle; `weight` is how much of the whole is there. */
export type MapArea = MapPlace & { weight: number };
