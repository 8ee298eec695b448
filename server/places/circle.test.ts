import fc from 'fast-check';
import { expect, test } from 'vitest';
import { milesBetween, type Point, type Box, boundingBox } from './cells.ts';

const degrees = (min: number, max: number) => fc.double({ min, max, noNaN: true });
/** From Florida to the north of Alaska. */
const center = fc.record({ latitude: degrees(24, 71), longitude: degrees(-160, -67) });
const miles = fc.integer({ min: 1, max: 500 });
const isIn = ({ south, north, west, east }: Box, { latitude, longitude }: Point) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

test('every place of a circle is in the box around it, those on its edge too', () => {
  fc.assert(
    fc.property(center, miles, degrees(-1, 1), degrees(-1, 1), (from, radius, latitudeShift, longitudeShift) => {
      const box = boundingBox(from, radius);
      const place = {
        latitude: from.latitude + (latitudeShift * (box.north - box.south)) / 1.9,
        longitude: from.longitude + (longitudeShift * (box.east - box.west)) / 1.9,
      };
      fc.pre(milesBetween(from, place) <= radius);
      expect(isIn(box, place)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('the box is little higher than the circle', () => {
  fc.assert(
    fc.property(center, miles, (from, radius) => {
      expect(milesBetween(from, { ...from, latitude: boundingBox(from, radius).north })).toBeCloseTo(radius, 3);
    }),
  );
});
