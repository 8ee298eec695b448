import fc from 'fast-check';
import { expect, test } from 'vitest';
import { milesBetween, type Point } from './cells.ts';
import { type Box, boxAround, boxInside } from './circle.ts';

const degrees = (least: number, most: number) => fc.double({ min: least, max: most, noNaN: true });
/** From Florida to the north of Alaska. */
const center = fc.record({ latitude: degrees(24, 71), longitude: degrees(-160, -67) });
const miles = fc.integer({ min: 1, max: 500 });
const isIn = ({ south, north, west, east }: Box, { latitude, longitude }: Point) =>
  latitude >= south && latitude <= north && longitude >= west && longitude <= east;

test('every place of a circle is in the box around it, those on its edge too', () => {
  fc.assert(
    fc.property(center, miles, degrees(-1, 1), degrees(-1, 1), (from, radius, up, aside) => {
      const box = boxAround(from, radius);
      const place = {
        latitude: from.latitude + (up * (box.north - box.south)) / 1.9,
        longitude: from.longitude + (aside * (box.east - box.west)) / 1.9,
      };
      fc.pre(milesBetween(from, place) <= radius);
      expect(isIn(box, place)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('every place of the box inside is in the circle', () => {
  fc.assert(
    fc.property(center, miles, degrees(0, 1), degrees(0, 1), (from, radius, up, aside) => {
      const { south, north, west, east } = boxInside(from, radius);
      const place = { latitude: south + up * (north - south), longitude: west + aside * (east - west) };
      expect(milesBetween(from, place)).toBeLessThanOrEqual(radius);
    }),
    { numRuns: 2000, examples: [[{ latitude: 71, longitude: -156 }, 500, 1, 1]] },
  );
});

test('the one is little wider than the circle, the other holds most of it', () => {
  fc.assert(
    fc.property(center, miles, (from, radius) => {
      const [around, inside] = [boxAround(from, radius), boxInside(from, radius)];
      expect(milesBetween(from, { ...from, latitude: around.north })).toBeCloseTo(radius, 3);
      const height = milesBetween(from, { ...from, latitude: inside.north });
      const width = milesBetween(from, { ...from, longitude: inside.east });
      expect((4 * height * width) / (Math.PI * radius ** 2)).toBeGreaterThan(0.5);
    }),
  );
});
