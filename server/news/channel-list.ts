import { eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { channels } from '#drizzle/schema/news.ts';
import { audit, type AuditActor } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import type { ListFields } from '#server/lists/conditions.ts';
import { type List, type ListRequest, readPage } from '#server/lists/read-page.ts';
import type { PageOf } from '#shared/lists/list.ts';
import { type Channel, channelSchema, channelTypes, type CreateChannel, type UpdateChannel } from '#shared/news/news.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';

/** The fields by which channels can be filtered and sorted. */
const fields: ListFields = {
  name: {
    kind: 'text',
    column: channels.name,
    folded: channels.searchName,
    order: channels.searchName,
    isRequired: true,
  },
  description: {
    kind: 'text',
    column: channels.description,
    order: null,
  },
  channel_type: { kind: 'enum', column: channels.channelType, values: channelTypes, isRequired: true },
  is_active: { kind: 'flag', column: channels.isActive, isRequired: true },
  posts: { kind: 'number', column: channels.postCount, isRequired: true },
  created_at: { kind: 'date', column: channels.createdAt, isRequired: true },
  updated_at: { kind: 'date', column: channels.updatedAt, order: null, isRequired: true },
};

const list: List = {
  from: channels,
  id: channels.id,
  fields,
  defaultOrder: [{ field: 'created_at', direction: 'desc' }],
};

/** All channels, the newest first by default. */
export async function listChannels(db: Database, request: ListRequest): Promise<PageOf<Channel>> {
  return readPage(db, list, request, (ids) => selectChannels(db, inArray(channels.id, ids)));
}

export async function readChannel(db: Database, id: string): Promise<Channel> {
  const [channel] = await selectChannels(db, eq(channels.id, id));
  if (!channel) throw notFound(text('errors.channelNotFound'));
  return channel;
}

export const channelColumns = { ...pickFields(getTableColumns(channels), channelSchema.shape), posts: channels.postCount };

function selectChannels(db: Database, where: SQL | undefined) {
  return db.select(channelColumns).from(channels).where(where).$dynamic();
}

export async function createChannel(db: Database, actor: AuditActor, input: CreateChannel): Promise<Channel> {
  const id = newId();
  await db.transaction(async (tx) => {
    await tx.insert(channels).values({ id, ...input });
    await audit(tx, actor, { action: 'channel.create', subject: { type: 'channel', id }, detail: { name: input.name } });
  });
  return readChannel(db, id);
}

/** Changes the fields that are present. */
export async function updateChannel(db: Database, actor: AuditActor, { id, ...changes }: UpdateChannel): Promise<Channel> {
  await db.transaction(async (tx) => {
    const [channel] = await tx
      .update(channels)
      .set({ ...changes, updatedAt: new Date() })
      .where(eq(channels.id, id))
      .returning({ id: channels.id });
    if (!channel) throw notFound(text('errors.channelNotFound'));
    await audit(tx, actor, {
      action: 'channel.edit',
      subject: { type: 'channel', id },
      detail: { fields: Object.keys(changes) },
    });
  });
  return readChannel(db, id);
}

/** Deletes a channel with its posts, members and views. */
export async function deleteChannel(db: Database, actor: AuditActor, id: string): Promise<{ id: string }> {
  await db.transaction(async (tx) => {
    const [channel] = await tx.delete(channels).where(eq(channels.id, id)).returning({ name: channels.name });
    if (!channel) throw notFound(text('errors.channelNotFound'));
    await audit(tx, actor, { action: 'channel.delete', subject: { type: 'channel', id }, detail: channel });
  });
  return { id };
}
