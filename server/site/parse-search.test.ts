import { describe, expect, it } from 'vitest';
import { text } from '#shared/texts/texts.ts';
import { readSearch, searchPath, parseSearch } from './parse-search.ts';

const understand = (address: string) => parseSearch(readSearch(Object.fromEntries(new URLSearchParams(address))));
/** Returns the path of the search that was understood. */
const understoodPath = (address: string) => searchPath(understand(address).params);

describe('what a search understands', () => {
  it.each(['1500/wk', '1.5k', 'abc', '-5', '1200.555', '99999999999', '$', '1e3', '0x10', '1,5', 'Infinity'])(
    'no pay of %s, and says so',
    (pay) => {
      const { search, problems } = understand(`pay_min=${encodeURIComponent(pay)}&query=reefer`);
      expect(problems).toEqual({ payMin: text('site.amountInvalid') });
      expect(search).toEqual({ query: 'reefer', offset: 0, limit: 20 });
      expect(understoodPath(`pay_min=${encodeURIComponent(pay)}&query=reefer`)).toBe('/jobs?query=reefer');
    },
  );

  it.each([
    ['1500', 1500],
    ['$1,500', 1500],
    ['$ 1200.50', 1200.5],
    ['10,000', 10_000],
  ])('a pay of %s', (pay, payMin) => {
    const { search, params, problems } = understand(`pay_min=${encodeURIComponent(pay)}`);
    expect([search?.payMin, params.payMin, problems]).toEqual([payMin, String(payMin), {}]);
  });

  it('nothing asked by a pay of nothing', () => {
    expect(understand('pay_min=0')).toMatchObject({ search: { offset: 0 }, params: { payMin: '' }, problems: {} });
  });

  it.each([
    ['752', text('errors.invalidZipCode')],
    ['7', text('errors.invalidZipCode')],
    ['752011', text('errors.invalidZipCode')],
    ['***', text('site.placeInvalid')],
    ['x'.repeat(150), text('site.placeInvalid')],
  ])('no place by %s, and does not look everywhere', (place, problem) => {
    const { search, params, problems } = understand(`location=${place}&job_type=tanker`);
    expect(search).toBeNull();
    expect(problems).toEqual({ location: problem });
    expect(searchPath(params)).toBe('/jobs?job_type=tanker');
  });

  it.each([
    ['75201', { postalCode: '75201', radius: 50 }],
    ['75201-1234', { postalCode: '75201', radius: 50 }],
    ['Dallas, TX', { city: 'Dallas', state: 'TX', radius: 50 }],
    ['St. Louis', { city: 'St. Louis', radius: 50 }],
    ['texas', { state: 'TX' }],
    ['inland empire ca', { city: 'inland empire ca', radius: 50 }],
    ['between Omaha, NE and Dallas', { city: 'Omaha', state: 'NE', destination: 'Dallas', radius: 50 }],
    ['Omaha to Dallas, TX', { city: 'Omaha', destination: 'Dallas, TX', radius: 50 }],
    ['68102 – 75201', { postalCode: '68102', destination: '75201', radius: 50 }],
    ['de Omaha a Dallas', { city: 'Omaha', destination: 'Dallas', radius: 50 }],
    ['Dallas - Fort Worth', { city: 'Dallas - Fort Worth', radius: 50 }],
    ['Omaha, NE', { city: 'Omaha', state: 'NE', radius: 50 }],
    ['Atlantis', { city: 'Atlantis', radius: 50 }],
  ])('a place by %s', (location, place) => {
    const { search, params, problems } = understand(`location=${location}`);
    expect({ search, problems }).toEqual({ search: { ...place, offset: 0, limit: 20 }, problems: {} });
    expect(params).toMatchObject({ location });
  });

  it('a sort, by distance only around a place', () => {
    expect(understand('sort=pay')).toMatchObject({ sort: 'pay', search: { sort: 'pay' }, sorts: ['newest', 'pay'] });
    expect(understand('sort=nearest&location=Texas')).toMatchObject({ sort: 'newest', params: { sort: '' } });
    expect(understand('location=Dallas')).toMatchObject({ sort: 'nearest', sorts: ['nearest', 'newest', 'pay'] });
    expect(understand('location=Dallas&sort=newest')).toMatchObject({ sort: 'newest', search: { sort: 'newest' } });
  });

  it('a distance beyond the most as the most', () => {
    for (const radius of [501, 9999]) {
      expect(understand(`location=75201&radius=${radius}`)).toMatchObject({ search: { radius: 500 }, problems: {} });
      expect(understoodPath(`location=75201&radius=${radius}`)).toBe('/jobs?location=75201&radius=500');
    }
    expect(understand('location=75201&radius=far')).toMatchObject({
      search: { postalCode: '75201', radius: 50 },
      problems: { radius: text('site.distanceOutOfRange', { miles: 500 }) },
    });
    expect(understoodPath('location=Texas&radius=100')).toBe('/jobs?location=Texas&radius=100');
  });

  it('the endorsements that it knows, beside others', () => {
    const params = readSearch({ endorsements: ['T', 'ZZ', 'H', 'T', 't'] });
    expect(parseSearch(params)).toMatchObject({
      search: { endorsements: ['H', 'T'] },
      params: { endorsements: ['H', 'T'] },
      problems: { endorsements: text('site.endorsementsInvalid') },
    });
    expect(parseSearch(readSearch({ endorsements: 'T,H' })).problems).toEqual({});
    expect(parseSearch(readSearch({ endorsements: Array(20).fill('T') }))).toMatchObject({
      search: { endorsements: ['T'] },
    });
  });

  it('no code that is in no list, and says so', () => {
    const address = 'job_type=zzz&home_time=zzz&required_experience=zzz&second_chance=true&query=van';
    const { search, problems } = understand(address);
    expect(search).toEqual({ query: 'van', secondChance: true, offset: 0, limit: 20 });
    expect(Object.keys(problems)).toEqual(['jobType', 'requiredExperience', 'homeTime']);
    expect(understoodPath(address)).toBe('/jobs?query=van&second_chance=true');
  });

  it('text without control characters', () => {
    expect(understand('query=%00van%0a&location=%00')).toMatchObject({ search: { query: 'van' }, params: { location: '' } });
  });
});
