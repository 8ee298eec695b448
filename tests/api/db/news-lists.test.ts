import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAds } from '#server/ads/show-ads.ts';
import { makeUser } from '#server/demo/builders.ts';
import { countPosts, makeChannel } from '#server/demo/demo-news.ts';
import { listChannels } from '#server/news/channel-list.ts';
import { listFeed } from '#server/news/member-router.ts';
import { listPosts } from '#server/news/post-list.ts';
import { openRecordingDatabase, type PlanNode, type RecordingDatabase, findFullScans } from '#tests/helpers/query-plans.ts';

/**
 * Explains every statement of the news and ads lists as they open, with 30,000 posts, channels and ads. None may read a
 * whole table to find its page. Counts stop at 10,000 rows.
 */

let database: RecordingDatabase;
let channelId: string;
let driverId: string;
const page = { offset: 0, limit: 25 };
const rows = 30_000;

beforeAll(async () => {
  database = await openRecordingDatabase();
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

const isCount = (plan: PlanNode) => plan['Node Type'].endsWith('Aggregate');
const withoutCounts = (plan: PlanNode): PlanNode => ({
  ...plan,
  Plans: (plan.Plans ?? []).filter((part) => !isCount(part)).map(withoutCounts),
});

test.each<[string, () => Promise<unknown>]>([
  ['channels', () => listChannels(database.db, page)],
  ['posts', () => listPosts(database.db, { channelId, ...page, isBrief: true })],
  ['ads', () => listAds(database.db, page)],
  ['a member’s news', () => listFeed(database.db, driverId, page)],
])('%s', async (_name, work) => {
  const plans = (await database.getPlans(work)).map(withoutCounts);
  expect(plans.flatMap((plan) => findFullScans(plan, ['channels', 'posts', 'ads']))).toEqual([]);
});
