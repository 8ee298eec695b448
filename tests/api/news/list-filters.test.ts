import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#drizzle/schema/columns.ts';
import { channels, posts } from '#drizzle/schema/news.ts';
import { makeUser, bulkInsert } from '#server/demo/builders.ts';
import { makeChannel } from '#server/demo/demo-news.ts';
import { listChannels } from '#server/news/channel-list.ts';
import { listPosts } from '#server/news/post-list.ts';
import type { Page, Search } from '#shared/lists/list.ts';
import { postState, postStates } from '#shared/news/news.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';
import { type OracleFields, wildcardWord } from '#tests/helpers/filter-oracle.ts';
import { checkPages, type SortKeys } from '#tests/helpers/list-oracle.ts';

/** Every filter, operator and order of the channel and post lists on 1,000 of each, compared with their meaning. */

type Database = Awaited<ReturnType<typeof openTestDatabase>>;
type Channel = typeof channels.$inferSelect;
type Post = typeof posts.$inferSelect & { author: string | null };

const many = 1000;
const start = Date.parse('2026-01-01T00:00:00Z');
const hour = 60 * 60 * 1000;
const at = (n: number) => new Date(start + n * 7 * hour);
const wildcardPairs = fc.sample(fc.tuple(wildcardWord, wildcardWord), { numRuns: many, seed: 4 });

let database: Database;
let channelId: string;
let channelRows: Channel[];
let postRows: Post[];
/** The position of a text among the others by the database's collation. */
const places = new Map<string, number>();

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  const [channel, other] = [await makeChannel(db), await makeChannel(db)];
  channelId = channel.id;
  const writers = await Promise.all(
    ['Nora Quist', 'nora berg', 'Ed O’Neil', '100% Wes'].map((name) => {
      const [firstName = '', lastName = ''] = name.split(' ');
      return makeUser(db, { firstName, lastName });
    }),
  );
  await bulkInsert(
    db,
    channels,
    wildcardPairs.map(([one, two], n) => ({
      id: newId(),
      name: `${one}Ch ${two}`,
      description: n % 8 > 0 ? null : `${two} news ${one}`,
      channelType: (['Mandatory', 'Pre Subscribed', 'Open'] as const)[n % 3],
      isActive: n % 9 > 0,
      postCount: n % 6,
      createdAt: at(n % 400),
      updatedAt: at((n * 7) % 390),
    })),
  );
  await bulkInsert(
    db,
    posts,
    wildcardPairs.map(([one, two], n) => ({
      id: newId(),
      channelId: n % 100 === 0 ? other.id : channelId,
      userId: n % 11 === 0 ? null : (writers[(n * n) % 4]?.id ?? null),
      title: `${two}Po ${one}`,
      isActive: n % 5 > 1,
      publishedAt: n % 5 > 0 ? at((n * 3) % 380) : null,
      scheduledAt: n % 5 < 2 && n % 3 === 0 ? at(900 + (n % 7)) : null,
      deletedAt: n % 97 === 0 ? at(0) : null,
      views: n % 40,
      createdAt: at(n % 400),
      updatedAt: at((n * 7) % 390),
    })),
  );
  channelRows = await db.select().from(channels);
  const names = new Map(writers.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  const all = await db.select().from(posts);
  postRows = all
    .filter((post) => post.channelId === channelId && post.deletedAt === null)
    .map((post) => ({ ...post, author: post.userId && (names.get(post.userId) ?? null) }));
  await db.execute(sql`update channels set post_count = ${postRows.length} where id = ${channelId}`);
  channelRows = channelRows.map((row) => (row.id === channelId ? { ...row, postCount: postRows.length } : row));
  const texts = await db.execute<{ text: string; place: number }>(sql`
    select text, (dense_rank() over (order by text))::int as place
    from (select search_name as text from channels union select search_title from posts union select channel_type from channels) t`);
  for (const { text, place } of texts) places.set(text, place);
});
afterAll(() => database.close());

const placeOf = (text: string) => places.get(text) ?? null;
const instants = fc.integer({ min: -5, max: 405 }).map((n) => at(n).toISOString());
const days = fc.integer({ min: -2, max: 120 }).map((n) => new Date(start + n * 24 * hour).toISOString().slice(0, 10));
const dates = fc.oneof(instants, days);
const text = fc.oneof(wildcardWord, fc.constantFrom('Po', 'ch', 'o', 'h', 'new', 'nothing of that'));

const channelFields: OracleFields<Channel> = {
  name: { kind: 'text', getValue: (row) => row.name, values: text },
  description: { kind: 'text', getValue: (row) => row.description, values: text },
  channel_type: {
    kind: 'enum',
    getValue: (row) => row.channelType,
    values: fc.constantFrom('Mandatory', 'Pre Subscribed', 'Open'),
  },
  is_active: { kind: 'flag', getValue: (row) => row.isActive, values: fc.boolean() },
  posts: { kind: 'number', getValue: (row) => row.postCount, values: fc.integer({ min: -1, max: 6 }) },
  created_at: { kind: 'date', getValue: (row) => row.createdAt, values: dates },
  updated_at: { kind: 'date', getValue: (row) => row.updatedAt, values: dates },
};
const channelKeys: SortKeys<Channel> = {
  name: (row) => placeOf(row.searchName),
  channel_type: (row) => placeOf(row.channelType),
  is_active: (row) => Number(row.isActive),
  posts: (row) => row.postCount,
  created_at: (row) => row.createdAt.getTime(),
};

const postFields: OracleFields<Post> = {
  title: { kind: 'text', getValue: (row) => row.title, values: text },
  is_active: { kind: 'flag', getValue: (row) => row.isActive, values: fc.boolean() },
  state: { kind: 'enum', getValue: postState, values: fc.constantFrom(...postStates) },
  views: { kind: 'number', getValue: (row) => row.views, values: fc.integer({ min: -1, max: 40 }) },
  author: {
    kind: 'text',
    getValue: (row) => row.author,
    values: fc.constantFrom('nora', 'Nora Quist', 'e', '%', '', 'q', 'anonymous'),
  },
  created_at: { kind: 'date', openRange: 'ignored', getValue: (row) => row.createdAt, values: dates },
  updated_at: { kind: 'date', getValue: (row) => row.updatedAt, values: dates },
  published_at: { kind: 'date', openRange: 'ignored', getValue: (row) => row.publishedAt, values: dates },
  scheduled_at: { kind: 'date', getValue: (row) => row.scheduledAt, values: dates },
};
const postKeys: SortKeys<Post> = {
  title: (row) => placeOf(row.searchTitle),
  views: (row) => row.views,
  created_at: (row) => row.createdAt.getTime(),
  published_at: (row) => row.publishedAt?.getTime() ?? null,
};

test('channels', { timeout: 120_000 }, async () => {
  const read = (search: Search & Page) => listChannels(database.db, search);
  await expect(checkPages(channelFields, channelKeys, channelRows, read)).resolves.toBeUndefined();
});

test('posts', { timeout: 120_000 }, async () => {
  const read = (search: Search & Page) => listPosts(database.db, { channelId, isBrief: true, ...search });
  await expect(checkPages(postFields, postKeys, postRows, read)).resolves.toBeUndefined();
});

test('a list without filters knows its length, however it came to it', async () => {
  const { db } = database;
  const total = async () => (await listChannels(db, { offset: 0, limit: 1 })).pagination.total;
  const before = await total();
  await db.execute(sql`insert into channels (id, name) select gen_random_uuid(), 'One of three' from generate_series(1, 3)`);
  expect(await total()).toBe(before + 3);
  const undone = db.transaction(async (tx) => {
    await makeChannel(tx);
    throw new Error('not after all');
  });
  await expect(undone).rejects.toThrow('not after all');
  expect(await total()).toBe(before + 3);
  await db.execute(sql`delete from channels where name = 'One of three'`);
  await db.execute(sql`delete from channels where name = 'no one at all'`);
  expect(await total()).toBe(before);
});
