import { expect, test } from 'vitest';
import { ink, night, paper, ramps, surfaces } from './brand.ts';

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

const pairs: [what: string, text: string, on: string][] = [
  ['the main action', ink, ramps.orange[5]],
  ['the main action, hovered', ink, ramps.orange[4]],
  ['an orange word in light', ramps.orange[7], paper],
  ['an orange word in dark', ramps.orange[4], surfaces.dark.body],
  ['an error in light', ramps.red[6], paper],
  ['an error in dark', ramps.red[4], surfaces.dark.body],
  ['an error on a raised dark surface', ramps.red[4], surfaces.dark.raised],
  ['the sidebar', night.text, night.base],
  ['a placeholder in light', ramps.gray[6], paper],
  ['a placeholder in dark', ramps.dark[3], surfaces.dark.raised],
  ['a filled button in light', paper, ramps.navy[7]],
  ['a filled button in dark', paper, ramps.navy[5]],
  ['a destructive button in light', paper, ramps.red[7]],
  ['a destructive button in dark', paper, ramps.red[5]],
  ...(['light', 'dark'] as const).flatMap((scheme) =>
    (['canvas', 'body', 'raised'] as const).flatMap((on): [string, string, string][] => [
      [`text on ${scheme} ${on}`, surfaces[scheme].text, surfaces[scheme][on]],
      [`dimmed text on ${scheme} ${on}`, surfaces[scheme].dimmed, surfaces[scheme][on]],
      [`a link on ${scheme} ${on}`, surfaces[scheme].link, surfaces[scheme][on]],
    ]),
  ),
  ...(['navy', 'green', 'amber', 'red', 'orange', 'gray'] as const).map((name): [string, string, string] => [
    `a ${name} badge in light`,
    ramps[name][8],
    ramps[name][1],
  ]),
];

test.each(pairs)('%s is readable (AA)', (_what, text, on) => {
  expect(contrast(text, on)).toBeGreaterThanOrEqual(4.5);
});
