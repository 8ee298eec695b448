import { expect, test } from 'vitest';
import { schemes } from '#shared/brand.ts';
import { companyColor, companyColors } from './company-colors.ts';

function luminance(hex: string): number {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

test.each(companyColors)('$label is read with its letters, hovered too', ({ accent, hover, onAccent }) => {
  expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(onAccent, hover)).toBeGreaterThanOrEqual(4.5);
});

// The default orange is checked by brand.test.ts, where its text color makes it readable.
test.each(companyColors.slice(1))('$label contrasts with the pages of both color schemes', ({ accent }) => {
  for (const { page, surface } of Object.values(schemes)) {
    expect(contrast(accent, page)).toBeGreaterThanOrEqual(3);
    expect(contrast(accent, surface)).toBeGreaterThanOrEqual(3);
  }
});

test('none, or one of before, is the product’s own', () => {
  expect(companyColor(null).code).toBe('orange');
  expect(companyColor('chartreuse').code).toBe('orange');
  expect(companyColor('teal').code).toBe('teal');
});
