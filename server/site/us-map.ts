import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { PublicJobCard } from '#shared/jobs/public-job.ts';
import { projectPlace, sheet } from '#shared/places/us-projection.ts';
import { type Html, html, type Site } from './html.ts';
import { placeOf } from './job-card.ts';

type Atlas = Parameters<typeof feature>[0];
type Ring = readonly (readonly number[])[];
/** Points closer together than this make no visible difference at the size of the map. */
const nearest = 3.5;

let outline: string | undefined;

/** The outlines of the states as one small SVG, made once. */
export function usOutline(): string {
  return (outline ??= drawOutline());
}

function drawOutline(): string {
  const file = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json');
  const atlas = JSON.parse(readFileSync(file, 'utf8')) as Atlas;
  const paths = statesOf(atlas).map(({ geometry }) => {
    if (geometry.type === 'Polygon') return geometry.coordinates.map(drawRing).join('');
    return geometry.type === 'MultiPolygon' ? geometry.coordinates.flat().map(drawRing).join('') : '';
  });
  const states = paths.filter(Boolean).map((d) => `<path d="${d}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}"><g id="states">${states.join('')}</g></svg>`;
}

/** The states of the prepared atlas as shapes. */
export function statesOf(atlas: Atlas) {
  const states = atlas.objects['states'];
  const shapes = states && feature(atlas, states);
  return shapes?.type === 'FeatureCollection' ? shapes.features : [];
}

function drawRing(ring: Ring): string {
  let last: readonly number[] = [-100, -100];
  const points = ring.flatMap((point) => {
    const [x = 0, y = 0] = point;
    if (Math.hypot(x - (last[0] ?? 0), y - (last[1] ?? 0)) < nearest) return [];
    last = point;
    return [`${Math.round(x)} ${Math.round(y)}`];
  });
  return points.length < 3 ? '' : `M${points.join('L')}Z`;
}

type MapPlace = { name: string; count: number; first: string; x: number; y: number };

/** A map of the page's jobs, zoomed in as far as they allow. Each place links to its first job in the list. */
export function usMap({ t }: Site, jobs: readonly PublicJobCard[]): Html {
  const spots = [...groupByPlace(jobs)];
  const view = viewOf(spots);
  const scale = view.width / sheet.width;
  const dots = spots.map(({ name, count, first, x, y }) => {
    const label = t('public.jobsInPlace', { place: name, count });
    const radius = Math.min(24, 9 + count * 2) * scale;
    return html`<a href="#job-${first}" aria-label="${label}"
      ><circle class="dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius.toFixed(1)}"><title>${label}</title></circle></a
    >`;
  });
  const box = [view.x, view.y, view.width, view.height].map((side) => side.toFixed(0)).join(' ');
  return html`<div class="card map">
    <svg viewBox="${box}" role="group" aria-label="${t('public.mapOfJobs')}">
      <use class="state" href="/site/us-states.svg#states" />
      ${dots}
    </svg>
    <p class="quiet">${t('public.placesOnThisPage', { count: spots.length })}</p>
  </div>`;
}

function groupByPlace(jobs: readonly PublicJobCard[]): Iterable<MapPlace> {
  const spots = new Map<string, MapPlace>();
  for (const job of jobs) {
    const name = placeOf(job);
    const before = spots.get(name);
    const spot = before ?? { name, count: 0, first: job.id, ...projectPlace(job.state, job.coordinates) };
    spots.set(name, { ...spot, count: spot.count + 1 });
  }
  return spots.values();
}

/** The minimum width of the view, in the sheet's units, so that the shapes of the states show where it is. */
const narrowest = 260;
const margin = 50;

/** The part of the sheet that contains the spots, with the sheet's proportions. */
export function viewOf(spots: readonly { x: number; y: number }[]): { x: number; y: number; width: number; height: number } {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const shape = sheet.width / sheet.height;
  const fullWidth = Math.max(narrowest, right - left + 2 * margin, (bottom - top + 2 * margin) * shape);
  const width = Math.min(sheet.width, fullWidth);
  const height = width / shape;
  const within = (middle: number, side: number, total: number) => Math.min(total - side, Math.max(0, middle - side / 2));
  return {
    x: within((left + right) / 2, width, sheet.width),
    y: within((top + bottom) / 2, height, sheet.height),
    width,
    height,
  };
}
