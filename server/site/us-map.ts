import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { projectPlace, sheet } from '#shared/places/us-projection.ts';
import { type Html, html, type Site } from './html.ts';
import { formatPlace } from './job-card.ts';
import { type SearchParams, searchPath } from './parse-search.ts';

type Atlas = Parameters<typeof feature>[0];
type Ring = readonly (readonly number[])[];
/** Points closer together than this make no visible difference at the size of the map. */
const minPointDistance = 3.5;

let outline: string | undefined;

/** Returns the outlines of the states as one small SVG, which is built only once. */
export function usOutline(): string {
  return (outline ??= renderOutline());
}

function renderOutline(): string {
  const file = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json');
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  const paths = getStateShapes(atlas).map(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.map(ringPath).join('');
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat().map(ringPath).join('') : '';
  });
  const states = paths.filter(Boolean).map((d) => `<path d="${d}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}"><g id="states">${states.join('')}</g></svg>`;
}

/** Returns the shapes of the states in the atlas file. */
export function getStateShapes(atlas: Atlas) {
  const states = atlas.objects['states'];
  const shapes = states && feature(atlas, states);
  return shapes?.type === 'FeatureCollection' ? shapes.features : [];
}

function ringPath(ring: Ring): string {
  let last: readonly number[] = [-100, -100];
  const points = ring.flatMap((point) => {
    const [x = 0, y = 0] = point;
    if (Math.hypot(x - (last[0] ?? 0), y - (last[1] ?? 0)) < minPointDistance) return [];
    last = point;
    return [`${Math.round(x)} ${Math.round(y)}`];
  });
  return points.length < 3 ? '' : `M${points.join('L')}Z`;
}

type MapPlace = { name: string; count: number; first: string; x: number; y: number };

/** The height of a city's name in the sheet's units, before zooming in. */
const labelSize = 34;
/** The width of a letter as a share of the height. */
const letterWidth = 0.65;

/** Chooses the places whose names fit on the map: inside of the view, and not over the name of an earlier place. */
export function placeLabels<Place extends { name: string; x: number; y: number }>(
  places: readonly Place[],
  view: ReturnType<typeof getView>,
): (Place & { left: number; right: number; bottom: number; size: number })[] {
  const size = (labelSize * view.width) / sheet.width;
  const labels: ReturnType<typeof placeLabels<Place>> = [];
  for (const place of places) {
    const width = place.name.length * size * letterWidth;
    const left = Math.min(view.x + view.width - width, Math.max(view.x, place.x - width / 2));
    const label = { ...place, left, right: left + width, bottom: place.y - size * 0.6, size };
    const isFree = labels.every(
      (other) => label.right < other.left || other.right < label.left || Math.abs(label.bottom - other.bottom) > size * 1.6,
    );
    if (isFree && width <= view.width && label.bottom - size >= view.y) labels.push(label);
  }
  return labels;
}

/**
 * Shows the page's jobs on a map with the names of the cities, zoomed in as far as possible. A place opens its job, or if it has
 * several, the same search at that place.
 */
export function usMap({ t, pathTo }: Site, params: SearchParams, jobs: readonly PublicJobCard[]): Html {
  const places = [...groupByPlace(jobs)];
  const view = getView(places);
  const scale = view.width / sheet.width;
  const dots = places.map(({ name, count, first, x, y }) => {
    const label = t('public.jobsInPlace', { place: name, count });
    const radius = Math.min(24, 9 + count * 2) * scale;
    const path = count === 1 ? `/jobs/${first}` : searchPath(params, { location: name });
    return html`<a href="${pathTo(path)}" aria-label="${label}"
      ><circle class="dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}"><title>${label}</title></circle></a
    >`;
  });
  const labels = placeLabels(places, view).map(
    ({ name, left, bottom, size }) =>
      html`<text class="city" aria-hidden="true" x="${left.toFixed(1)}" y="${bottom.toFixed(1)}" font-size="${size.toFixed(1)}"
        >${name}</text
      >`,
  );
  const box = [view.x, view.y, view.width, view.height].map((side) => side.toFixed(0)).join(' ');
  return html`<div class="card map">
    <svg viewBox="${box}" role="group" aria-label="${t('public.mapOfJobs')}">
      <use class="state" href="/site/us-states.svg#states" />
      ${dots}${labels}
    </svg>
    <p class="quiet">${t('public.placesOnThisPage', { count: places.length })}</p>
  </div>`;
}

function groupByPlace(jobs: readonly PublicJobCard[]): Iterable<MapPlace> {
  const placesByName = new Map<string, MapPlace>();
  for (const job of jobs) {
    const name = formatPlace(job);
    const existingPlace = placesByName.get(name);
    const place = existingPlace ?? { name, count: 0, first: job.id, ...projectPlace(job.state, job.coordinates) };
    placesByName.set(name, { ...place, count: place.count + 1 });
  }
  return placesByName.values();
}

/** In the sheet's units. A narrower view would show too little of the states' outlines to tell where it is. */
const minViewWidth = 260;
const margin = 50;

/** Returns the part of the sheet that contains all points, in the sheet's proportions. */
export function getView(points: readonly { x: number; y: number }[]): { x: number; y: number; width: number; height: number } {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const aspectRatio = sheet.width / sheet.height;
  const fullWidth = Math.max(minViewWidth, right - left + 2 * margin, (bottom - top + 2 * margin) * aspectRatio);
  const width = Math.min(sheet.width, fullWidth);
  const height = width / aspectRatio;
  const clampToSheet = (middle: number, length: number, total: number) =>
    Math.min(total - length, Math.max(0, middle - length / 2));
  return {
    x: clampToSheet((left + right) / 2, width, sheet.width),
    y: clampToSheet((top + bottom) / 2, height, sheet.height),
    width,
    height,
  };
}
