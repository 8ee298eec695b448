import { lazy, Suspense } from 'react';
import { projectPlace, sheet } from '#shared/places/us-projection.ts';
import { t } from '#web/texts/app.ts';
import classes from './PlaceMap.module.css';

const TileMap = lazy(async () => ({ default: (await import('./TileMap.tsx')).TileMap }));

type Props = {
  /** The map's information as text, for people who cannot see the map. */
  label: string;
  places: readonly MapPlace[];
  /** The map is zoomed so that all of these just fit. */
  areas?: readonly MapArea[] | undefined;
};

/** Shows places on map tiles if MAP_TILES_URL is set, otherwise on the built-in outline of the states. */
export function PlaceMap(props: Props) {
  const tiles = mapTilesUrl();
  return (
    <figure className={classes.map} aria-label={t('places.mapLabel', { label: props.label })}>
      {tiles ? (
        <Suspense fallback={<div className={classes.tiles} />}>
          <TileMap places={props.places} areas={props.areas} tilesUrl={tiles} />
        </Suspense>
      ) : (
        <Outline {...props} />
      )}
    </figure>
  );
}

function Outline({ places, areas = [] }: Props) {
  const points = places.map(({ state, coordinates }) => projectPlace(state, coordinates));
  const circles = areas.map(({ state, coordinates, weight }) => ({ ...projectPlace(state, coordinates), weight }));
  const view = circles.length > 0 ? viewBoxFor([...points, ...circles]) : fullView;
  const scale = view.width / sheet.width;
  const max = Math.max(...circles.map(({ weight }) => weight));
  return (
    <svg className={classes.outline} viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`} aria-hidden>
      <use className={classes.states} href="/site/us-states.svg#states" strokeWidth={1.5 * scale} />
      {circles.map(({ x, y, weight }) => (
        <circle key={`${x} ${y}`} className={classes.area} cx={x} cy={y} r={radiusOf(weight / max) * scale} />
      ))}
      {points.map(({ x, y }) => (
        <g key={`${x} ${y}`} strokeWidth={3 * scale}>
          <circle className={classes.halo} cx={x} cy={y} r={34 * scale} />
          <circle className={classes.pin} cx={x} cy={y} r={13 * scale} />
        </g>
      ))}
    </svg>
  );
}

const fullView = { x: 0, y: 0, ...sheet };
/** The radii of circles, in units of the full-size map. */
const maxRadius = 48;
const minRadius = 16;

/** Makes the circle's area proportional to the weight, but never too small to see. */
const radiusOf = (share: number) => Math.max(minRadius, maxRadius * Math.sqrt(share));

/** Returns the part of the map that contains the points, with the map's aspect ratio. */
function viewBoxFor(points: readonly { x: number; y: number }[]) {
  const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
  const width = 1.3 * Math.max(80, right - left, ((bottom - top) * sheet.width) / sheet.height);
  const height = (width * sheet.height) / sheet.width;
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

export type MapPlace = { state: string; coordinates: { latitude: number; longitude: number } };

/** An approximate place, drawn as a circle. `weight` is its share of the total. */
export type MapArea = MapPlace & { weight: number };

/** Returns the setting MAP_TILES_URL, which the server writes into the page (server/app-page/app-page.ts), or an empty string. */
function mapTilesUrl(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="map-tiles"]')?.content ?? '';
}

type AddressParts = Record<'street1' | 'city' | 'state' | 'postalCode', string | null>;

/** Formats an address in one line, as the address field shows it. */
export const addressLine = ({ street1, city, state, postalCode }: AddressParts): string =>
  [street1, city, [state, postalCode].filter(Boolean).join(' '), 'USA'].filter(Boolean).join(', ');

type MapLocation = { state: string } & ({ latitude: number; longitude: number } | { coordinates: MapPlace['coordinates'] });

export function placeOnMap(place: MapLocation): MapPlace {
  return { state: place.state, coordinates: 'coordinates' in place ? place.coordinates : place };
}
