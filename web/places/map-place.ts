export type MapPlace = { state: string; coordinates: { latitude: number; longitude: number } };
