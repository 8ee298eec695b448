import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import * as format from '#shared/format.ts';
import type { PublicJobCard } from '#shared/public-job.ts';
import { type Html, html } from './html.ts';
import { placeOf } from './job-words.ts';
import { onSheet, sheet } from '#shared/us-projection.ts';

type Atlas = Parameters<typeof feature>[0];
type Ring = readonly (readonly number[])[];
/** Points closer than this say nothing at the size of the map. */
const nearest = 3.5;

let outline: string | undefined;

/** The states as one small picture of their outlines, made once. */
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
  const kept = ring.flatMap((point) => {
    const [x = 0, y = 0] = point;
    if (Math.hypot(x - (last[0] ?? 0), y - (last[1] ?? 0)) < nearest) return [];
    last = point;
    return [`${Math.round(x)} ${Math.round(y)}`];
  });
  return kept.length < 3 ? '' : `M${kept.join('L')}Z`;
}

/** Where the jobs of this page are. The list beside it says the same in words. */
export function usMap(jobs: readonly PublicJobCard[]): Html {
  const places = new Map<string, { count: number; x: number; y: number }>();
  for (const job of jobs) {
    const name = placeOf(job);
    const before = places.get(name);
    places.set(name, before ? { ...before, count: before.count + 1 } : { count: 1, ...onSheet(job.state, job.coordinates) });
  }
  const dots = [...places].map(
    ([name, { count, x, y }]) =>
      html`<circle class="dot" cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${Math.min(24, 9 + count * 2)}"
        ><title>${name}: ${format.count(count, 'job')}</title></circle
      >`,
  );
  return html`<div class="card map">
    <svg viewBox="0 0 ${sheet.width} ${sheet.height}" role="img" aria-label="Map of the jobs on this page">
      <use class="state" href="/site/us-states.svg#states" />
      ${dots}
    </svg>
    <p class="quiet">${format.count(places.size, 'place')} on this page</p>
  </div>`;
}
