// @engine both
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drivers } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, makeDriver, makeEmployee, rowOfJob } from '#server/demo/builders.ts';
import { milesFrom } from '#server/places/cells.ts';
import { findSearchedPlace } from '#server/places/searched-place.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { carrierJobs } from '#tests/helpers/driver-searches.ts';
import { browserHeaders } from '#tests/helpers/public-page.ts';

type Wire = { id: string; distance: number | null };

let t: TestApp;
let rows: ReturnType<typeof rowOfJob>[];
const names = new Map<string, string>();

beforeAll(async () => {
  t = await startTestApp();
  const companies = [await makeCompany(t.services.db), await makeCompany(t.services.db)];
  rows = Object.entries(carrierJobs).map(([name, values], index) => {
    const row = rowOfJob(companies[index % 2]!.id, { postingDate: daysFromNow(-1 - index), ...values });
    names.set(row.id, name);
    return row;
  });
  await t.services.db.insert(jobs).values(rows);
});
afterAll(() => t.close());

const search = async (query: Record<string, string>, token?: string) => {
  const { status, body } = await t.callRest('GET', `/public/jobs?${new URLSearchParams({ limit: '100', ...query })}`, {
    ...(token && { token }),
  });
  const found = (body.data ?? []) as Wire[];
  return { status, body, found, names: found.map(({ id }) => names.get(id)) };
};

describe('a search along a route', () => {
  it.each([
    ['Omaha', 'Dallas', '50'],
    ['Los Angeles', 'New York', '200'],
    ['Seattle', 'Portland, OR', '25'],
    ['El Paso', 'El Paso', '500'],
  ])('finds what makes the way from %s to %s at most %s miles longer, the least first', async (city, destination, radius) => {
    const { found } = await search({ city, destination, radius });
    const [center, end] = await Promise.all([city, destination].map((name) => findSearchedPlace(t.services.db, { city: name })));
    const detours = rows
      .map((row) => ({ id: row.id, distance: milesFrom({ center: center!, end: end! }, row) }))
      .filter(({ distance }) => distance <= Number(radius))
      .toSorted((a, b) => a.distance - b.distance);
    expect(detours.length).toBeGreaterThan(0);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(detours.map(({ id }) => id)));
    for (const [index, { distance }] of found.entries()) expect(distance).toBeCloseTo(detours[index]!.distance, 1);
  });

  it('has a usual radius, and needs two ends inside the US', async () => {
    expect((await search({ city: 'Omaha', destination: 'Dallas' })).names).toContain('wichita');
    expect((await search({ destination: 'Dallas' })).status).toBe(422);
    expect((await search({ city: 'Dallas', destination: 'Monterrey, NL' })).status).toBe(422);
    expect((await search({ city: 'Omaha', destination: 'Qwxzzyq' })).names).toEqual(['omaha']);
  });
});

it('a metropolitan area has a radius around its cities', async () => {
  expect(new Set((await search({ city: 'DFW' })).names)).toEqual(new Set(['dallas', 'fortWorth']));
  expect(new Set((await search({ city: 'Northern California', radius: '10' })).names)).toEqual(new Set(['oakland']));
});

describe('the best matches', () => {
  it('come first for the driver who asks, and what the driver cannot do comes last', async () => {
    const { db } = t.services;
    const driver = await makeDriver(db);
    const other = await makeDriver(db);
    const chicago = { latitude: 41.8858, longitude: -87.6229 };
    const seattle = { latitude: 47.6114, longitude: -122.3305 };
    const setProfile = async (userId: string, values: Partial<typeof drivers.$inferInsert>) => {
      const row: Partial<typeof drivers.$inferInsert> = {
        cdlStatus: 'Class A',
        endorsements: [],
        yearsOfExperience: 5,
        ...values,
      };
      await db
        .insert(drivers)
        .values({ userId, ...row })
        .onConflictDoUpdate({ target: drivers.userId, set: row });
    };
    await setProfile(driver.id, { ...chicago, workExperiences: ['reefer'] });
    await setProfile(other.id, { ...seattle, cdlStatus: 'Class B', workExperiences: ['garbageTruck'] });
    const ownOrder = await search({ sort: 'best' }, await t.createToken(driver));
    expect(ownOrder.names[0]).toBe('chicago');
    expect(ownOrder.names.slice(-5)).toContain('houston');
    expect(ownOrder.names).toHaveLength(rows.length);
    expect((await search({ sort: 'best' }, await t.createToken(other))).names[0]).toBe('seattle');

    const page = await search({ sort: 'best', offset: '1', limit: '2' }, await t.createToken(driver));
    expect(page.names).toEqual(ownOrder.names.slice(1, 3));

    const headers = { ...browserHeaders, authorization: `Bearer ${await t.createToken(driver)}` };
    const { body } = await t.app.inject({ method: 'GET', url: '/jobs?sort=best', headers });
    const shown = [...body.matchAll(/id="job-([^"]+)"/g)].map(([, id]) => names.get(id ?? ''));
    expect(shown).toEqual(ownOrder.names.slice(0, shown.length));
  });

  it('are nobody else’s', async () => {
    const company = await makeCompany(t.services.db);
    const employee = await t.createToken(await makeEmployee(t.services.db, company.id));
    expect((await search({ sort: 'best' })).status).toBe(422);
    expect((await search({ sort: 'best' }, employee)).status).toBe(422);
    const { body } = await t.app.inject({ method: 'GET', url: '/jobs?sort=best', headers: browserHeaders });
    expect(/id="job-([^"]+)"/.exec(body)?.[1]).toBe(rows[0]!.id);
  });
});
