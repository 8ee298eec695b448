import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { media } from '#drizzle/schema/media.ts';
import { posts } from '#drizzle/schema/news.ts';
import { makeUser } from '#server/demo/builders.ts';
import { makeChannel, makePost } from '#server/demo/demo-news.ts';
import { mediaUrl } from '#server/media/serve.ts';
import { randomName, storeImage } from '#server/media/store-image.ts';
import { sweepNewsPictures } from '#server/news/upload-image.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

const hourMs = 60 * 60 * 1000;
/** Runs the cleanup as the worker does, this many hours from now, and returns the number of deleted files. */
async function sweepIn(hours: number): Promise<number> {
  vi.useFakeTimers({ now: Date.now() + hours * hourMs, toFake: ['Date'] });
  return sweepNewsPictures(t.services).finally(() => vi.useRealTimers());
}

async function picture(ownerId: string): Promise<string> {
  const name = randomName('webp');
  const pixels = { data: Buffer.from('webp'), width: 1, height: 1 };
  for (const key of [name, name.replace('.webp', '-s.webp')])
    await storeImage(t.services.db, t.services.media, pixels, { ownerId, companyId: null, kind: 'news' }, key);
  return name;
}

const storedState = async (name: string) => [
  await t.services.db.$count(media, eq(media.name, name)),
  (await t.services.media.size(name)) !== null,
];

test('pictures that no post has shown for a day are removed in both resolutions, and no others', async () => {
  const { db } = t.services;
  const { id } = await makeUser(db);
  const channel = await makeChannel(db);
  const [thumbnail, inBody, never, undone] = [await picture(id), await picture(id), await picture(id), await picture(id)];
  const body = {
    type: 'doc' as const,
    content: [
      { type: 'blockquote', content: [{ type: 'paragraph' }, { type: 'image', attrs: { src: mediaUrl(inBody ?? '') } }] },
    ],
  };
  const post = await makePost(db, channel.id, { thumbnail, body });
  const job = await storeImage(
    db,
    t.services.media,
    { data: Buffer.from('webp'), width: 1, height: 1 },
    { ownerId: id, companyId: null, kind: 'image' },
  );

  expect(await sweepIn(0)).toBe(0);
  expect(await sweepIn(25)).toBe(0);
  await db
    .update(posts)
    .set({ pictures: [inBody, undone] })
    .where(eq(posts.id, post.id));
  expect(await sweepIn(25.5)).toBe(0);
  expect(await sweepIn(50)).toBe(2);
  for (const name of [never, never.replace('.webp', '-s.webp')]) expect(await storedState(name)).toEqual([0, false]);
  for (const name of [thumbnail, inBody, undone, undone.replace('.webp', '-s.webp'), job.name])
    expect(await storedState(name)).toEqual([1, true]);

  await db.delete(posts).where(eq(posts.id, post.id));
  expect(await sweepIn(52)).toBe(0);
  expect(await sweepIn(77)).toBe(6);
  expect(await storedState(job.name)).toEqual([1, true]);
});
