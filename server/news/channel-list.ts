import { count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { channels } from '#drizzle/schema/news.ts';
import type { Page, PageOf, Search } from '#shared/list.ts';
import { type Channel, channelTypes } from '#shared/news.ts';
import { filterSql, type ListFields, orderSql } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';

/** What channels are filtered and sorted by (`spec: work §5`: name). */
const fields: ListFields = {
  name: { kind: 'text', column: channels.name, order: sql`lower(${channels.name})`, isRequired: true },
  description: { kind: 'text', column: channels.description },
  channel_type: { kind: 'enum', column: channels.channelType, values: channelTypes, isRequired: true },
  is_active: { kind: 'flag', column: channels.isActive, isRequired: true },
  posts: { kind: 'number', column: channels.postCount, isRequired: true },
  created_at: { kind: 'date', column: channels.createdAt, isRequired: true },
  updated_at: { kind: 'date', column: channels.updatedAt, isRequired: true },
};

const newest = [desc(channels.createdAt), desc(channels.id)];

/** Newest first (`spec: work §7`). */
export async function listChannels(db: Database, { filters, orders, offset, limit }: Search & Page): Promise<PageOf<Channel>> {
  const where = filterSql(fields, filters);
  const page = selected(db, where)
    .orderBy(...orderSql(fields, orders, newest, channels.id))
    .limit(limit)
    .offset(offset);
  const [[total], items] = await Promise.all([db.select({ n: count() }).from(channels).where(where), page]);
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
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
