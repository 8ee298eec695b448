import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { adDays, ads } from '#drizzle/schema/ads.ts';
import { media } from '#drizzle/schema/media.ts';
import { sweepAdMedia } from '#server/ads/ad-media.ts';
import { daysFromNow, makeUser } from '#server/demo/builders.ts';
import { makeAd } from '#server/demo/demo-ads.ts';
import { roles } from '#shared/access/access.ts';
import { adStatus, type AdStatus, adStatuses } from '#shared/ads.ts';
import { type Caller, startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { bmff, quarters, uploadAdFile } from './files.ts';

let t: TestApp;
let token: string;
let staff: Caller;
beforeAll(async () => {
  t = await startTestApp();
  const adsAdmin = await makeUser(t.services.db, { roles: [roles.adsAdmin] });
  [token, staff] = [await t.createToken(adsAdmin), await t.createCallerFor(adsAdmin)];
});
afterAll(() => t.close());
beforeEach(async () => void (await t.services.db.delete(ads)));

const upload = (content: Buffer, fields = {}) => uploadAdFile(t, token, content, fields);
const adInput = { title: 'Winter tires', advertiser: 'Summit Tire', linkUrl: 'https://summit-tire.example/winter' };
/** Reads a file as its uploader, because no ad may show it yet. */
const read = (url: string) => t.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
const pixels = async (url: string) => sharp((await read(url)).rawPayload);

/** The color at the center of a quarter of a picture. */
async function colorAt(url: string, [x, y]: [number, number]) {
  const picture = await pixels(url);
  const { data } = await picture
    .extract({ left: x, top: y, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((part) => Math.round(part / 255));
}

describe('the picture', () => {
  test('is the part that was kept, at 587 × 226', async () => {
    const picture = await quarters(1200, 800);
    const crop = { crop_left: 600, crop_top: 400, crop_width: 600 };
    const { status, body } = await upload(picture, crop);
    expect(status).toBe(200);
    expect(await (await pixels(body.data.url)).metadata()).toMatchObject({ format: 'webp', width: 587, height: 226 });
    expect(await colorAt(body.data.url, [5, 5])).toEqual([1, 1, 0]);
    expect(await colorAt(body.data.url, [580, 220])).toEqual([1, 1, 0]);
  });

  test('without a crop is as much as fits, from the middle', async () => {
    const { body } = await upload(await quarters(800, 800));
    expect(await colorAt(body.data.url, [5, 5])).toEqual([1, 0, 0]);
    expect(await colorAt(body.data.url, [580, 5])).toEqual([0, 1, 0]);
    expect(await colorAt(body.data.url, [5, 220])).toEqual([0, 0, 1]);
  });

  test.each([
    ['beyond the right edge', { crop_left: 700, crop_top: 0, crop_width: 600 }],
    ['below the bottom', { crop_left: 0, crop_top: 700, crop_width: 600 }],
    ['smaller than a thumb', { crop_left: 0, crop_top: 0, crop_width: 100 }],
  ])('a part %s is refused', async (_, crop) => {
    expect(await upload(await quarters(1200, 800), crop)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'crop_width' }] },
    });
  });

  test('a part down to the very edge is kept', async () => {
    // 226/587 of 1199 pixels is 461.6, but only 461 exist.
    const crop = { crop_left: 0, crop_top: 339, crop_width: 1199 };
    expect(await upload(await quarters(1200, 800), crop)).toMatchObject({ status: 200 });
  });

  test('what is neither picture nor video is refused, and a start that says nothing of it', async () => {
    for (const content of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('<html>'), bmff('evil')])
      expect(await upload(content)).toMatchObject({ status: 415 });
    expect(await upload(await quarters(600, 300), { stage: 'start' })).toMatchObject({ status: 422 });
  });
});

describe('an ad', () => {
  test('is made with an uploaded picture, read, changed and deleted, each written down', async () => {
    const { body } = await upload(await quarters(700, 400));
    const created = await t.callRest('POST', '/ads', { token, body: { ...adInput, image_url: body.data.url } });
    expect(created).toMatchObject({
      status: 201,
      body: { data: { title: 'Winter tires', placement: 'both', status: 'Running', image_url: body.data.url, clicks: 0 } },
    });
    const { id } = created.body.data as { id: string };
    expect((await t.callRest('GET', `/ads/${id}`, { token })).body.data).toEqual(created.body.data);
    const changes = { is_active: false, link_url: 'http://summit-tire.example', placement: 'jobs' };
    const changed = await t.callRest('PATCH', `/ads/${id}`, { token, body: changes });
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { ...changes, status: 'Off', version: 2, title: 'Winter tires' } },
    });
    expect(await t.callRest('DELETE', `/ads/${id}`, { token })).toMatchObject({ status: 200, body: { data: { id } } });
    expect(await t.callRest('GET', `/ads/${id}`, { token })).toMatchObject({ status: 404 });
    const written = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(written.map(({ action }) => action).toSorted()).toEqual(['ad.create', 'ad.delete', 'ad.update']);
    expect(written.find(({ action }) => action === 'ad.update')?.detail).toMatchObject({
      fields: expect.arrayContaining(['isActive', 'linkUrl', 'placement']),
    });
  });

  test('may show a video, and always shows something', async () => {
    const { body } = await upload(bmff('isom'));
    expect(body.data.url).toMatch(/\.mp4$/);
    const created = await t.callRest('POST', '/ads', { token, body: { ...adInput, videoUrl: body.data.url } });
    expect(created).toMatchObject({ status: 201, body: { data: { video_url: body.data.url, image_url: null } } });
    expect(await t.callRest('POST', '/ads', { token, body: adInput })).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'image_url', message: 'Upload an image or a video' }] },
    });
    const { id } = created.body.data as { id: string };
    expect(await t.callRest('PATCH', `/ads/${id}`, { token, body: { video_url: null } })).toMatchObject({ status: 422 });
  });

  test('takes no file that was not uploaded for an ad, nor one of the wrong kind', async () => {
    const video = (await upload(bmff('isom'))).body.data.url;
    await t.services.db.insert(media).values({ name: 'somebodys-logo.webp', kind: 'logo', mime: 'image/webp', bytes: 1 });
    for (const image_url of [video, '/media/somebodys-logo.webp', '/media/nothing-of-ours.webp', 'https://x.example/a.png'])
      expect(await t.callRest('POST', '/ads', { token, body: { ...adInput, image_url } }), image_url).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'image_url' }] },
      });
  });

  test('ends after it starts, also when only one of the two is changed', async () => {
    const ad = await makeAd(t.services.db, { startsAt: daysFromNow(1), endsAt: daysFromNow(2) });
    const wrong = { status: 422, body: { errors: [{ field: 'ends_at', message: 'Choose an end date after the start date' }] } };
    for (const body of [{ ends_at: daysFromNow(0) }, { starts_at: daysFromNow(3) }, { ends_at: ad.startsAt }])
      expect(await t.callRest('PATCH', `/ads/${ad.id}`, { token, body })).toMatchObject(wrong);
    expect(await t.callRest('PATCH', `/ads/${ad.id}`, { token, body: { ends_at: null } })).toMatchObject({
      status: 200,
      body: { data: { ends_at: null, status: 'Scheduled' } },
    });
  });

  test('changed by another person in the meantime is not overwritten', async () => {
    const ad = await makeAd(t.services.db);
    await staff.ads.update({ id: ad.id, title: 'Summer tires', version: 1 });
    await expect(staff.ads.update({ id: ad.id, title: 'All-season tires', version: 1 })).rejects.toMatchObject({
      cause: { code: 'edit_conflict' },
    });
    expect(await staff.ads.get({ id: ad.id })).toMatchObject({ title: 'Summer tires', version: 2 });
  });

  test('counts cannot be set', async () => {
    const ad = await makeAd(t.services.db);
    await t.callRest('PATCH', `/ads/${ad.id}`, { token, body: { impressions: 999, clicks: 999, title: 'Tires' } });
    expect(await staff.ads.get({ id: ad.id })).toMatchObject({ impressions: 0, clicks: 0, title: 'Tires' });
  });

  test('that is deleted takes its report along', async () => {
    const ad = await makeAd(t.services.db);
    await t.services.db.insert(adDays).values({ adId: ad.id, day: '2026-01-01', impressions: 4, clicks: 1 });
    await staff.ads.delete({ id: ad.id });
    expect(await t.services.db.$count(adDays)).toBe(0);
  });
});

describe('the list', () => {
  test('searches, filters and sorts', async () => {
    const { db } = t.services;
    await makeAd(db, { title: 'Diesel 30¢ off', advertiser: 'Fuel Co', placement: 'jobs', impressions: 30 });
    await makeAd(db, { title: '100% coverage', advertiser: 'Insure Co', placement: 'members', impressions: 10 });
    await makeAd(db, { title: 'Boots', advertiser: 'Boot Co', isActive: false, impressions: 20 });
    const search = async (body: object) => {
      const answer = await t.callRest('POST', '/ads/search', { token, body });
      return (answer.body.data as { advertiser: string }[]).map(({ advertiser }) => advertiser);
    };
    const filter = (field: string, operator: string, value: unknown) => ({ filters: [{ field, operator, value }] });
    expect(await search({})).toEqual(['Boot Co', 'Insure Co', 'Fuel Co']);
    expect(await search(filter('title', 'ilike', '0%'))).toEqual(['Insure Co']);
    expect(await search(filter('placement', 'in', ['jobs', 'members']))).toEqual(['Insure Co', 'Fuel Co']);
    expect(await search(filter('status', 'equals', 'Off'))).toEqual(['Boot Co']);
    expect(await search({ orders: [{ field: 'impressions', direction: 'asc' }] })).toEqual(['Insure Co', 'Boot Co', 'Fuel Co']);
    expect(await t.callRest('POST', '/ads/search', { token, body: filter('link_url', 'equals', 'x') })).toMatchObject({
      status: 422,
    });
    expect(await t.callRest('POST', '/ads/search?limit=1&offset=1', { token, body: {} })).toMatchObject({
      body: { pagination: { offset: 1, limit: 1, total: 3 } },
    });
  });

  test('filters by the same rule as the one that decides', async () => {
    const { db } = t.services;
    const day = fc.integer({ min: -5, max: 5 });
    const row = fc.record({ isActive: fc.boolean(), start: day, length: fc.option(fc.integer({ min: 1, max: 6 })) });
    for (const { isActive, start, length } of fc.sample(row, { numRuns: 60, seed: 7 }))
      await makeAd(db, {
        isActive,
        startsAt: daysFromNow(start + 0.25),
        endsAt: length === null ? null : daysFromNow(start + length + 0.5),
      });
    const rows = await db.select().from(ads);
    for (const status of adStatuses) {
      const filters = [{ field: 'status', operator: 'equals', value: status }];
      const found = await staff.ads.search({ filters, offset: 0, limit: 100 });
      const expected = rows.filter((ad) => adStatus(ad, new Date()) === status).map(({ id }) => id);
      expect(expected.length, status).toBeGreaterThan(0);
      expect(found.items.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
      expect(new Set(found.items.map((ad): AdStatus => ad.status))).toEqual(new Set([status]));
    }
  });
});

test('settings begin with defaults, keep what is not sent, and stay in their bounds', async () => {
  const defaults = { rotation_seconds: 30, max_per_page: 1, members_enabled: true, jobs_enabled: true };
  const read = () => t.callRest('GET', '/ads/settings', { token });
  expect((await read()).body.data).toEqual(defaults);
  const body = { rotationSeconds: 10, jobs_enabled: false };
  expect((await t.callRest('PATCH', '/ads/settings', { token, body })).body.data).toEqual({
    ...defaults,
    rotation_seconds: 10,
    jobs_enabled: false,
  });
  for (const wrong of [{ rotation_seconds: 4 }, { rotation_seconds: 10.5 }, { max_per_page: 0 }, { max_per_page: 5 }])
    expect(await t.callRest('PATCH', '/ads/settings', { token, body: wrong }), JSON.stringify(wrong)).toMatchObject({
      status: 422,
    });
  expect((await read()).body.data).toMatchObject({ rotation_seconds: 10, max_per_page: 1 });
});

describe('files', () => {
  test('are deleted unless an ad shows them', async () => {
    const { body } = await upload(await quarters(700, 400));
    const { id, url } = body.data;
    const ad = await staff.ads.create({ ...adInput, imageUrl: url });
    const path = `/ads/multimedia/delete/${id}`;
    expect(await t.callRest('DELETE', path, { token })).toMatchObject({ status: 409 });
    await staff.ads.delete({ id: ad.id });
    expect(await t.callRest('DELETE', path, { token })).toMatchObject({ status: 200, body: { data: { id } } });
    expect((await t.app.inject({ url })).statusCode).toBe(404);
    expect(await t.callRest('DELETE', path, { token })).toMatchObject({ status: 404 });
  });

  test('that no ad shows are swept a day later', async () => {
    const { db } = t.services;
    await db.delete(media);
    const [shownUrl, unusedUrl, freshUrl] = await Promise.all(
      [0, 1, 2].map(async () => (await upload(await quarters(700, 400))).body.data.url),
    );
    await staff.ads.create({ ...adInput, imageUrl: shownUrl });
    const names = [shownUrl, unusedUrl].map((url) => url!.replace('/media/', ''));
    await db
      .update(media)
      .set({ createdAt: daysFromNow(-2) })
      .where(inArray(media.name, names));
    expect(await sweepAdMedia(t.services)).toBe(1);
    const statuses = await Promise.all([shownUrl, unusedUrl, freshUrl].map(async (url) => (await read(url!)).statusCode));
    expect(statuses).toEqual([200, 404, 200]);
  });
});
