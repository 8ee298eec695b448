import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { throttles } from '#drizzle/schema/accounts.ts';
import { adDays, adSettings, adEvents, ads } from '#drizzle/schema/ads.ts';
import { sweepImpressions, makeImpressionToken, readImpressionToken } from '#server/ads/count-ad-event.ts';
import { showAds } from '#server/ads/show-ads.ts';
import { daysFromNow, makeCompany, makeDriver, makeJob, makeUser } from '#server/demo/builders.ts';
import { makeAd } from '#server/demo/demo-ads.ts';
import { roles } from '#shared/access/access.ts';
import type { AdPlace } from '#shared/ads.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
beforeEach(async () => {
  for (const table of [ads, adSettings, throttles]) await t.services.db.delete(table);
});

const browser = 'Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36';
const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1)';
const turnMs = 30_000;
const start = new Date(Math.floor(Date.now() / turnMs) * turnMs);
const timeOfTurn = (n: number) => new Date(start.getTime() + n * turnMs);

const adsShownTo = (visitor: string, place: AdPlace, now = new Date()) => showAds(t.services, { visitor, place, now });
const idsOf = async (who: string, place: AdPlace, now?: Date) => (await adsShownTo(who, place, now)).ads.map(({ id }) => id);
const tokenOf = async (who: string) => (await adsShownTo(who, 'members')).ads[0]?.impressionToken ?? '';

async function see(token: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.9') {
  const response = await t.app.inject({
    method: 'POST',
    url: '/site/ads/seen',
    headers: { 'user-agent': browser, 'content-type': 'text/plain;charset=UTF-8', ...headers },
    payload: token,
    remoteAddress,
  });
  return response.statusCode;
}

async function follow(url: string, { method = 'GET', headers = {} } = {}) {
  const response = await t.app.inject({ method, url, headers: { 'user-agent': browser, ...headers } });
  return { status: response.statusCode, location: response.headers.location };
}

async function countsOf(id: string) {
  const [row] = await t.services.db.select().from(ads).where(eq(ads.id, id));
  const days = await t.services.db.select().from(adDays).where(eq(adDays.adId, id));
  const sum = (of: 'impressions' | 'clicks') => days.reduce((total, day) => total + day[of], 0);
  expect({ impressions: sum('impressions'), clicks: sum('clicks') }).toEqual({
    impressions: row?.impressions,
    clicks: row?.clicks,
  });
  return { impressions: row?.impressions, clicks: row?.clicks };
}

describe('which ads are shown', () => {
  test('only those that run, each at its places', async () => {
    const { db } = t.services;
    const [members, jobs, both] = [
      await makeAd(db, { placement: 'members' }),
      await makeAd(db, { placement: 'jobs' }),
      await makeAd(db, { placement: 'both', endsAt: null }),
    ];
    await makeAd(db, { isActive: false });
    await makeAd(db, { startsAt: daysFromNow(1) });
    await makeAd(db, { startsAt: daysFromNow(-9), endsAt: daysFromNow(-1) });
    await db.insert(adSettings).values({ rotationSeconds: 30, maxPerPage: 4, membersEnabled: true, jobsEnabled: true });
    expect((await idsOf('a', 'members')).toSorted()).toEqual([members.id, both.id].toSorted());
    expect((await idsOf('a', 'jobs')).toSorted()).toEqual([jobs.id, both.id].toSorted());
  });

  test('from their start on, until their end, to the millisecond', async () => {
    const [from, to] = [timeOfTurn(100), timeOfTurn(200)];
    const ad = await makeAd(t.services.db, { startsAt: from, endsAt: to });
    const idsJustBefore = (at: Date, ms: number) => idsOf('a', 'jobs', new Date(at.getTime() + ms));
    expect(await idsJustBefore(from, -1)).toEqual([]);
    expect(await idsJustBefore(from, 0)).toEqual([ad.id]);
    expect(await idsJustBefore(to, -1)).toEqual([ad.id]);
    expect(await idsJustBefore(to, 0)).toEqual([]);
  });

  test('nothing where a placement is switched off', async () => {
    const { db } = t.services;
    await makeAd(db);
    await db.insert(adSettings).values({ rotationSeconds: 30, maxPerPage: 1, membersEnabled: false, jobsEnabled: true });
    expect(await idsOf('a', 'members')).toEqual([]);
    expect(await idsOf('a', 'jobs')).toHaveLength(1);
    await db.update(adSettings).set({ membersEnabled: true, jobsEnabled: false });
    expect(await idsOf('a', 'members')).toHaveLength(1);
    expect(await idsOf('a', 'jobs')).toEqual([]);
  });

  test('all equally often over the turns, and to many viewers in one turn', async () => {
    const created = await Promise.all([0, 1, 2, 3, 4].map(() => makeAd(t.services.db)));
    const times = new Map(created.map(({ id }) => [id, 0]));
    for (const turn of created.keys())
      for (const id of await idsOf('viewer', 'jobs', timeOfTurn(turn))) times.set(id, times.get(id)! + 1);
    expect([...times.values()]).toEqual([1, 1, 1, 1, 1]);
    const first = new Map<string, number>();
    for (let n = 0; n < 500; n++) {
      const [id = ''] = await idsOf(`viewer ${n}`, 'jobs', timeOfTurn(0));
      first.set(id, (first.get(id) ?? 0) + 1);
    }
    for (const { id } of created) expect(first.get(id)).toBeGreaterThan(60);
  });

  test('the same in one turn; who has seen all is not made to ask again', async () => {
    const { db } = t.services;
    await Promise.all([makeAd(db), makeAd(db)]);
    const [one, again] = [
      await adsShownTo('a', 'jobs', timeOfTurn(3)),
      await adsShownTo('a', 'jobs', new Date(timeOfTurn(4).getTime() - 1)),
    ];
    expect(one).toEqual(again);
    expect(one.endsAt).toEqual(timeOfTurn(4));
    await db.insert(adSettings).values({ rotationSeconds: 30, maxPerPage: 2, membersEnabled: true, jobsEnabled: true });
    expect((await adsShownTo('a', 'jobs', timeOfTurn(3))).endsAt).toBeNull();
  });

  test('to drivers through their own call, without schedule or counts', async () => {
    const ad = await makeAd(t.services.db);
    const driver = await t.createCallerFor(await makeDriver(t.services.db));
    const { ads: shown } = await driver.ads.shown();
    expect(shown).toEqual([
      {
        id: ad.id,
        title: ad.title,
        advertiser: ad.advertiser,
        imageUrl: `/media/${ad.image}`,
        videoUrl: null,
        clickUrl: expect.stringContaining(`/site/ads/${ad.id}/go?t=`),
        impressionToken: expect.any(String),
      },
    ]);
    const staff = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.adsAdmin] }));
    await expect(staff.ads.shown()).rejects.toMatchObject({ cause: { code: 'forbidden' } });
  });
});

describe('public pages', () => {
  const page = async (url: string, userAgent = browser) =>
    (await t.app.inject({ url, headers: { 'user-agent': userAgent } })).body;

  test('carry the ad in their HTML, said to be one, its words escaped', async () => {
    const { db } = t.services;
    const job = await makeJob(db, (await makeCompany(db)).id);
    const ad = await makeAd(db, { title: 'Tires <b>now</b>', advertiser: '"Summit" & Co' });
    for (const url of ['/jobs', `/jobs/${job.id}`]) {
      const text = await page(url);
      expect(text).toContain('aria-label="Advertisement"');
      expect(text).toContain('Tires &lt;b&gt;now&lt;/b&gt;');
      expect(text).toContain('&quot;Summit&quot; &amp; Co');
      expect(text).toMatch(
        new RegExp(`href="/site/ads/${ad.id}/go\\?t=[^"]+" target="_blank" rel="sponsored nofollow noopener"`),
      );
      expect(text).toMatch(/<img src="\/media\/[\w-]+\.webp" alt="" width="587" height="226"[^>]* data-impression="[\w.-]+"/);
    }
  });

  test('carry nothing of it while there is none, and no counting for robots', async () => {
    expect(await page('/jobs')).not.toContain('Advertisement');
    await makeAd(t.services.db);
    const robotPage = await page('/jobs', robot);
    expect(robotPage).toContain('Advertisement');
    expect(robotPage).not.toContain('data-impression');
    expect(robotPage).not.toContain('sendBeacon');
  });

  test('allow exactly the counting script', async () => {
    await makeAd(t.services.db);
    const response = await t.app.inject({ url: '/jobs', headers: { 'user-agent': browser } });
    const scripts = [...response.body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, source = '']) => source);
    expect(scripts.length).toBeGreaterThan(2);
    const { createHash } = await import('node:crypto');
    for (const source of scripts)
      expect(response.headers['content-security-policy']).toContain(createHash('sha256').update(source).digest('base64'));
  });

  test('tell two visitors apart, and one on two pages not', async () => {
    const ad = await makeAd(t.services.db);
    const impressionTokenIn = (text: string) => /data-impression="([^"]+)"/.exec(text)?.[1] ?? '';
    const [mine, again, other] = [await page('/jobs'), await page('/jobs?page=1'), await page('/jobs', `${browser} Other`)];
    for (const text of [mine, again, other]) expect(await see(impressionTokenIn(text))).toBe(204);
    // A turn may end between the first two pages, and then there are two.
    const turns = new Set([mine, again].map((text) => impressionTokenIn(text).split('.')[2]));
    expect(await countsOf(ad.id)).toEqual({ impressions: 1 + turns.size, clicks: 0 });
  });
});

describe('an impression', () => {
  test('counts once per viewer and turn, and again in the next', async () => {
    const ad = await makeAd(t.services.db);
    const token = await tokenOf('member 1');
    for (let n = 0; n < 3; n++) expect(await see(token)).toBe(204);
    expect(await countsOf(ad.id)).toEqual({ impressions: 1, clicks: 0 });
    expect(await see(await tokenOf('member 2'))).toBe(204);
    const impression = readImpressionToken(t.services.keys, token, new Date())!;
    const before = { ...impression, turnAt: new Date(impression.turnAt.getTime() - turnMs) };
    expect(await see(makeImpressionToken(t.services.keys, before))).toBe(204);
    expect(await countsOf(ad.id)).toEqual({ impressions: 3, clicks: 0 });
  });

  test('is counted correctly for a hundred parallel views by fifty viewers', async () => {
    const ad = await makeAd(t.services.db);
    const tokens = await Promise.all(Array.from({ length: 50 }, (_, n) => tokenOf(`member ${n}`)));
    await Promise.all([...tokens, ...tokens].map((token, n) => see(token, {}, `203.0.113.${n + 1}`)));
    expect(await countsOf(ad.id)).toEqual({ impressions: 50, clicks: 0 });
  });

  test('is refused to robots, forgers, the late and the unintelligible', async () => {
    const ad = await makeAd(t.services.db);
    const other = await makeAd(t.services.db);
    const token = await tokenOf('member 1');
    const impression = readImpressionToken(t.services.keys, token, new Date())!;
    expect(await see(token, { 'user-agent': robot })).toBe(403);
    expect(await see(token, { 'user-agent': '' })).toBe(403);
    const [, viewer, turn, signature] = token.split('.');
    const forged = [impression.adId === ad.id ? other.id : ad.id].map((id) =>
      [id.replaceAll('-', ''), viewer, turn, signature].join('.'),
    );
    const expiredToken = makeImpressionToken(t.services.keys, {
      ...impression,
      turnAt: new Date(Date.now() - 2 * 60 * 60 * 1000 - 1),
    });
    for (const wrong of [...forged, expiredToken, `${token}x`, token.slice(1), '', 'nothing'])
      expect(await see(wrong), wrong).toBe(422);
    expect(await see(token, { 'content-type': 'application/json' })).toBe(400);
    expect(await see('x'.repeat(600))).toBe(413);
    for (const { id } of [ad, other]) expect(await countsOf(id)).toEqual({ impressions: 0, clicks: 0 });
  });

  test('of an ad that was deleted meanwhile is nothing', async () => {
    const ad = await makeAd(t.services.db);
    const token = await tokenOf('member 1');
    await t.services.db.delete(ads).where(eq(ads.id, ad.id));
    expect(await see(token)).toBe(204);
  });

  test('more than a person can see from one address is rejected for a while', async () => {
    await makeAd(t.services.db);
    const token = await tokenOf('member 1');
    const full = { bucket: 'ad-events', key: '203.0.113.9', hits: 239, windowEndsAt: new Date(Date.now() + 60_000) };
    await t.services.db.insert(throttles).values(full);
    expect([await see(token), await see(token)]).toEqual([204, 429]);
    expect(await see(token, {}, '203.0.113.77')).toBe(204);
  });
});

describe('a click', () => {
  const clickUrlFor = async (who: string) => (await adsShownTo(who, 'members')).ads[0]?.clickUrl ?? '';

  test('redirects to the advertiser and counts once', async () => {
    const ad = await makeAd(t.services.db, { linkUrl: 'https://summit-tire.example/winter?from=a b' });
    const way = await clickUrlFor('member 1');
    const redirect = { status: 302, location: 'https://summit-tire.example/winter?from=a%20b' };
    for (let n = 0; n < 3; n++) expect(await follow(way)).toEqual(redirect);
    expect(await countsOf(ad.id)).toEqual({ impressions: 0, clicks: 1 });
  });

  test('of a robot, a prefetch or a forged token redirects and is not counted', async () => {
    const ad = await makeAd(t.services.db);
    const way = await clickUrlFor('member 1');
    const redirect = { status: 302, location: ad.linkUrl };
    expect(await follow(way, { headers: { 'user-agent': robot } })).toEqual(redirect);
    expect(await follow(way, { headers: { 'sec-purpose': 'prefetch;prerender' } })).toEqual(redirect);
    expect(await follow(way, { method: 'HEAD' })).toEqual(redirect);
    expect(await follow(`${way}x`)).toEqual(redirect);
    expect(await follow(`/site/ads/${ad.id}/go`)).toEqual(redirect);
    expect(await countsOf(ad.id)).toEqual({ impressions: 0, clicks: 0 });
  });

  test('with another ad’s token is counted for neither', async () => {
    const { db } = t.services;
    const [one, two] = [await makeAd(db, { placement: 'members' }), await makeAd(db, { placement: 'jobs' })];
    const token = await tokenOf('member 1');
    expect(await follow(`/site/ads/${two.id}/go?t=${token}`)).toMatchObject({ status: 302 });
    for (const { id } of [one, two]) expect(await countsOf(id)).toEqual({ impressions: 0, clicks: 0 });
  });

  test('redirects only to a stored http or https address', async () => {
    const ad = await makeAd(t.services.db);
    expect(await follow(`/site/ads/${ad.id}/go?to=https://evil.example&url=https://evil.example`)).toMatchObject({
      location: ad.linkUrl,
    });
    await t.services.db.update(ads).set({ linkUrl: 'javascript:alert(1)' });
    expect(await follow(`/site/ads/${ad.id}/go`)).toMatchObject({ status: 404, location: undefined });
    expect(await follow('/site/ads/nothing/go')).toMatchObject({ status: 404 });
  });
});

test('records are deleted once their tokens have expired', async () => {
  const ad = await makeAd(t.services.db);
  const old = { adId: ad.id, viewer: 'old', turnAt: timeOfTurn(0), kind: 'click' as const, at: daysFromNow(-1) };
  await t.services.db.insert(adEvents).values([old, { ...old, viewer: 'new', at: new Date() }]);
  expect(await sweepImpressions(t.services.db)).toBe(1);
  expect(await t.services.db.$count(adEvents)).toBe(1);
});
