import 'leaflet/dist/leaflet.css';
import { circleMarker, map as createMap, tileLayer } from 'leaflet';
import { useEffect, useRef } from 'react';
import classes from './PlaceMap.module.css';

type Props = { coordinates: { latitude: number; longitude: number }; tilesUrl: string };

const zoom = 13;

/** A place on the map service's own tiles. */
export function TileMap({ coordinates: { latitude, longitude }, tilesUrl }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const map = createMap(place.current, { scrollWheelZoom: false }).setView([latitude, longitude], zoom);
    tileLayer(tilesUrl, { maxZoom: 19 }).addTo(map);
    const accent = getComputedStyle(place.current).getPropertyValue('--brand-accent').trim();
    circleMarker([latitude, longitude], { radius: 10, color: accent, fillColor: accent, fillOpacity: 0.6 }).addTo(map);
    return () => void map.remove();
  }, [latitude, longitude, tilesUrl]);
  return <div ref={place} className={classes.tiles} />;
}
