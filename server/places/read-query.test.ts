import { describe, expect, it } from 'vitest';
import { cityKeys, readQuery } from './read-query.ts';

describe('a place someone types', () => {
  it.each([
    ['75', { kind: 'postal_code', prefix: '75' }],
    ['75201-1234', { kind: 'postal_code', prefix: '75201' }],
    ['Dallas, TX 75201, USA', { kind: 'postal_code', prefix: '75201' }],
    ['Dall', { kind: 'city', name: 'Dall', states: null }],
    ['Dallas, te', { kind: 'city', name: 'Dallas', states: ['TN', 'TX'] }],
    ['Omaha Nebraksa', { kind: 'city', name: 'Omaha', states: ['NE'] }],
    ['Omaha, Nebrasca', { kind: 'city', name: 'Omaha', states: ['NE'] }],
    ['Omaha Nebr.', { kind: 'city', name: 'Omaha', states: ['NE'] }],
    ['Charlotte N.C.', { kind: 'city', name: 'Charlotte', states: ['NC'] }],
    ['North Fontana', { kind: 'city', name: 'North Fontana', states: null }],
    ['Fort Worth Texas', { kind: 'city', name: 'Fort Worth', states: ['TX'] }],
    ['1200 Main St, Dallas, TX', { kind: 'street', street: '1200 Main St', city: 'Dallas', states: ['TX'], zip: null }],
    ['1200 Main St, Dallas, TX 752', { kind: 'street', street: '1200 Main St', city: 'Dallas', states: ['TX'], zip: null }],
    ['Dallas, TX 7', { kind: 'city', name: 'Dallas', states: ['TX'] }],
    ['1200 Main St, TX 75201', { kind: 'street', street: '1200 Main St', city: null, states: ['TX'], zip: '75201' }],
    [
      '1200 Main St, Suite 5, Dallas, TX',
      { kind: 'street', street: '1200 Main St, Suite 5', city: 'Dallas', states: ['TX'], zip: null },
    ],
    ['1200 Main St 75201', { kind: 'street', street: '1200 Main St', city: null, states: null, zip: '75201' }],
    ['1200 Main St Dallas TX', { kind: 'run-on', words: ['1200', 'Main', 'St', 'Dallas'], states: ['TX'], zip: null }],
  ])('reads %s', (text, query) => {
    expect(readQuery(text)).toEqual(query);
  });

  it.each(['', 'D', '7', ' , '])('is not read from %j', (text) => {
    expect(readQuery(text)).toBeNull();
  });

  it('knows short forms of city names', () => {
    expect(cityKeys('St. Louis')).toContain('saint louis');
    expect(cityKeys('New York City')).toContain('new york');
    expect(cityKeys('N Platte')).toContain('north platte');
    expect(cityKeys('Colorado Spgs')).toContain('colorado springs');
    expect(cityKeys('Mc Allen')).toContain('mcallen');
  });
});
