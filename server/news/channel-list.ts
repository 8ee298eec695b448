import { desc, eq, type SQL, sql } from 'drizzle-orm';
import { channels } from '#drizzle/schema/news.ts';
import type { Page, PageOf, Search } from '#shared/list.ts';
import { type Channel, channelTypes } from '#shared/news.ts';
import { findPage } from '#server/db/found-page.ts';
import type { ListFields } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';

/** What channels are filtered and sorted by (`spec: work §5`: name). Each order has an index. */
const fields: ListFields = {
  name: {
    kind: 'text',
    column: channels.name,
    search: { lower: channels.searchName, grams: channels.nameGrams },
    order: channels.searchName,
    isRequired: true,
  },
  description: {
    kind: 'text',
    column: channels.description,
    search: { lower: channels.searchDescription, grams: channels.descriptionGrams },
    order: null,
  },
  channel_type: { kind: 'enum', column: channels.channelType, values: channelTypes, isRequired: true },
  is_active: { kind: 'flag', column: channels.isActive, isRequired: true },
  posts: { kind: 'number', column: channels.postCount, isRequired: true },
  created_at: { kind: 'date', column: channels.createdAt, isRequired: true },
  updated_at: { kind: 'date', column: channels.updatedAt, order: null, isRequired: true },
};

const newest = [desc(channels.createdAt), desc(channels.id)];
const list = { table: channels, id: channels.id, fields, fallback: newest };

/** Newest first (`spec: work §7`). The total stops at `mostCounted`, or where a text is searched for at `mostFound`. */
export async function listChannels(db: Database, search: Search & Page): Promise<PageOf<Channel>> {
  const { offset, limit } = search;
  const { ids, order, total } = await findPage(db, list, search);
  const items = total === 0 ? [] : await selected(db, sql`${channels.id} in (${ids})`).orderBy(...order);
  return { items, pagination: { offset, limit, total } };
}

export async function readChannel(db: Database, id: string): Promise<Channel> {
  const [channel] = await selected(db, eq(channels.id, id));
  if (!channel) throw notFound('This channel');
  return channel;
}

export const channelColumns = {
  id: channels.id,
  channelType: channels.channelType,
  name: channels.name,
  description: channels.description,
  isActive: channels.isActive,
  posts: channels.postCount,
  createdAt: channels.createdAt,
  updatedAt: channels.updatedAt,
};

function selected(db: Database, where: SQL | undefined) {
  return db.select(channelColumns).from(channels).where(where).$dynamic();
}
