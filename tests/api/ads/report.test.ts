import { afterAll, beforeAll, expect, test } from 'vitest';
import { adDays } from '#drizzle/schema/ads.ts';
import { makeUser } from '#server/demo/builders.ts';
import { makeAd } from '#server/demo/demo-ads.ts';
import { roles } from '#shared/access/access.ts';
import { localDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Reports of ads: impressions and clicks by day, as data and as a file. */
let t: TestApp;
let token: string;
let id: string;
beforeAll(async () => {
  t = await startTestApp();
  token = await t.createToken(await makeUser(t.services.db, { roles: [roles.adsAdmin] }));
  id = (await makeAd(t.services.db, { title: 'Winter tires' })).id;
  const other = await makeAd(t.services.db);
  await t.services.db.insert(adDays).values([
    { adId: id, day: '2026-03-01', impressions: 200, clicks: 3 },
    { adId: id, day: '2026-03-03', impressions: 7, clicks: 0 },
    { adId: id, day: '2026-03-05', impressions: 1000, clicks: 100 },
    { adId: other.id, day: '2026-03-02', impressions: 50, clicks: 50 },
  ]);
});
afterAll(() => t.close());

const read = (query: string) => t.callRest('GET', `/ads/${id}/report${query}`, { token });

test('every day of the span has its line, and the sums are the span’s', async () => {
  expect((await read('?from=2026-03-01&to=2026-03-04')).body.data).toEqual({
    id,
    title: 'Winter tires',
    advertiser: 'Summit Tire',
    status: 'Running',
    from: '2026-03-01',
    to: '2026-03-04',
    impressions: 207,
    clicks: 3,
    days: [
      { date: '2026-03-01', impressions: 200, clicks: 3 },
      { date: '2026-03-02', impressions: 0, clicks: 0 },
      { date: '2026-03-03', impressions: 7, clicks: 0 },
      { date: '2026-03-04', impressions: 0, clicks: 0 },
    ],
  });
});

test('is of the last thirty days unless said otherwise', async () => {
  const { days, to } = (await read('')).body.data as { days: { date: string }[]; to: string };
  expect(days).toHaveLength(30);
  expect(to).toBe(localDay('US/Central', Date.now()));
  expect(days.at(-1)?.date).toBe(to);
  expect((await read('?to=2026-03-30')).body.data).toMatchObject({ from: '2026-03-01', impressions: 1207 });
});

test.each(['?from=2026-03-02&to=2026-03-01', '?from=2024-01-01&to=2026-01-01', '?from=2026-02-30', '?to=soon'])(
  '%s is refused',
  async (query) => expect(await read(query)).toMatchObject({ status: 422 }),
);

test('as a file it has one line per day, with the rate if the ad was seen', async () => {
  const body = { from: '2026-03-01', to: '2026-03-03' };
  const file = await t.callRest('POST', `/ads/${id}/report/export`, { token, body });
  expect(file.status).toBe(200);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="ad-report-\d{4}-\d\d-\d\d\.csv"$/);
  expect(file.body).toBe(
    '\uFEFF' +
      ['Day,Impressions,Clicks,Click rate (%)', '2026-03-01,200,3,1.5', '2026-03-02,0,0,', '2026-03-03,7,0,0', ''].join('\r\n'),
  );
});

test('of no ad is not found', async () => {
  expect(await t.callRest('GET', '/ads/nothing/report', { token })).toMatchObject({ status: 404 });
  expect(await t.callRest('POST', '/ads/nothing/report/export', { token, body: {} })).toMatchObject({ status: 404 });
});
