import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applications, drivers } from '#drizzle/schema/drivers.ts';
import { daysFromNow, makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

type Wire = { id: string; title: string; distance: number; job_matching: number; reasons: { text: string; points: number }[] };

let t: TestApp;
let token: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
const createdRows: Record<string, string> = {};

/**
 * The driver lives in Lincoln, has Class A, four years of dry van and reefer, Hazmat and doubles, and wants to be home
 * weekly for $1,500.
 */
beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  driver = await makeDriver(db);
  token = await t.createToken(driver);
  const company = await makeCompany(db);
  const cancelled = await makeCompany(db, { status: 'Cancelled' });
  const make = async (title: string, overrides: NonNullable<Parameters<typeof makeJob>[2]> = {}, of = company.id) => {
    const job = await makeJob(db, of, { title, ...overrides });
    createdRows[title] = job.id;
    return job;
  };
  const lincoln = { latitude: 40.8136, longitude: -96.7026 };
  await make('Omaha');
  await make('Home daily in Lincoln', { ...lincoln, homeTime: 'HD' });
  await make('Bus, pays little', { ...lincoln, jobType: 'bus', expectedPayCents: 900_00 });
  await make('Needs TWIC', { ...lincoln, endorsements: ['TWIC'] });
  await make('Denver', { latitude: 39.7392, longitude: -104.9903 });
  await make('Draft', { ...lincoln, status: 'INACTIVE', postingDate: null, expirationDate: null, nextBillingDate: null });
  await make('Over', { ...lincoln, expirationDate: daysFromNow(-0.1) });
  await make('Of a cancelled company', lincoln, cancelled.id);
  const applied = await make('Applied', lincoln);
  const withdrawn = await make('Withdrawn', lincoln);
  await db.insert(applications).values(rowOfApplication(applied, driver));
  await db.insert(applications).values(rowOfApplication(withdrawn, driver, { withdrawnAt: new Date() }));
});
afterAll(() => t.close());

const ask = async (query = '', as = token) => {
  const answer = await t.callRest('GET', `/member/matching-jobs${query}`, { token: as });
  return { ...answer, rows: (answer.body.data ?? []) as Wire[] };
};

describe('the matching jobs of a driver', () => {
  it('are public, in range, within reach of what the driver holds, and not yet applied to; best first, with reasons', async () => {
    const { status, rows, body } = await ask();
    expect(status).toBe(200);
    expect(rows.map((row) => row.title)).toEqual(['Home daily in Lincoln', 'Omaha', 'Bus, pays little']);
    expect(body.pagination).toEqual({ offset: 0, limit: 10, total: 3 });
    expect(rows[0]).toMatchObject({ job_matching: 1, distance: 0 });
    expect(rows[1]?.reasons.map(({ text }) => text)).toContain('Meets desired pay');
    for (const row of rows)
      expect(row.reasons.reduce((sum, reason) => sum + reason.points, 0)).toBe(Math.round(row.job_matching * 100));
  });

  it('come page by page', async () => {
    const { rows, body } = await ask('?offset=1&limit=1');
    expect(rows.map((row) => row.id)).toEqual([createdRows['Omaha']]);
    expect(body.pagination.total).toBe(3);
    expect((await ask('?limit=11')).status).toBe(422);
  });

  it('are none while the driver has matching off', async () => {
    const setMatching = (match_enabled: boolean) => t.callRest('PATCH', '/member/profile', { token, body: { match_enabled } });
    await setMatching(false);
    expect((await ask()).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await t.callRest('GET', '/public/jobs')).body.pagination.total).toBeGreaterThan(0);
    await setMatching(true);
    expect((await ask()).rows).toHaveLength(3);
  });

  it('are none while it is not known where the driver lives', async () => {
    const { db } = t.services;
    const nowhere = await makeDriver(db, { profile: { latitude: null, longitude: null, cell: null } });
    expect((await ask('', await t.createToken(nowhere))).rows).toEqual([]);
    await db.delete(drivers);
    expect((await ask()).body.pagination.total).toBe(0);
  });

  it('are for drivers', async () => {
    expect((await t.callRest('GET', '/member/matching-jobs')).status).toBe(401);
    const employer = await makeEmployee(t.services.db, (await makeCompany(t.services.db)).id);
    expect((await ask('', await t.createToken(employer))).status).toBe(403);
  });
});
