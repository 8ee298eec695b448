import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cities } from '#drizzle/schema/places.ts';
import { makeUser } from '#server/demo/builders.ts';
import { seedPlaces } from '#server/places/cities.ts';
import { isSimilarTo } from '#server/places/find-cities.ts';
import { en } from '#shared/texts/en.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';

const sessionToken = 'session-of-test';
let t: TestApp;
let api: Caller;

beforeAll(async () => {
  t = await startTestApp();
  api = await t.createCallerFor(await makeUser(t.services.db));
});
afterAll(() => t.close());

const suggest = async (text: string) => (await api.places.autocomplete({ text, sessionToken })).map((place) => place.description);
const first = async (text: string) => {
  const [place] = await api.places.autocomplete({ text, sessionToken });
  return api.places.details({ id: place?.id ?? '', sessionToken });
};

describe('the place index', () => {
  it('is loaded once', async () => {
    expect(await seedPlaces(t.services.sql)).toBe(0);
    const [row] = await t.services.sql`select count(*)::int as n, count(distinct state)::int as states from postal_codes`;
    expect(row).toMatchObject({ n: 40977, states: 51 });
  });

  it('finds cities by how they begin, bigger ones first', async () => {
    const found = await suggest('Dall');
    expect(found[0]).toBe('Dallas, TX, USA');
    expect(found).toHaveLength(10);
    expect((await suggest('springfield'))[0]).toBe('Springfield, IL, USA');
  });

  it.each([
    ['dallas, tx', 'Dallas, TX, USA'],
    ['Dallas, Tex', 'Dallas, TX, USA'],
    ['Dallas, TX, USA', 'Dallas, TX, USA'],
    ['St. Louis, MO', 'Saint Louis, MO, USA'],
    ['Fort Worth Texas', 'Fort Worth, TX, USA'],
    ['75201', 'Dallas, TX 75201, USA'],
    ['7520', 'Dallas, TX 75201, USA'],
    ['1200 Main St, Dallas, TX', '1200 Main St, Dallas, TX, USA'],
    ['1200 Main St, Dallas, TX 75201', '1200 Main St, Dallas, TX 75201, USA'],
    ['1200 Main St, TX 75201', '1200 Main St, Dallas, TX 75201, USA'],
    ['1200 Main St Dallas TX 75201', '1200 Main St, Dallas, TX 75201, USA'],
  ])('reads %s', async (text, description) => {
    expect((await suggest(text))[0]).toBe(description);
  });

  it.each([
    ['Omahha', 'Omaha, NE, USA'],
    ['Chicgo', 'Chicago, IL, USA'],
    ['Denvr CO', 'Denver, CO, USA'],
    ['New Yrok', 'New York, NY, USA'],
    ['Los Angelas', 'Los Angeles, CA, USA'],
    ['Dallsa', 'Dallas, TX, USA'],
  ])('forgives %s', async (text, description) => {
    expect((await suggest(text))[0]).toBe(description);
  });

  it('never moves a street address to a similar city', async () => {
    expect(await suggest('1200 Main St, Dallsa, TX')).toEqual([]);
  });

  it('looks similar names up in an index', async () => {
    const { db } = t.services;
    const plan = await db.execute(sql`explain ${db.select().from(cities).where(isSimilarTo('omahha'))}`);
    expect(JSON.stringify(plan)).toContain('cities_key_trgm_index');
  });

  it.each(['', 'D', 'Toronto, ON, Canada', '%', '_____', "'; drop table cities; --", '\\'])(
    'finds nothing for %j',
    async (text) => {
      expect(await suggest(text)).toEqual([]);
    },
  );

  it.each(['San Juan PR', 'San Juan, PR', '12 Main St, Toronto, ON', 'Ponce, Puerto Rico 00716'])(
    'suggests no place of the same name for %s',
    async (text) => {
      expect(await suggest(text)).toEqual([]);
    },
  );

  it.each([
    ['12 Main St, Peru', 'Peru'],
    ['W140 N8981 Lilly Rd, Menomonee Falls, WI 53051', 'W140 N8981 Lilly Rd, Menomonee Falls, WI 53051'],
    ['I-80 Exit 312, Grand Island, NE', 'I-80 Exit 312, Grand Island, NE'],
    ['123 Main St, Suite 400, Omaha NE', '123 Main St, Suite 400, Omaha, NE'],
    ["100 Main St, O'Fallon, MO", '100 Main St, O Fallon, MO'],
    ['FM 1960 W, Houston, TX', 'FM 1960 W, Houston, TX'],
  ])('keeps the street of %s', async (text, description) => {
    expect((await suggest(text))[0]).toContain(description);
  });

  it('keeps the street as it was typed and places it at its ZIP code', async () => {
    expect(await first('1200 Main St, Dallas, TX 75201')).toEqual({
      description: '1200 Main St, Dallas, TX 75201, USA',
      street1: '1200 Main St',
      city: 'Dallas',
      state: 'TX',
      postalCode: '75201',
      country: 'US',
      latitude: 32.7904,
      longitude: -96.8044,
      timeZone: 'US/Central',
    });
  });

  it('knows the ZIP code of a city only where there is one', async () => {
    expect(await first('Dallas, TX')).toMatchObject({ street1: null, postalCode: null });
    expect(await first('Akutan, AK')).toMatchObject({ postalCode: '99553' });
  });

  it('refuses an id that it did not give', async () => {
    for (const id of ['us.garbage', 'us.', 'x', `us.${Buffer.from('["a","dallas","ZZ",null]').toString('base64url')}`]) {
      await expect(api.places.details({ id, sessionToken })).rejects.toThrow(en.errors.addressNotUs);
    }
  });

  it('answers from the index under any plan', async () => {
    const plan = await t.services.sql`explain select * from cities where key ~>=~ 'dal' and key ~<~ 'dam'`;
    expect(JSON.stringify(plan)).toContain('cities_key_prefix_index');
  });
});

describe('the places calls', () => {
  it('are for signed-in people', async () => {
    const anonymous = await t.createCallerFor(null);
    await expect(anonymous.places.autocomplete({ text: 'Dallas', sessionToken })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect((await t.callRest('GET', '/places?text=Dallas&session_token=session-of-test')).status).toBe(401);
  });

  it('answer REST clients in snake_case', async () => {
    const token = await t.createToken(await makeUser(t.services.db));
    const found = await t.callRest('GET', '/places?text=75201&session_token=session-of-test', { token });
    const [place] = found.body.data as { id: string }[];
    const answer = await t.callRest('GET', `/places/${place?.id}?session_token=session-of-test`, { token });
    expect(answer.body.data).toMatchObject({ city: 'Dallas', postal_code: '75201' });
  });

  it('are limited per person', async () => {
    const busy = await t.createCallerFor(await makeUser(t.services.db));
    const lookups = Array.from({ length: 240 }, () => busy.places.autocomplete({ text: 'D', sessionToken }));
    await Promise.all(lookups);
    await expect(busy.places.autocomplete({ text: 'D', sessionToken })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
