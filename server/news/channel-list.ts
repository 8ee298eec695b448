import { eq, type SQL } from 'drizzle-orm';
import { channels } from '#drizzle/schema/news.ts';
import type { Order, Page, PageOf, Search } from '#shared/list.ts';
import { type Channel, channelTypes } from '#shared/news.ts';
import { mostCounted } from '#shared/paging.ts';
import { findPage } from '#server/db/found-page.ts';
import { inZone, type ListFields, type Reader } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { tableTotal } from '#server/db/table-total.ts';
import { notFound } from '#server/errors.ts';

/** What channels are filtered and sorted by (`spec: work §5`: name). Each order has an index. */
const fields: ListFields = {
  name: {
    kind: 'text',
    column: channels.name,
    search: { lower: channels.searchName, grams: channels.nameGrams, isInByteOrder: true },
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

const newest: Order[] = [{ field: 'created_at', direction: 'desc' }];
const listOf = (db: Database, { timeZone }: Reader) => ({
  table: channels,
  id: channels.id,
  fields: inZone(fields, timeZone),
  fallback: newest,
  countAll: () => tableTotal(db, channels),
});

/** Newest first (`spec: work §7`). The total stops at `mostCounted`, or where a text is searched for at `mostFound`. */
export async function listChannels(db: Database, search: Search & Page & Reader): Promise<PageOf<Channel>> {
  const { offset, limit } = search;
  const { isOnPage, order, total } = await findPage(db, listOf(db, search), search);
  const [items, all] = await Promise.all([isOnPage ? selected(db, isOnPage).orderBy(...order) : [], total]);
  return { items, pagination: { offset, limit, total: Math.min(all, mostCounted) } };
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
