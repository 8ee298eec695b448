import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOf, cellsNear, cellsOf, milesBetween, milesFrom, nearestFirst } from './cells.ts';

const point = fc.record({
  latitude: fc.double({ min: 25, max: 49, noNaN: true }),
  longitude: fc.double({ min: -124, max: -67, noNaN: true }),
});

test('every place within the radius lies in one of the cells around', () => {
  fc.assert(
    fc.property(point, point, fc.integer({ min: 1, max: 300 }), (center, other, miles) => {
      fc.pre(milesBetween(center, other) <= miles);
      expect(cellsNear(center.latitude, center.longitude, miles)).toContain(cellOf(other.latitude, other.longitude));
    }),
    { numRuns: 300, examples: [[{ latitude: 49, longitude: -100 }, { latitude: 49, longitude: -95 }, 300]] },
  );
});

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const share = degrees(-1, 1);
/** From Florida to the north of Alaska. */
const anyCenter = fc.record({ latitude: degrees(24, 71), longitude: degrees(-160, -67) });
const milesPerDegreeOfLatitude = 69;

test('every place in the widest circles of a search lies in one of their cells, in Alaska too', () => {
  fc.assert(
    fc.property(anyCenter, fc.integer({ min: 1, max: 500 }), share, share, (center, miles, northShare, eastShare) => {
      const latitude = center.latitude + (northShare * miles) / milesPerDegreeOfLatitude;
      const milesPerDegree = milesPerDegreeOfLatitude * Math.cos((latitude * Math.PI) / 180);
      const longitude = center.longitude + (eastShare * miles) / milesPerDegree;
      fc.pre(milesBetween(center, { latitude, longitude }) <= miles);
      expect(cellsNear(center.latitude, center.longitude, miles)).toContain(cellOf(latitude, longitude));
    }),
    { numRuns: 2000 },
  );
});

test('every place along a route lies in one of its cells', () => {
  fc.assert(
    fc.property(point, point, point, fc.integer({ min: 1, max: 500 }), (center, end, other, miles) => {
      fc.pre(milesFrom({ center, end }, other) <= miles);
      expect(cellsOf({ center, end, miles })).toContain(cellOf(other.latitude, other.longitude));
    }),
    { numRuns: 1000 },
  );
});

test('a place on the way makes a route no longer, and one behind its end by twice the distance', () => {
  const [center, end] = [
    { latitude: 40, longitude: -100 },
    { latitude: 40, longitude: -100.000001 },
  ];
  const lincoln = { latitude: 40.8136, longitude: -96.7026 };
  expect(milesFrom({ center, end: null }, lincoln)).toBeCloseTo(milesBetween(center, lincoln), 6);
  expect(milesFrom({ center, end }, lincoln)).toBeCloseTo(2 * milesBetween(center, lincoln), 2);
  expect(milesFrom({ center, end: lincoln }, lincoln)).toBeCloseTo(0, 6);
});

test('Omaha to Lincoln is about fifty miles', () => {
  expect(milesBetween({ latitude: 41.2587, longitude: -95.9378 }, { latitude: 40.8136, longitude: -96.7026 })).toBeCloseTo(
    50.3,
    0,
  );
});

test('the cell of a place comes first, and cells are sorted by distance', () => {
  fc.assert(
    fc.property(point, ({ latitude, longitude }) => {
      // On the edge of a cell, floating-point rounding makes two cells equally near.
      fc.pre([latitude, longitude].every((degrees) => Math.abs(degrees * 2 - Math.round(degrees * 2)) > 1e-9));
      const cells = nearestFirst(cellsNear(latitude, longitude, 150).toReversed(), { latitude, longitude });
      expect(cells[0]).toBe(cellOf(latitude, longitude));
      const rows = cells.filter(
        (cell) => cell % 1000 === cellOf(latitude, longitude) % 1000 && cell >= cellOf(latitude, longitude),
      );
      expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    }),
  );
});
