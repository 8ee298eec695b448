import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { posts, postViews } from '#drizzle/schema/news.ts';
import { daysFromNow, makeDriver, makeUser } from '#server/demo/builders.ts';
import { documentOf, makeChannel, makePost } from '#server/demo/demo-news.ts';
import { publishScheduled, sweepDeletedPosts } from '#server/news/update-post.ts';
import { roles } from '#shared/access/access.ts';
import { withoutUploadKeys } from '#shared/upload-keys.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Posts of a channel, as a news contributor and as the drivers who read them (`docs/product/news-and-ads.md#posts`). */
let t: TestApp;
let author: { id: string; token: string };
let driver: { id: string; roles: string[] };
let driverToken: string;
let channelId: string;
beforeAll(async () => {
  t = await startTestApp();
  const account = await makeUser(t.services.db, { roles: [roles.newsContributor], firstName: 'Nora', lastName: 'Quist' });
  author = { id: account.id, token: await t.createToken(account) };
  const member = await makeDriver(t.services.db);
  driver = member;
  driverToken = await t.createToken(member);
});
afterAll(() => t.close());
beforeEach(async () => {
  channelId = (await makeChannel(t.services.db)).id;
});

type Wire = {
  id: string;
  is_active: boolean;
  state: string;
  scheduled_at: string | null;
  published_at: string | null;
  version: number;
} & Record<string, unknown>;
const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const answer = await t.callRest(method, `/news${path}`, { token: author.token, ...(body ? { body } : {}) });
  return {
    status: answer.status,
    post: answer.body.data as Wire,
    errors: answer.body.errors,
    pagination: answer.body.pagination,
  };
};
const create = (body: object) => call('POST', `/channels/${channelId}/posts`, body);
const memberOf = async () => (await t.createCallerWithToken(driverToken)).memberNews;
const readable = async () =>
  (await (await memberOf()).feed({ offset: 0, limit: 100, channelId })).items.map(({ title }) => title);
const soon = () => daysFromNow(1).toISOString();

const keys =
  'author_name body body_html channel_id created_at full_resolution_thumbnail id is_active published_at scheduled_at ' +
  'small_resolution_thumbnail state thumbnail title updated_at user_id version views';

describe('the wire', () => {
  test('a client that just sent a body can leave it out of the answer, and a published post is never empty', async () => {
    const { post } = await create({ title: 'Chains', body: documentOf('From October on.') });
    const api = await t.createCallerWithToken(author.token);
    const saved = await api.news.updatePost({ postId: post.id, body: documentOf('From November on.'), isBrief: true });
    expect(saved).toMatchObject({ id: post.id, version: post.version + 1 });
    expect(Object.keys(saved)).not.toContain('body');
    expect(Object.keys(saved)).not.toContain('bodyHtml');
    expect((await api.news.post({ id: post.id })).bodyHtml).toBe('<p>From November on.</p>');
    expect(await api.news.updatePost({ postId: post.id, isActive: true, isBrief: true })).toMatchObject({ isActive: true });
    const { post: empty } = await create({ title: 'Empty' });
    await expect(api.news.updatePost({ postId: empty.id, isActive: true })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a draft is made, read, changed under either path, listed and deleted', async () => {
    const body = documentOf('Rest areas on I-80 are open again.');
    const { status, post } = await create({ title: ' Rest areas ', body });
    expect(status).toBe(201);
    expect(Object.keys(post).toSorted()).toEqual(keys.split(' '));
    expect(post).toMatchObject({
      channel_id: channelId,
      title: 'Rest areas',
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Rest areas on I-80 are open again.' }] }],
      },
      body_html: '<p>Rest areas on I-80 are open again.</p>',
      thumbnail: null,
      is_active: false,
      state: 'Draft',
      views: 0,
      user_id: author.id,
      author_name: 'Nora Quist',
    });
    expect((await call('GET', `/posts/${post.id}`)).post).toEqual(post);
    const one = await call('PATCH', `/posts/${post.id}`, { title: 'Rest areas on I-80' });
    expect(one.post).toMatchObject({ title: 'Rest areas on I-80', body_html: post['body_html'], version: 2 });
    const written = await call('PATCH', `/posts/${post.id}`, { body: documentOf('All of them.') });
    expect(written.post).toMatchObject({ body_html: '<p>All of them.</p>', version: 3 });
    const two = await call('PATCH', `/channels/posts/${post.id}`, { postId: post.id, isActive: true });
    expect(two.post).toMatchObject({ is_active: true, state: 'Published', published_at: expect.any(String) });
    const listed = await t.callRest('GET', `/news/channels/${channelId}/posts`, { token: author.token });
    expect(listed.body).toMatchObject({ data: [two.post], pagination: { offset: 0, limit: 10, total: 1 } });
    expect(await call('DELETE', `/posts/${post.id}`)).toMatchObject({ status: 200, post: { id: post.id } });
    expect((await call('GET', `/posts/${post.id}`)).status).toBe(404);
    expect((await t.callRest('GET', `/news/channels/${channelId}`, { token: author.token })).body.data).toMatchObject({
      posts: 0,
    });
  });

  test('in a channel that is not there: 404', async () => {
    channelId = '0197f5a4-0000-7000-8000-000000000001';
    expect((await create({ title: 'Nowhere' })).status).toBe(404);
    expect((await call('GET', `/channels/${channelId}/posts`)).status).toBe(404);
    expect((await call('PATCH', `/posts/${channelId}`, { title: 'Nowhere' })).status).toBe(404);
  });

  test.each([
    ['title', { title: '' }],
    ['title', { title: 'x'.repeat(201) }],
    ['body', { title: 'x', body: 'words' }],
    ['body', { title: 'x', body: { type: 'doc', content: [{ type: 'script' }] } }],
    ['thumbnail', { title: 'x', thumbnail: 'https://a.example/a.png' }],
    ['thumbnail', { title: 'x', thumbnail: '/media/unknown-12345.webp' }],
    ['scheduled_at', { title: 'x', body: documentOf('x'), scheduled_at: '2020-01-01T00:00:00Z' }],
  ])('%s is wrong: %j', async (field, body) => {
    expect(await create(body)).toMatchObject({ status: 422, errors: [{ field }] });
  });

  test('what is nested without end is refused, on whatever floor', async () => {
    let nested: object = { type: 'paragraph' };
    for (let n = 0; n < 40; n += 1) nested = { type: 'blockquote', content: [nested] };
    expect(await create({ title: 'x', body: { type: 'doc', content: [nested] } })).toMatchObject({ status: 422 });
  });

  test('hostile input is stored and answered without what it meant to do', async () => {
    const link = { type: 'link', attrs: { href: 'javascript:alert(document.domain)' } };
    const body = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          attrs: { onclick: 'x' },
          content: [{ type: 'text', text: '<script>alert(1)</script>', marks: [link] }],
        },
        { type: 'image', attrs: { src: 'javascript:alert(1)' } },
      ],
    };
    const { status, post } = await create({ title: '<img src=x onerror=alert(1)>', body });
    expect(status).toBe(201);
    expect(post['body_html']).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>');
    const [row] = await t.services.db.select({ body: posts.body }).from(posts).where(eq(posts.id, post.id));
    expect(JSON.stringify(row?.body)).not.toMatch(/javascript|onclick/);
  });
});

describe('the list', () => {
  const titles = async (filters: object[], orders?: object[]) => {
    const answer = await t.callRest('POST', `/news/channels/${channelId}/posts/search`, {
      token: author.token,
      body: { filters, orders },
    });
    expect(answer.body.errors).toBeUndefined();
    expect(answer.body.pagination.total).toBe((answer.body.data as unknown[]).length);
    return (answer.body.data as Wire[]).map(({ title }) => title);
  };

  test('filters on both dates, state, title, views and author', async () => {
    const { db } = t.services;
    const at = (day: string) => new Date(`${day}T12:00:00Z`);
    await makePost(db, channelId, { title: 'Old', createdAt: at('2026-01-10'), publishedAt: at('2026-01-11'), views: 9 });
    await makePost(db, channelId, {
      title: 'New',
      createdAt: at('2026-02-10'),
      publishedAt: at('2026-02-11'),
      userId: author.id,
    });
    await makePost(db, channelId, { title: 'Draft', createdAt: at('2026-03-10'), isActive: false, publishedAt: null });
    await makePost(db, channelId, {
      title: 'Later',
      createdAt: at('2026-03-11'),
      isActive: false,
      publishedAt: null,
      scheduledAt: daysFromNow(1),
    });
    await makePost(db, channelId, { title: 'Gone', deletedAt: new Date() });
    expect(await titles([])).toEqual(['Later', 'Draft', 'New', 'Old']);
    expect(await titles([{ field: 'createdAt', operator: 'between', value: ['2026-02-01', '2026-03-10'] }])).toEqual([
      'Draft',
      'New',
    ]);
    expect(await titles([{ field: 'published_at', operator: 'between', value: ['2026-01-01', '2026-01-31'] }])).toEqual(['Old']);
    for (const value of [
      ['2026-03-01', null],
      [null, '2026-02-01'],
      ['2026-03-01', ''],
    ])
      for (const field of ['createdAt', 'publishedAt'])
        expect(await titles([{ field, operator: 'between', value }])).toEqual(['Later', 'Draft', 'New', 'Old']);
    expect(await titles([{ field: 'state', operator: 'in', value: ['Draft', 'Scheduled'] }])).toEqual(['Later', 'Draft']);
    expect(await titles([{ field: 'is_active', operator: 'equals', value: true }])).toEqual(['New', 'Old']);
    expect(await titles([{ field: 'views', operator: 'greater_than', value: 5 }])).toEqual(['Old']);
    expect(await titles([{ field: 'author', operator: 'ilike', value: 'quist' }])).toEqual(['New']);
    expect(await titles([], [{ field: 'title', direction: 'asc' }])).toEqual(['Draft', 'Later', 'New', 'Old']);
  });

  test('a brief one leaves the bodies out', async () => {
    await makePost(t.services.db, channelId);
    const caller = await t.createCallerWithToken(author.token);
    const [item] = (await caller.news.posts({ channelId, offset: 0, limit: 10, isBrief: true })).items;
    expect(item).not.toHaveProperty('body');
    expect(item).not.toHaveProperty('bodyHtml');
  });
});

describe('when it is published', () => {
  test('an empty post is not published', async () => {
    expect((await create({ title: 'Empty', is_active: true })).status).toBe(409);
    const { post } = await create({ title: 'Empty', body: { type: 'doc', content: [{ type: 'paragraph' }] } });
    expect((await call('PATCH', `/posts/${post.id}`, { is_active: true })).status).toBe(409);
    expect((await call('PATCH', `/posts/${post.id}`, { scheduled_at: soon() })).status).toBe(409);
  });

  test('the worker publishes what is scheduled, when its time has come and not before', async () => {
    const { db } = t.services;
    const then = daysFromNow(1.01);
    await publishScheduled(db, then);
    const { post } = await create({ title: 'Tomorrow', body: documentOf('x'), is_active: true, scheduled_at: soon() });
    expect(post).toMatchObject({ state: 'Scheduled', is_active: false, published_at: null });
    await publishScheduled(db);
    expect(await readable()).toEqual([]);
    expect(await publishScheduled(db, then)).toBe(1);
    expect(await publishScheduled(db, then)).toBe(0);
    expect((await call('GET', `/posts/${post.id}`)).post).toMatchObject({
      state: 'Published',
      scheduled_at: null,
      published_at: then.toISOString(),
    });
    expect(await readable()).toEqual(['Tomorrow']);
  });

  test('a schedule is moved, removed, and replaced by publishing now; the log says so', async () => {
    const { post } = await create({ title: 'Planned', body: documentOf('x') });
    const path = `/posts/${post.id}`;
    const first = (await call('PATCH', path, { scheduled_at: soon() })).post;
    expect(
      (await call('PATCH', path, { is_active: false, scheduled_at: first.scheduled_at, title: 'Planned still' })).post.state,
    ).toBe('Scheduled');
    expect((await call('PATCH', path, { scheduled_at: null })).post.state).toBe('Draft');
    await call('PATCH', path, { scheduled_at: soon() });
    expect((await call('PATCH', path, { is_active: true })).post).toMatchObject({ state: 'Published', scheduled_at: null });
    const down = (await call('PATCH', path, { is_active: false })).post;
    expect(down).toMatchObject({ state: 'Inactive', published_at: expect.any(String) });
    expect(await readable()).toEqual([]);
    expect((await call('PATCH', path, { is_active: true })).post.published_at).toBe(down.published_at);
    const log = await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, post.id));
    expect(log.map(({ action }) => action)).toEqual(
      'create schedule unschedule schedule publish deactivate publish'.split(' ').map((verb) => `post.${verb}`),
    );
  });

  test('a later version is not overwritten', async () => {
    const { post } = await create({ title: 'Two hands' });
    await call('PATCH', `/posts/${post.id}`, { title: 'Hers', version: post.version });
    const late = await call('PATCH', `/posts/${post.id}`, { title: 'His', version: post.version });
    expect(late).toMatchObject({ status: 409, errors: [{ code: 'edit_conflict' }] });
  });

  test('deleting is undone as it was, for a day', async () => {
    const { db } = t.services;
    await sweepDeletedPosts(db, daysFromNow(1.01));
    const post = await makePost(db, channelId, { title: 'Back again' });
    const caller = await t.createCallerWithToken(author.token);
    await caller.news.deletePost({ id: post.id });
    expect(await readable()).toEqual([]);
    expect(await caller.news.restorePost({ id: post.id })).toMatchObject({ state: 'Published' });
    expect(await readable()).toEqual(['Back again']);
    expect(await caller.news.channel({ id: channelId })).toMatchObject({ posts: 1 });
    await caller.news.deletePost({ id: post.id });
    expect(await sweepDeletedPosts(db)).toBe(0);
    expect(await sweepDeletedPosts(db, daysFromNow(1.01))).toBe(1);
    await expect(caller.news.restorePost({ id: post.id })).rejects.toThrow('This post was not found');
  });
});

describe('reading', () => {
  test('a post is whole, unread until it was opened, and counts one view of the account', async () => {
    const { db } = t.services;
    const post = await makePost(db, channelId, { title: 'Read me' });
    const member = await memberOf();
    expect(await member.post({ id: post.id })).toMatchObject({ title: 'Read me', bodyHtml: post.bodyHtml, isRead: false });
    await Promise.all([1, 2, 3, 4, 5].map(() => member.view({ id: post.id })));
    expect(await member.post({ id: post.id })).toMatchObject({ isRead: true });
    const feed = await member.feed({ offset: 0, limit: 10, channelId });
    expect(feed.items).toMatchObject([
      { id: post.id, isRead: true, channelName: 'Road notes', excerpt: expect.stringContaining('winter rules') },
    ]);
    expect((await call('GET', `/posts/${post.id}`)).post['views']).toBe(1);
  });

  test('a hundred parallel readers are a hundred views', async () => {
    const { db } = t.services;
    const post = await makePost(db, channelId);
    const readers = await Promise.all(Array.from({ length: 100 }, () => makeUser(db, { roles: [roles.driver] })));
    await Promise.all(
      readers.flatMap(async (reader) => {
        const { memberNews } = await t.createCallerFor(reader);
        await Promise.all([memberNews.view({ id: post.id }), memberNews.view({ id: post.id })]);
      }),
    );
    expect((await call('GET', `/posts/${post.id}`)).post['views']).toBe(100);
    expect(await db.$count(postViews, eq(postViews.postId, post.id))).toBe(100);
  });

  test('posts that are not published or not for the member are not found', async () => {
    const { db } = t.services;
    const open = await makeChannel(db, { channelType: 'Open' });
    const off = await makeChannel(db, { isActive: false });
    const hidden = [
      await makePost(db, channelId, { isActive: false, publishedAt: null }),
      await makePost(db, channelId, { isActive: false }),
      await makePost(db, channelId, { deletedAt: new Date() }),
      await makePost(db, open.id),
      await makePost(db, off.id),
    ];
    const member = await memberOf();
    for (const { id } of hidden) {
      await expect(member.post({ id })).rejects.toThrow('This post was not found');
      await expect(member.view({ id })).rejects.toThrow('This post was not found');
    }
    expect(await db.$count(postViews, and(eq(postViews.userId, driver.id), eq(postViews.postId, hidden[3]?.id ?? '')))).toBe(0);
  });
});

describe('pictures', () => {
  const boundary = 'a-boundary-of-the-test';
  const upload = async (content: Buffer, { token = author.token, field = 'image', id = channelId } = {}) => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="p.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const response = await t.app.inject({
      method: 'POST',
      url: `/api/1.0/news/channels/${id}/upload-image`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, authorization: `Bearer ${token}` },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    return {
      status: response.statusCode,
      url: withoutUploadKeys(response.json().data?.image_url ?? ''),
    };
  };
  const photo = () =>
    sharp({ create: { width: 2000, height: 1000, channels: 3, background: '#c45a14' } })
      .jpeg()
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();

  test('are re-encoded in two resolutions, and become a post’s thumbnail', async () => {
    for (const field of ['image', 'file']) expect((await upload(await photo(), { field })).status).toBe(200);
    const { url } = await upload(await photo());
    const { post } = await create({ title: 'With a picture', thumbnail: url });
    expect(post).toMatchObject({ thumbnail: url, full_resolution_thumbnail: url });
    const sizes = [];
    for (const address of [post['full_resolution_thumbnail'], post['small_resolution_thumbnail']]) {
      const { format, width, exif } = await sharp((await t.app.inject({ url: String(address) })).rawPayload).metadata();
      sizes.push([format, width, exif]);
    }
    expect(sizes).toEqual([
      ['webp', 720, undefined],
      ['webp', 360, undefined],
    ]);
    expect((await call('PATCH', `/posts/${post.id}`, { thumbnail: null })).post).toMatchObject({
      thumbnail: null,
      small_resolution_thumbnail: null,
    });
  });

  test('what is no picture is 415, no channel 404, no right 403', async () => {
    expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415);
    expect((await upload(await photo(), { id: '0197f5a4-0000-7000-8000-000000000001' })).status).toBe(404);
    expect((await upload(await photo(), { token: driverToken })).status).toBe(403);
  });
});
