import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellOf, cellsAround, milesBetween } from './cells.ts';

const point = fc.record({
  latitude: fc.double({ min: 25, max: 49, noNaN: true }),
  longitude: fc.double({ min: -124, max: -67, noNaN: true }),
});

test('every place within the radius lies in one of the cells around', () => {
  fc.assert(
    fc.property(point, point, fc.integer({ min: 1, max: 300 }), (centre, other, miles) => {
      fc.pre(milesBetween(centre, other) <= miles);
      expect(cellsAround(centre.latitude, centre.longitude, miles)).toContain(cellOf(other.latitude, other.longitude));
    }),
    { numRuns: 300, examples: [[{ latitude: 49, longitude: -100 }, { latitude: 49, longitude: -95 }, 300]] },
  );
});

test('Omaha to Lincoln is about fifty miles', () => {
  expect(milesBetween({ latitude: 41.2587, longitude: -95.9378 }, { latitude: 40.8136, longitude: -96.7026 })).toBeCloseTo(
    50.3,
    0,
  );
});
