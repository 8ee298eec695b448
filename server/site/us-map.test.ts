import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheet } from '#shared/places/us-projection.ts';
import { getView, placeLabels, stateLabels } from './us-map.ts';

const spot = fc.record({
  x: fc.double({ min: 0, max: sheet.width, noNaN: true }),
  y: fc.double({ min: 0, max: sheet.height, noNaN: true }),
});

test('the map shows every spot, inside of the sheet and in its shape', () => {
  fc.assert(
    fc.property(fc.array(spot, { minLength: 1, maxLength: 20 }), (spots) => {
      const { x, y, width, height } = getView(spots);
      for (const one of spots) {
        expect(one.x).toBeGreaterThanOrEqual(x - 0.01);
        expect(one.x).toBeLessThanOrEqual(x + width + 0.01);
        expect(one.y).toBeGreaterThanOrEqual(y - 0.01);
        expect(one.y).toBeLessThanOrEqual(y + height + 0.01);
      }
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(sheet.width + 0.01);
      expect(width / height).toBeCloseTo(sheet.width / sheet.height, 3);
    }),
  );
});

test('places near each other are looked at from near', () => {
  expect(getView([{ x: 500, y: 400 }]).width).toBeLessThan(sheet.width / 3);
});

type Label = ReturnType<typeof placeLabels>[number];
const overlaps = (a: Label, b: Label) =>
  a.left < b.right && b.left < a.right && a.bottom - a.size < b.bottom && b.bottom - b.size < a.bottom;

test('names of cities stay inside of the map and do not cover each other', () => {
  fc.assert(
    fc.property(fc.array(spot, { minLength: 1, maxLength: 20 }), (spots) => {
      const view = getView(spots);
      const labels = placeLabels(
        spots.map((one, n) => ({ ...one, name: `City ${n}, NE` })),
        view,
      );
      for (const [n, label] of labels.entries()) {
        expect(label.left).toBeGreaterThanOrEqual(view.x - 0.01);
        expect(label.right).toBeLessThanOrEqual(view.x + view.width + 0.01);
        expect(label.bottom - label.size).toBeGreaterThanOrEqual(view.y - 0.01);
        expect(label.bottom).toBeLessThanOrEqual(view.y + view.height + 0.01);
        expect(labels.slice(n + 1).filter((other) => overlaps(label, other))).toEqual([]);
      }
    }),
  );
});

test('codes of states stand inside of the map, beside the names of cities and the dots', () => {
  fc.assert(
    fc.property(fc.array(spot, { minLength: 1, maxLength: 20 }), (spots) => {
      const view = getView(spots);
      const cities = placeLabels(
        spots.map((one, n) => ({ ...one, name: `City ${n}, NE` })),
        view,
      );
      for (const label of stateLabels(cities, spots, view)) {
        expect(label.left).toBeGreaterThanOrEqual(view.x);
        expect(label.right).toBeLessThanOrEqual(view.x + view.width);
        expect(cities.filter((city) => overlaps(label, city))).toEqual([]);
        const isCovered = ({ x, y }: { x: number; y: number }) =>
          x > label.left && x < label.right && y > label.bottom - label.size && y < label.bottom;
        expect(spots.filter(isCovered)).toEqual([]);
      }
    }),
  );
});

test('a map of the whole country names its states, except under the jobs', () => {
  const corners = [
    { x: 0, y: 0 },
    { x: sheet.width, y: sheet.height },
  ];
  const names = stateLabels([], corners, getView(corners)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['CA', 'TX', 'NE', 'FL', 'NY']));
  const inNebraska = stateLabels([], corners, getView(corners)).find(({ name }) => name === 'NE');
  const dot = { x: ((inNebraska?.left ?? 0) + (inNebraska?.right ?? 0)) / 2, y: inNebraska?.bottom ?? 0 };
  expect(stateLabels([], [...corners, dot], getView(corners)).map(({ name }) => name)).not.toContain('NE');
});
