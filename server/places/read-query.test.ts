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

  it.each([
    'N56W17000 Ridgewood Dr',
    'W140 N8981 Lilly Rd',
    'W140N8981 Lilly Rd',
    'S84W18693 Enterprise Dr',
    'US Highway 30 E',
    'U.S. Hwy 30',
    'US-30',
    'Hwy 30',
    'I-80 Exit 312',
    'Interstate 80',
    'County Road 12',
    'CR 12',
    'FM 1960 W',
    'Farm to Market Rd 1960',
    'State Route 66',
    'State Highway 121',
    'NE-92',
    'Old US Highway 6',
    'PO Box 12',
    '123 Main St, Suite 400',
    '123 Main St, Ste 400',
    '123 Main St, # 5',
    '123 Main St # 5',
    '123 Main St, Unit B',
    '123 Main St, Bldg 2, Dock 14',
  ])('keeps %s in the street', (street) => {
    for (const tail of ['Omaha, NE', 'Omaha NE', 'Omaha, Nebraska'])
      expect(readQuery(`${street}, ${tail}`)).toMatchObject({ kind: 'street', street, city: 'Omaha', states: ['NE'] });
    expect(readQuery(`${street}, Omaha, NE 68102`)).toMatchObject({ kind: 'street', street, city: 'Omaha', zip: '68102' });
  });

  it('moves a suite after the city into the street, and leaves cities alone', () => {
    const omaha = { kind: 'street', street: '123 Main St, Suite 400', city: 'Omaha', states: ['NE'] };
    expect(readQuery('123 Main St, Omaha, NE, Suite 400')).toMatchObject(omaha);
    expect(readQuery('100 Main St, Ste. Genevieve, MO')).toMatchObject({ street: '100 Main St', city: 'Ste. Genevieve' });
    for (const city of [
      'Loop City, TX',
      'Space Center, TX',
      'North Platte, NE',
      'East Saint Louis, IL',
      'Old Forge, NY',
      'County Line, AL',
    ])
      expect(readQuery(city)).toMatchObject({ kind: 'city' });
  });
});
