import { expect, it } from 'vitest';
import { findMetro, findMetrosByPrefix } from './metros.ts';

it.each([
  ['DFW', 'Dallas–Fort Worth, TX'],
  ['Dallas/Fort Worth', 'Dallas–Fort Worth, TX'],
  ['the Dallas–Ft. Worth metroplex', undefined],
  ['Chicagoland area', 'Chicago, IL'],
  ['NYC', 'New York City, NY'],
  ['the Bay Area', 'San Francisco Bay Area, CA'],
  ['D.C.', 'Washington, DC'],
  ['Twin Cities', 'Minneapolis–Saint Paul, MN'],
  ['Omaha', undefined],
  ['Chicago', undefined],
])('knows %s', (text, name) => {
  expect(findMetro(text)?.name).toBe(name);
});

it('suggests areas by the beginning of a name, and short ones only by the whole name', () => {
  const suggest = (text: string) => findMetrosByPrefix(text).map(({ name }) => name);
  expect(suggest('chicagol')).toEqual(['Chicago, IL']);
  expect(suggest('la')).toEqual(['Los Angeles, CA']);
  expect(suggest('t')).toEqual([]);
});
