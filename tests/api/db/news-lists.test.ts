import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeUser } from '#server/demo/builders.ts';
import { countPosts, makeChannel } from '#server/demo/news-builders.ts';
import { listAds } from '#server/ads/ad-query.ts';
import { listChannels } from '#server/news/channel-list.ts';
import { listFeed } from '#server/news/feed.ts';
import { listPosts } from '#server/news/post-list.ts';
import {
  filters,
  openWatchedDatabase,
  orders,
  type PlanNode,
  type WatchedDatabase,
  wholeReads,
} from '#tests/helpers/query-plans.ts';

/**
 * Every statement that the lists of news and ads send on 30,000 posts, and on as many channels and ads, is explained: none
 * reads a table whole but the count of all channels and of all ads, of which nobody has so many.
 */

let database: WatchedDatabase;
let channelId: string;
let driverId: string;
const page = { offset: 0, limit: 25 };
const rows = 30_000;

beforeAll(async () => {
  database = await openWatchedDatabase();
  const { db, sql } = database;
  driverId = (await makeUser(db)).id;
  channelId = (await makeChannel(db)).id;
  await sql`insert into channels (id, name, channel_type, created_at)
    select gen_random_uuid(), 'Channel ' || n, (array['Mandatory', 'Pre Subscribed', 'Open'])[1 + n % 3], now() - n * interval '1 minute'
    from generate_series(1, ${rows}::int) n`;
  await sql`insert into posts (id, channel_id, title, body_html, excerpt, is_active, published_at, views, created_at)
    select gen_random_uuid(), ${channelId}, 'Post ' || n, '<p>Words of a post.</p>', 'Words of a post.', n % 10 > 0,
      now() - n * interval '1 hour', n % 500, now() - n * interval '1 hour' from generate_series(1, ${rows}::int) n`;
  await sql`insert into ads (id, title, advertiser, image, link_url, placement, starts_at, created_at)
    select gen_random_uuid(), 'Ad ' || n, 'Advertiser ' || n % 5000, 'a.webp', 'https://a.example', 'both', now(),
      now() - n * interval '1 minute' from generate_series(1, ${rows}::int) n`;
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
  [
    'posts found by title',
    () => listPosts(database.db, { channelId, ...page, isBrief: true, filters: filters('title', 'ilike', 'ost 27777') }),
  ],
  ['channels found by name', () => listChannels(database.db, { ...page, filters: filters('name', 'ilike', 'nel 27777') })],
  ['ads', () => listAds(database.db, page)],
  ['ads by title', () => listAds(database.db, { ...page, orders: orders('title') })],
  ['ads by advertiser', () => listAds(database.db, { ...page, orders: orders('advertiser', 'desc') })],
  [
    'ads found by title or advertiser',
    () =>
      listAds(database.db, {
        ...page,
        filters: { or: [filters('title', 'ilike', 'Ad 27777'), filters('advertiser', 'ilike', 'tiser 4999')] },
      }),
  ],
  ['a member’s news', () => listFeed(database.db, driverId, page)],
])('%s', async (name, work) => {
  const plans = await database.plansOf(work);
  const isCount = (plan: PlanNode) => /^(?:channels|ads)(?: by|$)/.test(name) && plan['Node Type'].endsWith('Aggregate');
  expect(plans.filter((plan) => !isCount(plan)).flatMap((plan) => wholeReads(plan, ['channels', 'posts', 'ads']))).toEqual([]);
});
