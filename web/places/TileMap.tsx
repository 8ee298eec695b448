import 'leaflet/dist/leaflet.css';
import { circleMarker, map as createMap, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import type { MapPlace } from './map-place.ts';
import classes from './PlaceMap.module.css';

type Props = { places: readonly MapPlace[]; tilesUrl: string };

/** Close enough to tell streets, of one place as of several near each other. */
const closest = 13;

/** Places on the map service's own tiles. */
export function TileMap({ places, tilesUrl }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const points = JSON.stringify(places.map(({ coordinates: { latitude, longitude } }) => [latitude, longitude]));
  useEffect(() => {
    if (!box.current) return;
    const at = JSON.parse(points) as [number, number][];
    const map = createMap(box.current, { scrollWheelZoom: false }).fitBounds(at, { maxZoom: closest, padding: [24, 24] });
    tileLayer(tilesUrl, { maxZoom: 19 }).addTo(map);
    const accent = getComputedStyle(box.current).getPropertyValue('--brand-accent').trim();
    for (const point of at) circleMarker(point, { radius: 10, color: accent, fillColor: accent, fillOpacity: 0.6 }).addTo(map);
    return () => void map.remove();
  }, [points, tilesUrl]);
  return <div ref={box} className={classes.tiles} />;
}
