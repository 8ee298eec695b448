import { describe, expect, it } from 'vitest';
import { usOutline } from './us-map.ts';
import { onSheet } from './us-projection.ts';

describe('the outline map', () => {
  it.each([
    ['TX', 32.7767, -96.797, 480, 395],
    ['CA', 34.0522, -118.2437, 128, 347],
    ['NY', 40.7128, -74.006, 860, 222],
    ['AK', 61.2181, -149.9003, 131, 546],
    ['HI', 21.3069, -157.8583, 267, 550],
  ])('puts a city of %s where the prepared outlines have it', (state, latitude, longitude, x, y) => {
    const point = onSheet(state, { latitude, longitude });
    expect(Math.abs(point.x - x)).toBeLessThan(25);
    expect(Math.abs(point.y - y)).toBeLessThan(25);
  });

  it('is small enough to send', () => {
    expect(usOutline().length).toBeLessThan(40_000);
    expect(usOutline()).toMatch(/^<svg .*<g id="states">/);
  });
});
