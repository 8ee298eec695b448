import { expect, it } from 'vitest';
import { findMetro, findMetrosByPrefix, findMisspelledMetro, isCertainMetro, metros } from './metros.ts';

it.each([
  ['DFW', 'Dallas–Fort Worth, TX'],
  ['Dallas/Fort Worth', 'Dallas–Fort Worth, TX'],
  ['the Dallas–Ft. Worth metroplex', undefined],
  ['Chicagoland area', 'Chicago, IL'],
  ['NYC', 'New York City, NY'],
  ['the Bay Area', 'San Francisco Bay Area, CA'],
  ['D.C.', 'Washington, DC'],
  ['Twin Cities', 'Minneapolis–Saint Paul, MN'],
  ['Quad Cities, IL', 'Quad Cities, IA'],
  ['Quad Cities TX', undefined],
  ['inland empire ca', 'Inland Empire, CA'],
  ['Saint Louis, MO', undefined],
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

it.each([
  ['inland empre', 'Inland Empire, CA'],
  ['Twin Cites', 'Minneapolis–Saint Paul, MN'],
  ['Omaha', undefined],
  ['dwf', undefined],
])('corrects %s', (text, name) => {
  expect(findMisspelledMetro(text)?.area.name).toBe(name);
});

it('knows names within other words unless they mean something else', () => {
  expect(['DFW', 'Twin Cities', 'la', 'mem', 'jersey'].map(isCertainMetro)).toEqual([true, true, false, false, false]);
});

it('has each name once', () => {
  const aliases = metros.flatMap(([, names]) => names);
  expect(aliases.filter((name, index) => aliases.indexOf(name) !== index)).toEqual([]);
});
