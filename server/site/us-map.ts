import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { stateCode } from '#shared/places/states.ts';
import { projectPlace, sheet } from '#shared/places/us-projection.ts';
import { type Html, html, type Site } from './html.ts';
import { formatPlace } from './job-card.ts';
import { type SearchParams, searchPath } from './parse-search.ts';

type Atlas = Parameters<typeof feature>[0];
type Ring = readonly (readonly number[])[];
/** Points closer together than this make no visible difference at the size of the map. */
const minPointDistance = 3.5;

let usStateShapes: ReturnType<typeof readStates> | undefined;

/** The states of the map, each with the center of its largest part. They are read and computed only once. */
const states = () => (usStateShapes ??= readStates());

function readStates() {
  const file = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json');
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  return getStateShapes(atlas).flatMap(({ geometry, properties }) => {
    const code = stateCode(String(properties?.['name'] ?? ''));
    const rings =
      geometry.type === 'Polygon' ? geometry.coordinates : geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
    const [largest] = rings.map(centerOf).toSorted((a, b) => b.area - a.area);
    return code && largest ? [{ code, rings, center: { x: largest.x, y: largest.y } }] : [];
  });
}

/** Returns the outlines of the states as one small SVG. */
export function usOutline(): string {
  const paths = states().map(({ rings }) => rings.map(ringPath).join(''));
  const shapes = paths.filter(Boolean).map((d) => `<path d="${d}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}"><g id="states">${shapes.join('')}</g></svg>`;
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

/** The area of a ring and its center of gravity, by the shoelace formula. */
function centerOf(ring: Ring): { area: number; x: number; y: number } {
  let [area, x, y] = [0, 0, 0];
  for (const [n, [x1 = 0, y1 = 0]] of ring.entries()) {
    const [x2 = 0, y2 = 0] = ring[(n + 1) % ring.length] ?? [];
    const cross = x1 * y2 - x2 * y1;
    area += cross / 2;
    x += ((x1 + x2) * cross) / 6;
    y += ((y1 + y2) * cross) / 6;
  }
  return { area: Math.abs(area), x: x / area, y: y / area };
}

type MapPlace = { name: string; count: number; first: string; x: number; y: number };

/** The height of a city's name in the sheet's units, before zooming in. */
const labelSize = 34;
/** The width of a letter as a share of the height. */
const letterWidth = 0.65;

type View = ReturnType<typeof getView>;
type Point = { x: number; y: number };
type Label = { name: string; left: number; right: number; bottom: number; size: number };

const isOver = (label: Label, other: Label): boolean =>
  label.left <= other.right &&
  other.left <= label.right &&
  Math.abs(label.bottom - other.bottom) <= Math.max(label.size, other.size) * 1.6;

const labelHeight = (view: View) => (labelSize * view.width) / sheet.width;

/**
 * Chooses the places whose names fit on the map, above their dot or else below it: inside of the view, and not over the name of an
 * earlier place.
 */
export function placeLabels(places: readonly (Point & { name: string })[], view: View): Label[] {
  const size = labelHeight(view);
  const labels: Label[] = [];
  for (const { name, x, y } of places) {
    const width = name.length * size * letterWidth;
    const left = Math.min(view.x + view.width - width, Math.max(view.x, x - width / 2));
    const fitting = [y - size * 0.6, y + size * 1.6]
      .map((bottom) => ({ name, left, right: left + width, bottom, size }))
      .find((label) => {
        const isInside = width <= view.width && label.bottom - size >= view.y && label.bottom <= view.y + view.height;
        return isInside && labels.every((other) => !isOver(label, other));
      });
    if (fitting) labels.push(fitting);
  }
  return labels;
}

/** The codes of the states in the view that cover neither a city's name nor a dot. */
export function stateLabels(cityLabels: readonly Label[], dots: readonly Point[], view: View): Label[] {
  const size = labelHeight(view) * 0.8;
  return states()
    .map(({ code, center: { x, y } }) => {
      const width = code.length * size * letterWidth;
      return { name: code, left: x - width / 2, right: x + width / 2, bottom: y + size / 2, size };
    })
    .filter((label) => {
      const { left, right, bottom } = label;
      const isInside =
        left >= view.x && right <= view.x + view.width && bottom - size >= view.y && bottom <= view.y + view.height;
      const isOnDot = ({ x, y }: Point) => x > left - size && x < right + size && y > bottom - 2 * size && y < bottom + size;
      return isInside && !dots.some(isOnDot) && cityLabels.every((city) => !isOver(label, city));
    });
}

/**
 * Shows the page's jobs on a map with the names of cities and states, zoomed in as far as possible. A place opens its job, or if it has
 * several, the same search at that place.
 */
export function usMap({ t, pathTo }: Site, params: SearchParams, jobs: readonly PublicJobCard[]): Html {
  const places = [...groupByPlace(jobs)];
  const toDot = ({ name, count, first, x, y }: MapPlace, scale: number) => {
    const label = t('site.jobsInPlace', { place: name, count });
    const path = count === 1 ? `/jobs/${first}` : searchPath(params, { location: name });
    const shape = circle({ x, y }, { radius: Math.min(24, 9 + count * 2) * scale, label });
    return html`<a href="${pathTo(path)}" aria-label="${label}">${shape}</a>`;
  };
  return html`<div class="card map">
    ${drawMap(places, { role: 'group', label: t('site.mapOfJobs'), toDot })}
    <p class="quiet">${t('site.mapPlacesCount', { count: places.length })}</p>
  </div>`;
}

type NamedPlace = { name: string; state: string; coordinates: { latitude: number; longitude: number } };

/** Shows places on the same map. They open nothing, and a list next to the map has the same names. */
export function placesMap(places: readonly NamedPlace[], label: string): Html {
  const points = places.map(({ name, state, coordinates }) => ({ name, ...projectPlace(state, coordinates) }));
  return drawMap(points, {
    role: 'img',
    label,
    toDot: (point, scale) => circle(point, { radius: 11 * scale, label: point.name }),
  });
}

const circle = ({ x, y }: Point, { radius, label }: { radius: number; label: string }): Html =>
  html`<circle class="dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}"><title>${label}</title></circle>`;

type Drawing<Place> = { role: 'group' | 'img'; label: string; toDot: (place: Place, scale: number) => Html };

function drawMap<Place extends Point & { name: string }>(places: readonly Place[], { role, label, toDot }: Drawing<Place>): Html {
  const view = getView(places);
  const scale = view.width / sheet.width;
  const toText = (kind: 'city' | 'state-name', { name, left, bottom, size }: Label) =>
    html` <text class="${kind}" aria-hidden="true" x="${left.toFixed(1)}" y="${bottom.toFixed(1)}" font-size="${size.toFixed(1)}"
      >${name}</text
    >`;
  const cityLabels = placeLabels(places, view);
  const labels = [
    ...stateLabels(cityLabels, places, view).map((label) => toText('state-name', label)),
    ...cityLabels.map((label) => toText('city', label)),
  ];
  const box = [view.x, view.y, view.width, view.height].map((side) => side.toFixed(0)).join(' ');
  return html`<svg viewBox="${box}" role="${role}" aria-label="${label}">
    <use class="state" href="/site/us-states.svg#states" />
    ${places.map((place) => toDot(place, scale))}${labels}
  </svg>`;
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
