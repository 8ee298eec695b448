import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  initialPlacement,
  clampPlacement,
  isTallerThanWindow,
  logoStage,
  logoWindow,
  placedHeight,
  zoomPlacement,
} from './logo.ts';

test('the stage leaves 20 at the sides and 21 above and below the window', () => {
  expect(logoStage).toEqual({ width: 383, height: 175 });
});

test('a wide picture starts complete and centered', () => {
  expect(initialPlacement({ width: 1200, height: 300 })).toEqual({ logoSize: 340, logoLeftOffset: 22, logoTopOffset: 45 });
});

test('a square one starts at the minimum size and is reported as too tall', () => {
  const square = { width: 500, height: 500 };
  expect(initialPlacement(square)).toEqual({ logoSize: 200, logoLeftOffset: 92, logoTopOffset: -12 });
  expect(isTallerThanWindow(square)).toBe(true);
  expect(isTallerThanWindow({ width: 600, height: 300 })).toBe(false);
});

test('zooming keeps the middle and steps by 10', () => {
  const picture = { width: 1000, height: 400 };
  const zoomed = zoomPlacement(initialPlacement(picture), 655, picture);
  expect(zoomed.logoSize).toBe(660);
  expect(zoomed.logoLeftOffset + 660 / 2).toBeCloseTo(logoWindow.left + logoWindow.width / 2, -1);
});

test('whatever is asked, the picture covers the window or lies inside it', () => {
  const side = fc.integer({ min: 1, max: 8000 });
  const number = fc.double({ min: -5000, max: 5000, noNaN: true });
  fc.assert(
    fc.property(side, side, number, number, number, (width, height, logoSize, logoLeftOffset, logoTopOffset) => {
      const placement = clampPlacement({ logoSize, logoLeftOffset, logoTopOffset }, { width, height });
      expect(placement.logoSize % 10).toBe(0);
      expect(placement.logoSize).toBeGreaterThanOrEqual(200);
      expect(placement.logoSize).toBeLessThanOrEqual(700);
      for (const [offset, length, from, windowLength] of [
        [placement.logoLeftOffset, placement.logoSize, logoWindow.left, logoWindow.width],
        [placement.logoTopOffset, placedHeight(placement.logoSize, { width, height }), logoWindow.top, logoWindow.height],
      ] as const) {
        const isCovering = offset <= from + 0.5 && offset + length >= from + windowLength - 0.5;
        const isInside = offset >= from - 0.5 && offset + length <= from + windowLength + 0.5;
        expect(isCovering || isInside).toBe(true);
      }
    }),
  );
});
