import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { makeUser } from '#server/demo/builders.ts';
import { countPosts, makeChannel } from '#server/demo/news-builders.ts';
import { listChannels } from '#server/news/channel-list.ts';
import { listFeed } from '#server/news/feed.ts';
import { listPosts } from '#server/news/post-list.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/**
 * Every statement that the news lists send on 100,000 posts, and on as many channels, is explained: none reads a table whole
 * but the count of channels, of which nobody has so many.
 */
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };
type Plan = { Plan: Node };

let database: OpenDatabase;
let seen: { text: string; parameters: unknown[] }[] = [];
let channelId: string;
let driverId: string;
const page = { offset: 0, limit: 25 };

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (text, parameters) => seen.push({ text, parameters }) });
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

function wholeReads(node: Node): string[] {
  const isWhole = node['Node Type'].endsWith('Seq Scan') && ['channels', 'posts'].includes(node['Relation Name'] ?? '');
  return [...(isWhole ? [node['Relation Name'] ?? ''] : []), ...(node.Plans ?? []).flatMap(wholeReads)];
}

async function plansOf(work: () => Promise<unknown>): Promise<Plan[]> {
  seen = [];
  await work();
  const statements = seen;
  expect(statements.length).toBeGreaterThan(0);
  return Promise.all(
    statements.map(async ({ text, parameters }) => {
      const [row] = await database.sql.unsafe<{ 'QUERY PLAN': Plan[] }[]>(`explain (format json) ${text}`, parameters as never, {
        prepare: false,
      });
      const plan = row?.['QUERY PLAN'][0];
      if (!plan) throw new Error(`No plan for ${text}`);
      return plan;
    }),
  );
}

const order = (field: string, direction: 'asc' | 'desc' = 'asc') => ({ orders: [{ field, direction }] });

test.each<[string, () => Promise<unknown>]>([
  ['channels', () => listChannels(database.db, page)],
  ['channels by name', () => listChannels(database.db, { ...page, ...order('name') })],
  ['posts', () => listPosts(database.db, { channelId, ...page, isBrief: true })],
  ['posts by title', () => listPosts(database.db, { channelId, ...page, isBrief: true, ...order('title') })],
  ['posts by views', () => listPosts(database.db, { channelId, ...page, isBrief: true, ...order('views', 'desc') })],
  ['a member’s news', () => listFeed(database.db, driverId, page)],
])('%s', async (name, work) => {
  const plans = await plansOf(work);
  const isCount = ({ Plan: plan }: Plan) => name.startsWith('channels') && plan['Node Type'].endsWith('Aggregate');
  expect(plans.filter((plan) => !isCount(plan)).flatMap(({ Plan: plan }) => wholeReads(plan))).toEqual([]);
});
