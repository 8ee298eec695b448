// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companies } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';

/** Which addresses jobs, companies and drivers can have (`docs/product/companies.md#addresses`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

type Position = { latitude: number; longitude: number };
type TestAddress = { city?: string; state?: string; postal_code?: string; country?: string; coordinates?: Position };

/** Saves the address of a job, a company and a driver. Returns the answers and the saved positions. */
async function save(address: TestAddress) {
  const { db } = t.services;
  const company = await makeCompany(db, { street1: null, city: null, state: null, postalCode: null });
  const token = await t.createToken(await makeEmployee(db, company.id, { roles: [roles.companyAdmin] }));
  const driver = await makeUser(db, { roles: [roles.driver] });
  const { country: _country, coordinates: _coordinates, ...driverAddress } = address;
  const answers = {
    job: await t.callRest('POST', '/jobs', { token, body: { ...makeJobRequest(), addresses: [address] } }),
    company: await t.callRest('PATCH', `/companies/${company.id}`, { token, body: address }),
    driver: await t.callRest('PATCH', '/member/profile', { token: await t.createToken(driver), body: driverAddress }),
  };
  const [job] = await db.select().from(jobs).where(eq(jobs.companyId, company.id));
  const [savedCompany] = await db.select().from(companies).where(eq(companies.id, company.id));
  const [savedDriver] = await db.select().from(drivers).where(eq(drivers.userId, driver.id));
  return { answers: Object.values(answers), rows: [job, savedCompany, savedDriver] };
}

describe('an address', () => {
  it.each<[string, TestAddress, [latitude: number, longitude: number]]>([
    ['of a city with an apostrophe', { city: 'O’Fallon', state: 'MO' }, [38.8, -90.7]],
    ['of a city with an apostrophe and a ZIP code', { city: "Lee's Summit", state: 'MO', postal_code: '64063' }, [38.9, -94.4]],
    ['of a city with an accent', { city: 'Cañon City', state: 'CO' }, [38.4, -105.2]],
    ['of a city with a combining accent', { city: 'Can\u0303on City', state: 'CO', postal_code: '81212' }, [38.4, -105.2]],
    ['of a city without its hyphen', { city: 'Winston Salem', state: 'NC' }, [36.1, -80.2]],
    ['of a city in a short form', { city: 'Ste. Genevieve', state: 'MO' }, [38, -90]],
    ['of a suburb with the name of the big city', { city: 'Omaha', state: 'NE', postal_code: '68046' }, [41.1, -96]],
    ['of a large city', { city: 'Houston', state: 'TX', postal_code: '77449' }, [29.8, -95.7]],
    ['of a neighbor of the ZIP code’s city', { city: 'Bentonville', state: 'AR', postal_code: '72756' }, [36.3, -94.1]],
    ['of a town that the index does not know', { city: 'Tinytown Corner', state: 'NE', postal_code: '69301' }, [42.1, -102.9]],
    ['with a ZIP code that the index does not know', { city: 'Omaha', state: 'NE', postal_code: '68199' }, [41.3, -96]],
    [
      'of a town and with a ZIP code that it does not know',
      { city: 'Tinytown', state: 'NE', postal_code: '69399' },
      [41.8, -103.3],
    ],
  ])('%s is accepted', async (_what, address, [latitude, longitude]) => {
    const { answers, rows } = await save(address);
    expect(answers.map(({ status }) => status < 300)).toEqual([true, true, true]);
    for (const row of rows) {
      expect(row).toMatchObject({ city: address.city?.normalize('NFC'), state: address.state });
      expect(Math.abs((row?.latitude ?? 0) - latitude)).toBeLessThan(0.6);
      expect(Math.abs((row?.longitude ?? 0) - longitude)).toBeLessThan(0.6);
    }
  });

  it.each<[string, TestAddress, string]>([
    ['a ZIP code far from the city', { city: 'Omaha', state: 'NE', postal_code: '69301' }, 'miles from Omaha'],
    ['a ZIP code far from a small city', { city: 'Sidney', state: 'NE', postal_code: '68102' }, 'miles from Sidney'],
    ['a ZIP code on the other side of Texas', { city: 'El Paso', state: 'TX', postal_code: '75201' }, 'miles from El Paso'],
    ['a ZIP code of another state', { city: 'Omaha', state: 'NE', postal_code: '75201' }, 'not in Nebraska'],
    ['a ZIP code of another state across the river', { city: 'Omaha', state: 'NE', postal_code: '51501' }, 'not in Nebraska'],
    ['an unknown ZIP code of another state', { city: 'Omaha', state: 'NE', postal_code: '75999' }, 'not in Nebraska'],
    ['a ZIP code of no state', { city: 'Omaha', state: 'NE', postal_code: '00001' }, 'not in Nebraska'],
    ['Puerto Rico', { city: 'San Juan', state: 'PR', postal_code: '00901' }, '50 states'],
    ['Puerto Rico by its name', { city: 'Ponce', state: 'Puerto Rico' }, '50 states'],
    ['Guam', { city: 'Hagåtña', state: 'GU', postal_code: '96910' }, '50 states'],
    ['military mail', { city: 'APO', state: 'AE', postal_code: '09012' }, '50 states'],
    ['a ZIP code of Puerto Rico alone', { postal_code: '00901' }, '50 states'],
  ])('with %s is refused', async (_what, address, words) => {
    const { answers } = await save(address);
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body.message).toContain(words);
    }
  });

  it('in a foreign country is not from the US', async () => {
    const { answers } = await save({ city: 'Toronto', state: 'ON', country: 'Canada' });
    for (const { status, body } of answers.slice(0, 2))
      expect({ status, message: body.message }).toEqual({ status: 422, message: 'Addresses should be from the US' });
    expect(answers[2]?.status).toBe(422);
  });

  it('of a job with coordinates has a ZIP code near its city, too', async () => {
    const coordinates = { latitude: 41.26, longitude: -95.94 };
    const { answers } = await save({ city: 'Omaha', state: 'NE', postal_code: '69301', coordinates });
    expect(answers[0]).toMatchObject({ status: 422, body: { errors: [{ field: 'addresses.0.postal_code' }] } });
  });
});
