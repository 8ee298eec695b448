import { expect, test } from 'vitest';
import { type Marker, readMarker } from './list-marker.ts';

/** The lists that markers make: each with its type, its start and its number of items. */
function toLists(markers: readonly string[]): string[] {
  const lists: { type: Marker['type']; start: number; items: number }[] = [];
  let previous: Marker | null = null;
  for (const text of markers) {
    const marker: Marker = readMarker(text, previous);
    const last = lists.at(-1);
    if (marker.follows && last) last.items += 1;
    else lists.push({ type: marker.type, start: marker.number, items: 1 });
    previous = marker;
  }
  return lists.map(({ type, start, items }) => `${type ?? 'bullet'} ${start} ×${items}`);
}

test.each<[string[], string[]]>([
  [['1.', '2.', '3.'], ['1 1 ×3']],
  [['3.', '4.', '5.'], ['1 3 ×3']],
  [['0.', '1.'], ['1 0 ×2']],
  [['1)', '2)'], ['1 1 ×2']],
  [['(7)', '(8)'], ['1 7 ×2']],
  [['1', '2'], ['1 1 ×2']],
  [['99.', '100.', '101.'], ['1 99 ×3']],
  [
    ['1.', '2.', '5.', '6.'],
    ['1 1 ×2', '1 5 ×2'],
  ],
  [
    ['1.', '2.', '1.', '2.'],
    ['1 1 ×2', '1 1 ×2'],
  ],
  [['2.1.', '2.2.', '2.3.'], ['1 1 ×3']],
  [['1.4', '1.5'], ['1 4 ×2']],
  [['a.', 'b.', 'c.'], ['a 1 ×3']],
  [['c)', 'd)'], ['a 3 ×2']],
  [['h.', 'i.', 'j.'], ['a 8 ×3']],
  [['i.', 'ii.', 'iii.', 'iv.', 'v.'], ['i 1 ×5']],
  [['ix.', 'x.', 'xi.'], ['i 9 ×3']],
  [['A.', 'B.'], ['A 1 ×2']],
  [['I.', 'II.'], ['I 1 ×2']],
  [['(iv)', '(v)'], ['i 4 ×2']],
  [['n.', 'o.', 'p.'], ['a 14 ×3']],
  [['z.', 'aa.', 'bb.'], ['a 26 ×3']],
  [['·', '·', '·'], ['bullet 1 ×3']],
  [['o', 'o'], ['bullet 1 ×2']],
  [['§'], ['bullet 1 ×1']],
  [['-', '-'], ['bullet 1 ×2']],
  [[''], ['bullet 1 ×1']],
  [
    ['·', '1.'],
    ['bullet 1 ×1', '1 1 ×1'],
  ],
])('%j', (markers, lists) => expect(toLists(markers)).toEqual(lists));
