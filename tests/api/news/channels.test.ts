import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { makeDriver, makeUser } from '#server/demo/builders.ts';
import { makeChannel, makePost } from '#server/demo/demo-news.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Channels and their members, as a news admin and drivers (`docs/product/news-and-ads.md#channels`). */
let t: TestApp;
let admin: string;
let contributor: string;
let driver: { id: string; token: string };
let other: { id: string; token: string };
beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  admin = await t.createToken(await makeUser(db, { roles: [roles.newsAdmin] }));
  contributor = await t.createToken(await makeUser(db, { roles: [roles.newsContributor] }));
  const [one, two] = [await makeDriver(db), await makeDriver(db)];
  driver = { id: one.id, token: await t.createToken(one) };
  other = { id: two.id, token: await t.createToken(two) };
});
afterAll(() => t.close());

const channelKeys = ['channel_type', 'created_at', 'description', 'id', 'is_active', 'name', 'posts', 'updated_at'];

describe('the wire', () => {
  test('a channel is created, read, changed, searched and deleted', async () => {
    const body = { name: ' Road closures ', channel_type: 'Pre Subscribed', description: '' };
    const created = await t.callRest('POST', '/news/channels', { token: admin, body });
    expect(created.status).toBe(201);
    const channel = created.body.data as { id: string };
    expect(Object.keys(channel).toSorted()).toEqual(channelKeys);
    expect(channel).toMatchObject({ name: 'Road closures', channel_type: 'Pre Subscribed', description: null, is_active: true });
    const path = `/news/channels/${channel.id}`;
    expect((await t.callRest('GET', path, { token: contributor })).body.data).toEqual(channel);
    const change = { channelType: 'Open', isActive: false, description: 'Passes and bridges' };
    expect((await t.callRest('PATCH', path, { token: contributor, body: change })).body.data).toMatchObject({
      name: 'Road closures',
      channel_type: 'Open',
      is_active: false,
      description: 'Passes and bridges',
    });
    const filters = [{ field: 'name', operator: 'ilike', value: 'CLOSURES' }];
    const found = await t.callRest('POST', '/news/channels/search', { token: admin, body: { filters, orders: [] } });
    expect(found.body).toMatchObject({ data: [{ id: channel.id }], pagination: { offset: 0, limit: 10, total: 1 } });
    expect(await t.callRest('DELETE', path, { token: admin })).toMatchObject({ status: 200, body: { data: { id: channel.id } } });
    expect((await t.callRest('GET', path, { token: admin })).status).toBe(404);
    const log = await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, channel.id));
    expect(log.map(({ action }) => action)).toEqual(['channel.create', 'channel.edit', 'channel.delete']);
  });

  test.each([
    ['name', {}],
    ['name', { name: 'x' }],
    ['name', { name: 'x'.repeat(101) }],
    ['channel_type', { name: 'Fuel', channel_type: 'Closed' }],
    ['description', { name: 'Fuel', description: 'x'.repeat(501) }],
  ])('%s is wrong: %j', async (field, body) => {
    expect(await t.callRest('POST', '/news/channels', { token: admin, body })).toMatchObject({
      status: 422,
      body: { errors: [{ field }] },
    });
  });

  test('newest first, and by name when asked', async () => {
    const { db } = t.services;
    await makeChannel(db, { name: 'Zebra sort', createdAt: new Date('2026-01-01') });
    await makeChannel(db, { name: 'alpha sort', createdAt: new Date('2026-01-02') });
    const names = async (body: object) => {
      const filters = [{ field: 'name', operator: 'ilike', value: ' sort' }];
      const answer = await t.callRest('POST', '/news/channels/search', { token: admin, body: { filters, ...body } });
      return (answer.body.data as { name: string }[]).map(({ name }) => name);
    };
    expect(await names({})).toEqual(['alpha sort', 'Zebra sort']);
    expect(await names({ orders: [{ field: 'name', direction: 'desc' }] })).toEqual(['Zebra sort', 'alpha sort']);
  });
});

describe('who may', () => {
  const readers = [roles.internalUser, roles.adsAdmin];
  test.each(readers)('%s reads and changes nothing', async (role) => {
    const token = await t.createToken(await makeUser(t.services.db, { roles: [role] }));
    expect((await t.callRest('GET', '/news/channels', { token })).status).toBe(200);
    expect((await t.callRest('POST', '/news/channels', { token, body: { name: 'Fuel' } })).status).toBe(403);
  });

  test('employers get no channels, and staff join none', async () => {
    const employer = await t.createToken(await makeUser(t.services.db, { roles: [roles.companyAdmin] }));
    expect((await t.callRest('GET', '/news/channels', { token: employer })).status).toBe(403);
    const channel = await makeChannel(t.services.db);
    expect((await t.callRest('POST', `/news/channels/${channel.id}/join`, { token: admin })).status).toBe(403);
  });
});

describe('subscribing', () => {
  const titles = async (who: { token: string }) => {
    const feed = await (await t.createCallerWithToken(who.token)).memberNews.feed({ offset: 0, limit: 100 });
    return feed.items.map(({ title }) => title);
  };
  const choose = (who: { token: string }, id: string, way: 'join' | 'leave') =>
    t.callRest('POST', `/news/channels/${id}/${way}`, { token: who.token });

  test('Mandatory always, Pre Subscribed until left, Open once joined; each for their own account', async () => {
    const { db } = t.services;
    const mandatory = await makeChannel(db, { name: 'Safety', channelType: 'Mandatory' });
    const pre = await makeChannel(db, { name: 'Company life', channelType: 'Pre Subscribed' });
    const open = await makeChannel(db, { name: 'Truck photos', channelType: 'Open' });
    await makePost(db, mandatory.id, { title: 'In mandatory' });
    await makePost(db, pre.id, { title: 'In pre' });
    await makePost(db, open.id, { title: 'In open' });
    expect((await titles(driver)).toSorted()).toEqual(['In mandatory', 'In pre']);

    const listed = await (await t.createCallerWithToken(driver.token)).memberNews.channels();
    expect(listed.map(({ name, isJoined }) => [name, isJoined])).toEqual(
      expect.arrayContaining([
        ['Company life', true],
        ['Safety', true],
        ['Truck photos', false],
      ]),
    );

    const refusal = await choose(driver, mandatory.id, 'leave');
    expect(refusal).toMatchObject({ status: 409, body: { errors: [{ code: 'conflict' }] } });
    expect(await choose(driver, pre.id, 'leave')).toMatchObject({
      status: 200,
      body: { data: { id: pre.id, is_joined: false } },
    });
    expect(await choose(driver, open.id, 'join')).toMatchObject({
      status: 200,
      body: { data: { id: open.id, is_joined: true } },
    });
    expect((await choose(driver, open.id, 'join')).status).toBe(200);
    expect((await titles(driver)).toSorted()).toEqual(['In mandatory', 'In open']);
    expect((await titles(other)).toSorted()).toEqual(['In mandatory', 'In pre']);

    await choose(driver, open.id, 'leave');
    await choose(driver, pre.id, 'join');
    expect((await titles(driver)).toSorted()).toEqual(['In mandatory', 'In pre']);
  });

  test('a person who left before it became Mandatory is a member again; an inactive channel has no members', async () => {
    const { db } = t.services;
    const channel = await makeChannel(db, { name: 'Audits', channelType: 'Pre Subscribed' });
    await makePost(db, channel.id, { title: 'In audits' });
    await choose(driver, channel.id, 'leave');
    expect(await titles(driver)).not.toContain('In audits');
    const path = `/news/channels/${channel.id}`;
    await t.callRest('PATCH', path, { token: admin, body: { channel_type: 'Mandatory' } });
    expect(await titles(driver)).toContain('In audits');
    await t.callRest('PATCH', path, { token: admin, body: { is_active: false } });
    expect(await titles(driver)).not.toContain('In audits');
    expect((await choose(driver, channel.id, 'join')).status).toBe(404);
    const listed = await (await t.createCallerWithToken(driver.token)).memberNews.channels();
    expect(listed.map(({ name }) => name)).not.toContain('Audits');
  });
});

describe('a driver reads by REST', () => {
  const get = async (path: string, token = driver.token) => {
    const { status, body } = await t.callRest('GET', path, { token });
    return { status, data: body.data as Record<string, unknown>[], total: body.pagination?.total };
  };

  test('the channels that the driver has, and no others', async () => {
    const { db } = t.services;
    const [mandatory, left, open, inactive] = [
      await makeChannel(db, { name: 'Safety', channelType: 'Mandatory' }),
      await makeChannel(db, { name: 'Fuel', channelType: 'Pre Subscribed' }),
      await makeChannel(db, { name: 'Diners', channelType: 'Open' }),
      await makeChannel(db, { name: 'Old', channelType: 'Mandatory', isActive: false }),
    ];
    const names = async () => (await get('/news/channels?limit=100')).data.map(({ name }) => name);
    const channelStatus = async (id: string) => [
      (await get(`/news/channels/${id}`)).status,
      (await get(`/news/channels/${id}/posts`)).status,
    ];
    expect(await names()).toEqual(expect.arrayContaining(['Safety', 'Fuel']));
    for (const name of ['Diners', 'Old']) expect(await names()).not.toContain(name);
    expect(await channelStatus(open.id)).toEqual([404, 404]);
    expect(await channelStatus(inactive.id)).toEqual([404, 404]);
    await t.callRest('POST', `/news/channels/${left.id}/leave`, { token: driver.token });
    await t.callRest('POST', `/news/channels/${open.id}/join`, { token: driver.token });
    expect(await names()).toEqual(expect.arrayContaining(['Safety', 'Diners']));
    expect(await names()).not.toContain('Fuel');
    expect(await channelStatus(left.id)).toEqual([404, 404]);
    expect(await channelStatus(mandatory.id)).toEqual([200, 200]);
    expect(await get('/news/channels?limit=1')).toMatchObject({ data: [{ is_joined: true }], total: (await names()).length });
  });

  test('the published posts, and a post counts one view per account', async () => {
    const { db } = t.services;
    const channel = await makeChannel(db, { channelType: 'Mandatory' });
    const open = await makeChannel(db, { channelType: 'Open' });
    const up = await makePost(db, channel.id, { title: 'Up' });
    const draft = await makePost(db, channel.id, { title: 'Draft', isActive: false, publishedAt: null });
    const off = await makePost(db, channel.id, { title: 'Off', isActive: false });
    const otherPost = await makePost(db, open.id, { title: 'Elsewhere' });
    const list = await get(`/news/channels/${channel.id}/posts`);
    expect(list).toMatchObject({ status: 200, data: [{ id: up.id, title: 'Up', is_read: false }], total: 1 });
    for (const { id } of [draft, off, otherPost]) expect((await get(`/news/posts/${id}`)).status).toBe(404);
    for (let n = 0; n < 3; n += 1)
      expect(await get(`/news/posts/${up.id}`)).toMatchObject({
        status: 200,
        data: { title: 'Up', body_html: expect.any(String) },
      });
    await get(`/news/posts/${up.id}`, other.token);
    expect((await get(`/news/posts/${up.id}`, admin)).data).toMatchObject({ views: 2 });
    expect((await get(`/news/channels/${channel.id}/posts`)).data).toMatchObject([{ is_read: true }]);
  });

  test('and staff read as before', async () => {
    expect((await get('/news/channels', admin)).data[0]).not.toHaveProperty('is_joined');
  });
});
