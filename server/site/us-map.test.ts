import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheet } from '#shared/places/us-projection.ts';
import { getView, placeLabels } from './us-map.ts';

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
