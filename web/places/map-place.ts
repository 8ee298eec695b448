export type MapPlace = { state: string; coordinates: { latitude: number; longitude: number } };

/** A rough place, drawn as a circle; `weight` is how much of the whole is there. */
export type MapArea = MapPlace & { weight: number };

/** The server writes its setting MAP_TILES_URL into the page (server/built-app.ts); '' where there is none. */
export function mapTilesUrl(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')?.content ?? '';
}
