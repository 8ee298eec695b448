import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adRatio, toCropPixels, getFullCrop } from './queries.ts';

test('the middle of a picture that is too high', () => {
  const picture = { width: 1174, height: 800 };
  expect(toCropPixels(getFullCrop(picture), picture)).toEqual({ left: 0, top: 174, width: 1174, height: 452 });
});

test('a part that was drawn', () => {
  const crop = { x: 50, y: 25, width: 25, height: 19.25 };
  expect(toCropPixels(crop, { width: 2000, height: 1000 })).toEqual({ left: 1000, top: 250, width: 500, height: 193 });
});

test('whatever is drawn stays within the picture, in the ad’s ratio', () => {
  const sideLength = fc.integer({ min: 600, max: 6000 });
  const percent = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(
      sideLength,
      sideLength,
      percent,
      percent,
      fc.double({ min: 30, max: 100, noNaN: true }),
      (width, height, x, y, cropSize) => {
        const crop = toCropPixels({ x, y, width: cropSize, height: cropSize }, { width, height });
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(width);
        expect(crop.top + crop.height).toBeLessThanOrEqual(height);
        expect(Math.abs(crop.height - crop.width / adRatio)).toBeLessThanOrEqual(1);
      },
    ),
  );
});
