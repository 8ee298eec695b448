import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { projectPlace } from '#shared/places/us-projection.ts';
import { getStateShapes, usOutline } from './us-map.ts';

type Ring = readonly (readonly number[])[];
const file = createRequire(import.meta.url).resolve('us-atlas/states-albers-10m.json');
const states = getStateShapes(JSON.parse(readFileSync(file, 'utf8')));

function isInside(ring: Ring, { x, y }: { x: number; y: number }): boolean {
  let isInsideRing = false;
  ring.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = ring.at(index - 1) ?? [];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInsideRing = !isInsideRing;
  });
  return isInsideRing;
}

function getRings(name: string): Ring[] {
  const geometry = states.find((state) => state.properties?.['name'] === name)?.geometry;
  if (geometry?.type === 'Polygon') return geometry.coordinates;
  return geometry?.type === 'MultiPolygon' ? geometry.coordinates.flat() : [];
}

describe('the outline map', () => {
  it.each([
    ['TX', 'Texas', 32.7767, -96.797],
    ['CA', 'California', 34.15, -118.1],
    ['NY', 'New York', 42.6526, -73.7562],
    ['FL', 'Florida', 28.5384, -81.3789],
    ['WA', 'Washington', 47.6588, -117.426],
    ['AK', 'Alaska', 64.8378, -147.7164],
    ['HI', 'Hawaii', 19.65, -155.5],
  ])('puts a place of %s into %s', (code, name, latitude, longitude) => {
    const point = projectPlace(code, { latitude, longitude });
    expect(getRings(name).some((ring) => isInside(ring, point))).toBe(true);
  });

  it('is small enough to send', () => {
    expect(usOutline().length).toBeLessThan(40_000);
    expect(usOutline()).toMatch(/^<svg .*<g id="states">/);
  });
});
