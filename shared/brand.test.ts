import { expect, test } from 'vitest';
import { breakpoints, headingScale, ramps, schemes } from './brand.ts';

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

type Pair = [what: string, text: string, on: string];

const pairs: Pair[] = [
  ...(['light', 'dark'] as const).flatMap((name): Pair[] => {
    const scheme = schemes[name];
    return [
      ...(['page', 'surface'] as const).flatMap((background): Pair[] => [
        [`text on the ${name} ${background}`, scheme.text, scheme[background]],
        [`dimmed text on the ${name} ${background}`, scheme.dimmed, scheme[background]],
        [`a link on the ${name} ${background}`, scheme.link, scheme[background]],
      ]),
      [`the main action in ${name}`, scheme.onAccent, scheme.accent],
      [`the main action in ${name}, hovered`, scheme.onAccent, scheme.accentHover],
      [`the ${name} rail`, scheme.railText, scheme.rail],
      [`the ${name} rail, hovered`, scheme.railText, scheme.railHover],
    ];
  }),
  ['an error in light', ramps.red[7], schemes.light.surface],
  ['an error in dark', ramps.red[4], schemes.dark.surface],
  ['a placeholder in light', ramps.gray[6], schemes.light.surface],
  ['a placeholder in dark', ramps.asphalt[2], ramps.asphalt[6]],
  ...(['navy', 'green', 'amber', 'red', 'gray'] as const).map((name): Pair => [
    `a ${name} badge`,
    ramps[name][9],
    ramps[name][1],
  ]),
];

test.each(pairs)('%s is readable (AA)', (_what, text, background) => {
  expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5);
});

test('each of the six heading levels is larger than the next, and none is smaller than the text', () => {
  expect(headingScale).toHaveLength(6);
  for (const [index, size] of headingScale.entries()) expect(size).toBeGreaterThan(headingScale[index + 1] ?? 0.99);
});

test('breakpoints: mobile 500, tablet 768, desktop 1230, large laptop 1440', () => {
  const { xs, sm, lg, xl } = breakpoints;
  expect([xs, sm, lg, xl].map((em) => Number.parseFloat(em) * 16)).toEqual([500, 768, 1230, 1440]);
});
