import { afterAll, beforeAll, expect, test } from 'vitest';
import { albums } from '#drizzle/schema/news.ts';
import { maxAlbums } from '#server/gallery/router.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Example records, open to anyone while the component gallery is on (`docs/product/news-and-ads.md#component-gallery`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('an album is made, listed newest first and deleted, with and without the slash', async () => {
  expect(await t.callRest('POST', '/albums/', { body: { id: 7, title: ' Mountain passes ' } })).toMatchObject({
    status: 201,
    body: { data: { id: '7', title: 'Mountain passes' } },
  });
  const created = await t.callRest('POST', '/albums', { body: { title: 'Truck stops' } });
  expect(created).toMatchObject({ status: 201, body: { data: { title: 'Truck stops' } } });
  const listed = await t.callRest('GET', '/albums/');
  expect(listed.body.data).toEqual([
    { id: expect.any(String), title: 'Truck stops' },
    { id: '7', title: 'Mountain passes' },
  ]);
  expect(listed.body.pagination).toEqual({ offset: 0, limit: 10, total: 2 });
  expect(await t.callRest('DELETE', '/albums/7')).toMatchObject({ status: 200, body: { data: { id: '7' } } });
  expect(await t.callRest('DELETE', '/albums/7')).toMatchObject({ status: 404 });
});

test('an id that is taken is 409, a wrong title or id 422', async () => {
  await t.callRest('POST', '/albums', { body: { id: 'once', title: 'First' } });
  expect(await t.callRest('POST', '/albums', { body: { id: 'once', title: 'Second' } })).toMatchObject({ status: 409 });
  const wrong = [{ title: '' }, { title: 'x'.repeat(101) }, { id: 'a/b', title: 'A path' }, { id: '', title: 'Empty' }, {}];
  for (const body of wrong)
    expect(await t.callRest('POST', '/albums', { body }), JSON.stringify(body)).toMatchObject({ status: 422 });
});

test('the number of albums is limited', async () => {
  const held = await t.services.db.$count(albums);
  await t.services.db
    .insert(albums)
    .values(Array.from({ length: maxAlbums - held }, (_, n) => ({ id: `n${n}`, title: `No. ${n}` })));
  expect(await t.callRest('POST', '/albums', { body: { title: 'One too many' } })).toMatchObject({ status: 409 });
});

test('where the developer routes are off there are no albums', async () => {
  const off = await startTestApp({ gallery: false });
  expect(await off.callRest('GET', '/albums')).toMatchObject({ status: 404 });
  expect(await off.callRest('POST', '/albums', { body: { title: 'Nowhere' } })).toMatchObject({ status: 404 });
  expect(await off.callRest('DELETE', '/albums/7')).toMatchObject({ status: 404 });
  await off.close();
});
