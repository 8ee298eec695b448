import { expect, test } from 'vitest';
import { withFilter } from '#web/ui/grid/grid-state.ts';
import { bandFilter, bandName, isBandSelected } from './DistanceChart.tsx';

const [near, middle, far] = [
  { from: 0, to: 10 },
  { from: 10, to: 25 },
  { from: 150, to: null },
];

test('a band says where it begins and ends', () => {
  expect([near, middle, far].map(bandName)).toEqual(['< 10', '10–25', '150+']);
});

test('what a band counts is what its filter finds: up to just before the next', () => {
  expect([near, middle, far].map((band) => bandFilter(band)[2])).toEqual([
    [null, 9.99],
    [10, 24.99],
    [150, null],
  ]);
});

test('the chosen band is the one that the list is filtered by', () => {
  const search = withFilter({ sort: '-rating' }, 'distance', bandFilter(middle));
  expect([near, middle, far].map((band) => isBandSelected(search, band))).toEqual([false, true, false]);
  expect(isBandSelected({}, near)).toBe(false);
});
