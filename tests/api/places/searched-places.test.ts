import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cities } from '#drizzle/schema/places.ts';
import { makeCompany, makeJob } from '#server/demo/builders.ts';
import { searchPublicJobs } from '#server/jobs/public-search.ts';
import { metros } from '#server/places/metros.ts';
import { cityKey } from '#server/places/read-query.ts';
import { findSearchedPlace } from '#server/places/searched-place.ts';
import { parseSearch, readSearch } from '#server/site/parse-search.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
  const { id } = await makeCompany(t.services.db, { companyName: 'Prairie Freight' });
  const lincoln = { city: 'Lincoln', state: 'NE', postalCode: '68508', latitude: 40.8136, longitude: -96.7026 };
  await makeJob(t.services.db, id, { ...lincoln, title: 'Grain hauler' });
  await makeJob(t.services.db, id, { ...lincoln, title: 'Milk hauler' });
});
afterAll(() => t.close());

/** The place that the search page resolves a typed text to. */
async function find(location: string) {
  const { search } = parseSearch(readSearch({ location }));
  return search && (await findSearchedPlace(t.services.db, search));
}

const suggest = async (text: string) => {
  const { body } = await t.callRest('GET', `/public/places?text=${encodeURIComponent(text)}`);
  return (body.data as { name: string }[]).map(({ name }) => name);
};

describe('a searched place', () => {
  it.each([
    ['Chicgo', 'Chicago, IL'],
    ['Omahha', 'Omaha, NE'],
    ['Pheonix', 'Phoenix, AZ'],
    ['Tuscon', 'Tucson, AZ'],
    ['Alanta', 'Atlanta, GA'],
    ['Colombus', 'Columbus, OH'],
    ['Albequerque', 'Albuquerque, NM'],
    ['Philidelphia', 'Philadelphia, PA'],
    ['Indianopolis', 'Indianapolis, IN'],
    ['Newwark', 'Newark, NJ'],
    ['Okalahoma City', 'Oklahoma City, OK'],
    ['St Luis', 'Saint Louis, MO'],
    ['Saint Lewis', 'Saint Louis, MO'],
    ['Housten', 'Houston, TX'],
    ['DFW', 'Dallas–Fort Worth, TX'],
    ['Chicagoland', 'Chicago, IL'],
    ['NYC', 'New York City, NY'],
    ['Twin Cities', 'Minneapolis–Saint Paul, MN'],
    ['Philly', 'Philadelphia, PA'],
    ['Tampa Bay', 'Tampa Bay, FL'],
  ])('forgives %s', async (text, name) => {
    expect(await find(text)).toMatchObject({ correctedTo: name });
  });

  it.each([
    'St. Louis',
    'St.Louis, MO',
    'Ste.Genevieve, MO',
    'Mt.Vernon',
    'Ft Worth',
    'N Platte',
    'Colorado Spgs',
    'Mt Vernon',
    'Mc Allen',
    'Omaha Nebraksa',
    'Tulsa Okla',
  ])('finds %s as typed', async (text) => {
    expect(await find(text)).toMatchObject({ correctedTo: null });
  });

  it('offers other places that may be meant', async () => {
    expect((await find('Springfield'))?.alternatives).toContain('Springfield, MO');
    expect(await find('Huston')).toMatchObject({ correctedTo: 'Houston, TX', alternatives: ['Huston, ID'] });
    expect(await find('Huston, ID')).toMatchObject({ correctedTo: null });
    expect((await find('Dallas, TX'))?.alternatives).toEqual([]);
    expect((await find('Dallas'))?.alternatives).toEqual([]);
    expect((await find('Canon City'))?.alternatives).toEqual([]);
  });

  it('finds every city of every metropolitan area', async () => {
    for (const [area] of metros) {
      const keys = area.cities.map(cityKey);
      const rows = await t.services.db
        .select()
        .from(cities)
        .where(and(inArray(cities.key, keys), eq(cities.state, area.states[0])));
      expect([area.name, rows.length]).toEqual([area.name, keys.length]);
    }
  });
});

describe('a place in any spelling', () => {
  it.each([
    ['O’Fallon, MO', "O'Fallon, MO", 'O Fallon, MO', 'OFallon, MO', 'OʻFallon MO'],
    ['Lee’s Summit, MO', "Lee's Summit, MO", 'Lees Summit, MO', 'Lee‘s Summit, Missouri'],
    ['Cañon City, CO', 'Canon City, CO', 'Can\u0303on City, CO', 'CAÑON CITY, CO'],
    ['Winston-Salem, NC', 'Winston Salem, NC', 'Winston–Salem, NC', 'winston salem NC'],
    ['Ste. Genevieve, MO', 'Ste Genevieve, MO', 'Sainte Genevieve, MO', 'St. Genevieve, MO'],
    ['St Louis, MO', 'St. Louis, MO', 'Saint Louis, MO', 'SAINT LOUIS, MO'],
    ['Saint Paul, MN', 'St. Paul, MN', 'St Paul MN'],
    ['Ft. Worth, TX', 'Fort Worth, TX', 'Ft Worth, Tex.'],
    ['Mt Vernon, IL', 'Mt. Vernon, IL', 'Mount Vernon, IL'],
    ['Coeur d’Alene, ID', "Coeur d'Alene, ID", "Coeur D'Alene, Idaho", 'Coeur d Alene, ID', 'Coeur dAlene, ID'],
    ['Land O’ Lakes, FL', "Land O' Lakes, FL", 'Land O Lakes, FL'],
    ['LaPorte, IN', 'La Porte, IN'],
    ['DeKalb, IL', 'De Kalb, IL', 'Dekalb, IL'],
  ])('is the same: %s', async (...spellings) => {
    const places = await Promise.all(spellings.map(find));
    expect(places[0]).toMatchObject({ latitude: expect.any(Number) });
    for (const place of places) {
      expect(place).toMatchObject({ correctedTo: null, alternatives: [] });
      expect([place?.latitude, place?.longitude]).toEqual([places[0]?.latitude, places[0]?.longitude]);
    }
  });
});

describe('a place outside the fifty states and DC', () => {
  const outside = [
    'San Juan, PR',
    'San Juan PR',
    'San Juan, Puerto Rico',
    'Bayamón, PR 00961',
    '00901',
    'Hagåtña, Guam',
    'Charlotte Amalie, VI',
    'APO, AE 09012',
    'Tijuana, Mexico',
    'Tijuana, México',
    'Tijuana, BC',
    'Monterrey, NL',
    'Monterrey NL',
    'Nogales, SON',
    'Nogales SON',
    'Ciudad Juárez CHIH',
    'Moncton NB',
    'Monterrey, Nuevo León',
    'Nuevo Laredo, Tamaulipas, Mexico',
    'Toronto, ON',
    'Toronto ON',
    'Toronto, ON M5V 2T6',
    'London, Ontario',
    'Vancouver, British Columbia, Canada',
    'Montréal, Québec',
    'Paris, France',
  ];

  it.each(outside)('is refused, not corrected: %s', async (text) => {
    const { search, problems } = parseSearch(readSearch({ location: text }));
    expect(search).toBeNull();
    expect(Object.keys(problems)).toEqual(['location']);
    const name = /^\d{5}$/.test(text) ? 'postal_code' : 'city';
    const answer = await t.callRest('GET', `/public/jobs?${name}=${encodeURIComponent(text)}&radius=50`);
    expect(answer.status).toBe(422);
    expect(answer.body.message).toContain('50 states');
    expect(answer.body.errors[0]).toMatchObject({ field: name });
    expect(await suggest(text)).toEqual([]);
  });

  it.each(['PR', 'Guam', 'ON', 'Ontario', 'NL'])('is refused in the state of a search: %s', async (state) => {
    const answer = await t.callRest('GET', `/public/jobs?city=London&state=${state}&radius=50`);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'state' }] } });
    expect(answer.body.message).toContain('50 states');
  });

  it('is explained on the page in both languages, without jobs', async () => {
    const pageOf = async (path: string) => (await t.app.inject({ method: 'GET', url: path })).body;
    const english = await pageOf('/jobs?location=London%2C%20Ontario');
    expect(english).toContain('50 states');
    expect(english).not.toContain('Grain hauler');
    expect(await pageOf('/es/jobs?location=Tijuana%2C%20M%C3%A9xico')).toContain('50 estados');
  });

  it.each([
    'Ontario, CA',
    'Ontario',
    'Mexico, MO',
    'Peru, IL',
    'Lebanon, PA',
    'Albuquerque New Mexico',
    'Little Canada MN',
    'Toronto, KS',
    'London, KY',
    'Jamaica, NY',
    'Detroit, Mich',
    'Durango, CO',
    'La Canada Flintridge',
  ])('is not %s', (text) => {
    expect(parseSearch(readSearch({ location: text })).search).not.toBeNull();
  });
});

describe('suggested places', () => {
  it.each([
    ['dal', 'Dallas, TX'],
    ['chicgo', 'Chicago, IL'],
    ['dfw', 'Dallas–Fort Worth, TX'],
    ['tex', 'Texas'],
    ['68102', 'Omaha, NE 68102'],
    ['omaha ne', 'Omaha, NE'],
  ])('for %s', async (text, name) => {
    expect(await suggest(text)).toContain(name);
  });

  it('are few, and each finds its place', async () => {
    const names = (await Promise.all(['la', 'spr', '752', 'new', 'minn', 'bay'].map(suggest))).flat();
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const { search, problems } = parseSearch(readSearch({ location: name }));
      expect([name, problems]).toEqual([name, {}]);
      if (search?.city || search?.postalCode) expect([name, await find(name)]).toEqual([name, expect.anything()]);
    }
    expect((await suggest('new')).length).toBeLessThanOrEqual(6);
  });

  it.each(['', 'q', '%', '_____', "'; drop table cities; --"])('are none for %j', async (text) => {
    expect(await suggest(text)).toEqual([]);
  });

  it('are the nearest ZIP code for a position', async () => {
    const omaha = await t.callRest('GET', '/public/places/nearest?latitude=41.26&longitude=-95.94');
    expect(omaha.body.data).toMatchObject({ name: expect.stringMatching(/^Omaha, NE 68\d{3}$/) });
    expect((await t.callRest('GET', '/public/places/nearest?latitude=48.85&longitude=2.35')).status).toBe(422);
    expect((await t.callRest('GET', '/public/places/nearest?latitude=91&longitude=0')).status).toBe(422);
  });
});

describe('a place without jobs', () => {
  const search = (input: object) => searchPublicJobs(t.services.db, { offset: 0, limit: 20, radius: 20, ...input });

  it('leads to the nearest places with matching jobs', async () => {
    expect((await search({ city: 'Omaha', state: 'NE' })).nearestPlaces).toEqual([
      { name: 'Lincoln, NE', count: 2, miles: expect.closeTo(47.5, 0) },
    ]);
    expect((await search({ city: 'Omaha', state: 'NE', query: 'milk' })).nearestPlaces).toMatchObject([{ count: 1 }]);
    expect((await search({ city: 'Omaha', state: 'NE', query: 'zeppelin' })).nearestPlaces).toEqual([]);
    const { body } = await t.app.inject({ method: 'GET', url: '/jobs?location=Omaha&radius=20' });
    expect(body).toMatch(/location=Lincoln%2C\+NE[^>]*>Lincoln, NE: 2 jobs, 47 miles/);
  });

  it('is known under other names', async () => {
    expect((await search({ city: 'Dallas', state: 'NE' })).alternatives).toContain('Dallas, TX');
    const { body } = await t.app.inject({ method: 'GET', url: '/jobs?location=LA' });
    expect(body).toMatch(/Did you mean <a [^>]*>Los Angeles, CA<\/a>/);
  });
});
