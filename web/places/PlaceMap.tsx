import { lazy, Suspense } from 'react';
import { onSheet, sheet } from '#shared/us-projection.ts';
import type { MapPlace } from './map-place.ts';
import { mapTilesUrl } from './map-tiles.ts';
import classes from './PlaceMap.module.css';

const TileMap = lazy(async () => ({ default: (await import('./TileMap.tsx')).TileMap }));

type Props = {
  /** In words: the map says nothing that these do not. */
  label: string;
  places: readonly MapPlace[];
};

/** Where places are: on the tiles of the settings (MAP_TILES_URL), else on the built-in outline of the states. */
export function PlaceMap(props: Props) {
  const tiles = mapTilesUrl();
  return (
    <figure className={classes.map} aria-label={`Map: ${props.label}`}>
      {tiles ? (
        <Suspense fallback={<div className={classes.tiles} />}>
          <TileMap places={props.places} tilesUrl={tiles} />
        </Suspense>
      ) : (
        <Outline {...props} />
      )}
    </figure>
  );
}

function Outline({ places }: Props) {
  const points = places.map(({ state, coordinates }) => onSheet(state, coordinates));
  return (
    <svg className={classes.outline} viewBox={`0 0 ${sheet.width} ${sheet.height}`} aria-hidden>
      <use className={classes.states} href="/site/us-states.svg#states" />
      {points.map(({ x, y }) => (
        <g key={`${x} ${y}`}>
          <circle className={classes.halo} cx={x} cy={y} r={34} />
          <circle className={classes.pin} cx={x} cy={y} r={13} />
        </g>
      ))}
    </svg>
  );
}
