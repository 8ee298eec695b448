/** The server writes its setting MAP_TILES_URL into the page (server/built-app.ts); '' where there is none. */
export function mapTilesUrl(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')?.content ?? '';
}
