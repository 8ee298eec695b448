import sharp from 'sharp';
import { newId } from '#drizzle/schema/columns.ts';
import { posts, channels } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { randomName, storeImage } from '#server/media/store-image.ts';
import type { MediaStore } from '#server/media/store.ts';
import { findPictures } from '#server/news/update-post.ts';
import { readBody } from '#server/rich-text/read-document.ts';
import { daysAfter } from '#shared/days.ts';
import type { RichNode, RichDocument } from '#shared/rich-text/rich-text.ts';

/** Builders of complete channels and posts, like those in builders.ts. */
type ChannelRow = typeof channels.$inferInsert & { id: string };
type PostRow = typeof posts.$inferInsert & { id: string };

export async function makeChannel(db: Database, overrides: Partial<ChannelRow> = {}): Promise<ChannelRow> {
  const row: ChannelRow = { id: newId(), name: 'Road notes', channelType: 'Mandatory', ...overrides };
  await db.insert(channels).values(row);
  return row;
}

export const documentOf = (words: string): RichDocument => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});

/** A published post. Override `isActive` and its dates for another state. */
function rowOfPost(channelId: string, overrides: Partial<PostRow> = {}): PostRow {
  const body = overrides.body ?? documentOf('The winter rules for chains begin on the first of November.');
  const parsedBody = readBody(body, 'body');
  return {
    id: newId(),
    channelId,
    userId: null,
    title: 'Chains from November on',
    isActive: true,
    publishedAt: overrides.createdAt ?? new Date(),
    ...overrides,
    ...parsedBody,
    pictures: findPictures(parsedBody.body),
  };
}

export async function makePost(db: Database, channelId: string, overrides: Partial<PostRow> = {}): Promise<PostRow> {
  const row = rowOfPost(channelId, overrides);
  await db.insert(posts).values(row);
  await countPosts(db);
  return row;
}

/** Sets the number of posts of each channel after rows were written directly. */
export async function countPosts(db: Database): Promise<void> {
  await db.execute(
    `update channels set post_count = (select count(*) from posts where posts.channel_id = channels.id and deleted_at is null)`,
  );
}

const daysAgo = (days: number) => daysAfter(new Date(), -days);

const text = (words: string, ...marks: string[]): RichNode => ({
  type: 'text',
  text: words,
  ...(marks.length ? { marks: marks.map((type) => ({ type })) } : {}),
});
const paragraph = (...content: (string | RichNode)[]): RichNode => ({
  type: 'paragraph',
  content: content.map((part) => (typeof part === 'string' ? text(part) : part)),
});
const heading = (level: number, words: string): RichNode => ({ type: 'heading', attrs: { level }, content: [text(words)] });
const list = (type: 'bulletList' | 'orderedList', ...items: string[]): RichNode => ({
  type,
  content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })),
});
const table = (head: string[], ...rows: string[][]): RichNode => ({
  type: 'table',
  content: [head, ...rows].map((cells, row) => ({
    type: 'tableRow',
    content: cells.map((cell) => ({ type: row === 0 ? 'tableHeader' : 'tableCell', content: [paragraph(cell)] })),
  })),
});
const link = (words: string, href: string): RichNode => ({
  type: 'text',
  text: words,
  marks: [{ type: 'link', attrs: { href } }],
});
const doc = (...content: RichNode[]) => ({ type: 'doc' as const, content });

/** Two channels with posts in every state, two of them with a picture (`docs/product/running.md#demo-data`). */
export async function seedDemoNews(db: Database, store: MediaStore, authorId: string): Promise<void> {
  const safety = await makeChannel(db, {
    name: 'Safety and rules',
    description: 'Rule changes and what inspectors look for.',
    channelType: 'Mandatory',
    createdAt: daysAgo(120),
  });
  const life = await makeChannel(db, {
    name: 'Life on the road',
    description: 'Truck stops, food, health and gear.',
    channelType: 'Pre Subscribed',
    createdAt: daysAgo(90),
  });
  const nightPicture = await storePicture(db, store, authorId, ['#0d1c32', '#2e4d7b']);
  const dawnPicture = await storePicture(db, store, authorId, ['#ff9250', '#ffd2b3']);
  const publishedDaysAgo = (days: number) => ({ createdAt: daysAgo(days), publishedAt: daysAgo(days), userId: authorId });
  const draft = { userId: authorId, isActive: false, publishedAt: null };
  await db.insert(posts).values([
    rowOfPost(safety.id, {
      ...publishedDaysAgo(21),
      title: 'What happens in a Level I inspection',
      thumbnail: nightPicture,
      body: inspection,
    }),
    rowOfPost(safety.id, { ...publishedDaysAgo(6), title: 'Tire chains: where and when to carry them', body: chains }),
    rowOfPost(safety.id, {
      ...draft,
      createdAt: daysAgo(1),
      scheduledAt: daysAfter(new Date(), 3),
      title: 'Brake week is coming',
      body: brakeWeek,
    }),
    rowOfPost(life.id, {
      ...publishedDaysAgo(12),
      title: 'Eating well with a cooler and a lunch-box stove',
      thumbnail: dawnPicture,
      body: eating,
    }),
    rowOfPost(life.id, { ...publishedDaysAgo(3), title: 'Where to park on I-80 in Nebraska', body: parking }),
    rowOfPost(life.id, { ...draft, createdAt: daysAgo(2), title: 'Five stretches for long days', body: stretches }),
  ]);
  await countPosts(db);
}

const inspection = doc(
  paragraph(
    'A Level I inspection takes 45 to 60 minutes. ',
    text('Have your papers in one place', 'bold'),
    ' and it goes faster.',
  ),
  heading(2, 'What they ask for'),
  list(
    'bulletList',
    'Driver’s license and medical certificate',
    'Record of duty status, including from your ELD',
    'Vehicle inspection report',
  ),
  heading(2, 'What they inspect'),
  list('orderedList', 'Brakes, with pushrod travel', 'Lights and reflectors', 'Tires, wheels and hubs', 'Load securement'),
  paragraph('The full procedure is published by the ', link('CVSA', 'https://www.cvsa.org/'), '.'),
);

const chains = doc(
  paragraph('Each pass has its own date. Carry chains from day one.'),
  table(
    ['State', 'Carry from', 'Where'],
    ['Colorado', 'September 1', 'I-70, mileposts 133 to 259'],
    ['Washington', 'November 1', 'Snoqualmie, Stevens, White Pass'],
    ['Oregon', 'All winter', 'Where signs say so'],
  ),
  { type: 'blockquote', content: [paragraph('Practice once on dry ground. A snowstorm is the wrong place to learn.')] },
);

const brakeWeek = doc(
  paragraph('For one week, inspectors check brakes first. Check hoses, chambers and slack adjusters before you leave the yard.'),
);

const eating = doc(
  paragraph('A week of truck-stop meals costs $250. A cooler and a small stove pay for themselves in two weeks.'),
  heading(2, 'Three that work'),
  list(
    'bulletList',
    'Chicken thighs with rice, made at home and frozen flat',
    'Chili from two cans and one pepper',
    'Oats, set with milk overnight',
  ),
);

const parking = doc(
  paragraph('These lots fill up after 9 p.m.:'),
  table(
    ['Exit', 'Spaces', 'Showers'],
    ['305, Grand Island', '130', 'Yes'],
    ['179, North Platte', '220', 'Yes'],
    ['126, Ogallala', '95', 'No'],
  ),
);

const stretches = doc(paragraph('Two minutes each, at every stop. Start with your hips.'));

/** Stores a simple drawing in both sizes, as an upload would. */
async function storePicture(db: Database, store: MediaStore, ownerId: string, [sky, glow]: [string, string]): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="720"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${glow}"/></linearGradient></defs><rect width="1440" height="720" fill="url(#s)"/><path d="M0 560l300-120 260 90 320-170 560 200v160H0z" fill="#1b3253"/><path d="M620 720l80-190h40l80 190z" fill="#49505a"/></svg>`;
  const name = randomName('webp');
  const owner = { ownerId, companyId: null, kind: 'news' as const };
  for (const [width, key] of [
    [360, name.replace('.webp', '-s.webp')],
    [1440, name],
  ] as const) {
    const { data, info } = await sharp(Buffer.from(svg)).resize(width).webp().toBuffer({ resolveWithObject: true });
    await storeImage(db, store, { data, width: info.width, height: info.height }, owner, key);
  }
  return name;
}
