import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '#server/demo/builders.ts';
import { countPosts, makeChannel } from '#server/demo/news-builders.ts';
import { listChannels } from '#server/news/channel-list.ts';
import { listFeed } from '#server/news/feed.ts';
import { listPosts } from '#server/news/post-list.ts';
import { openWatchedDatabase, orders, type PlanNode, type WatchedDatabase, wholeReads } from '#tests/helpers/query-plans.ts';

/**
 * Every statement that the news lists send on 100,000 posts, and on as many channels, is explained: none reads a table whole
 * but the count of channels, of which nobody has so many.
 */

let database: WatchedDatabase;
let channelId: string;
let driverId: string;
const page = { offset: 0, limit: 25 };

beforeAll(async () => {
  database = await openWatchedDatabase();
  const { db, sql } = database;
  driverId = (await makeUser(db)).id;
  channelId = (await makeChannel(db)).id;
  await sql`insert into channels (id, name, channel_type, created_at)
    select gen_random_uuid(), 'Channel ' || n, (array['Mandatory', 'Pre Subscribed', 'Open'])[1 + n % 3], now() - n * interval '1 minute'
    from generate_series(1, 100000) n`;
  await sql`insert into posts (id, channel_id, title, body_html, excerpt, is_active, published_at, views, created_at)
    select gen_random_uuid(), ${channelId}, 'Post ' || n, '<p>Words of a post.</p>', 'Words of a post.', n % 10 > 0,
      now() - n * interval '1 hour', n % 500, now() - n * interval '1 hour' from generate_series(1, 100000) n`;
  await countPosts(db);
  await sql`vacuum analyze`;
}, 120_000);
afterAll(() => database.close());

test.each<[string, () => Promise<unknown>]>([
  ['channels', () => listChannels(database.db, page)],
  ['channels by name', () => listChannels(database.db, { ...page, orders: orders('name') })],
  ['posts', () => listPosts(database.db, { channelId, ...page, isBrief: true })],
  ['posts by title', () => listPosts(database.db, { channelId, ...page, isBrief: true, orders: orders('title') })],
  ['posts by views', () => listPosts(database.db, { channelId, ...page, isBrief: true, orders: orders('views', 'desc') })],
  ['a member’s news', () => listFeed(database.db, driverId, page)],
])('%s', async (name, work) => {
  const plans = await database.plansOf(work);
  const isCount = (plan: PlanNode) => name.startsWith('channels') && plan['Node Type'].endsWith('Aggregate');
  expect(plans.filter((plan) => !isCount(plan)).flatMap((plan) => wholeReads(plan, ['channels', 'posts']))).toEqual([]);
});
