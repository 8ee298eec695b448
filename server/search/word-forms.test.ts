import { expect, it } from 'vitest';
import { wordForms } from './word-forms.ts';

it.each([
  ['haul', ['hauls', 'hauling', 'hauler', 'haulers', 'hauled']],
  ['loads', ['load', 'loading', 'loader', 'loaded']],
  ['log', ['logs', 'logging', 'logger']],
  ['hauling', ['haul', 'hauler']],
  ['logging', ['log', 'logger']],
  ['drive', ['drives', 'driving', 'driver']],
  ['driving', ['drive', 'driver']],
  ['hauler', ['haulers', 'hauling']],
])('%s has the forms %j', (word, forms) => {
  expect(wordForms(word)).toEqual(expect.arrayContaining(forms));
});

it.each([
  ['car', 'carrier'],
  ['log', 'logistics'],
  ['center', 'cent'],
  ['bus', 'business'],
  ['53', '53s ing'],
])('%s has no form %s', (word, other) => {
  expect(wordForms(word)).not.toContain(other);
});
