import { expect, test } from 'vitest';
import { titleWithPlace } from './title-with-place.ts';

test.each([
  ['Flatbed Driver', 'Omaha', 'NE', 'Flatbed Driver, Omaha, NE'],
  ['Regional Dry Van Driver, Omaha', 'Omaha', 'NE', 'Regional Dry Van Driver, Omaha, NE'],
  ['Regional Driver - OMAHA NE, nights', 'Omaha', 'NE', 'Regional Driver - OMAHA NE, nights'],
  ['Driver, Omaha, Nebraska', 'Omaha', 'NE', 'Driver, Omaha, Nebraska'],
  ['omaha night driver', 'Omaha', 'NE', 'omaha night driver, Omaha, NE'],
  ['Mobile crane driver', 'Mobile', 'AL', 'Mobile crane driver, Mobile, AL'],
  ['Driver, Springfield, MO run', 'Springfield', 'IL', 'Driver, Springfield, MO run, Springfield, IL'],
  ['Driver for Omahas', 'Omaha', 'NE', 'Driver for Omahas, Omaha, NE'],
  ['Driver, St. Louis', 'St. Louis', 'MO', 'Driver, St. Louis, MO'],
  ['Driver', null, null, 'Driver'],
])('%s in %s', (title, city, state, shown) => {
  expect(titleWithPlace({ title, city, state })).toBe(shown);
});
