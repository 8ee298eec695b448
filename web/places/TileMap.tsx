import 'leaflet/dist/leaflet.css';
import { circle, circleMarker, map as createMap, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import classes from './PlaceMap.module.css';
import type { MapArea, MapPlace } from './PlaceMap.tsx';

type Props = { places: readonly MapPlace[]; areas?: readonly MapArea[] | undefined; tilesUrl: string };

type Point = [latitude: number, longitude: number];

/** The maximum zoom shows the streets around one place or several places near each other. */
const closest = 13;
/** The center of a map without places, which shows the country (`docs/product/companies.md#addresses`). */
const middle: Point = [39.81, -98.56];
const countryZoom = 4;
/** The radius of an area: a quarter of a degree of latitude in meters. */
const areaMeters = 27_800;

const pointOf = ({ coordinates: { latitude, longitude } }: MapPlace): Point => [latitude, longitude];

/** Shows places on the map service's tiles. */
export function TileMap({ places, areas = [], tilesUrl }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const mapKey = JSON.stringify([places.map(pointOf), areas.map((area) => [pointOf(area), area.weight])]);
  useEffect(() => {
    if (!box.current) return;
    const [at, around] = JSON.parse(mapKey) as [Point[], [Point, number][]];
    const all = [...at, ...around.map(([point]) => point)];
    const map = createMap(box.current, { scrollWheelZoom: false });
    if (all.length > 0) map.fitBounds(all, { maxZoom: closest, padding: [24, 24] });
    else map.setView(middle, countryZoom);
    tileLayer(tilesUrl, { maxZoom: 19 }).addTo(map);
    const max = Math.max(...around.map(([, weight]) => weight));
    for (const [point, weight] of around)
      circle(point, { radius: areaMeters * Math.max(0.35, Math.sqrt(weight / max)), stroke: false, fillOpacity: 0.4 }).addTo(map);
    const accent = getComputedStyle(box.current).getPropertyValue('--brand-accent').trim();
    for (const point of at) circleMarker(point, { radius: 10, color: accent, fillColor: accent, fillOpacity: 0.6 }).addTo(map);
    return () => void map.remove();
  }, [mapKey, tilesUrl]);
  return <div ref={box} className={classes.tiles} />;
}
