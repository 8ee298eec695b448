import { eq } from 'drizzle-orm';
import { newId } from '#drizzle/schema/columns.ts';
import { channels } from '#drizzle/schema/news.ts';
import type { Channel, CreateChannel, UpdateChannel } from '#shared/news/news.ts';
import { audit, type AuditActor } from '#server/audit.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { readChannel } from './channel-list.ts';

export async function createChannel(db: Database, actor: AuditActor, input: CreateChannel): Promise<Channel> {
  const id = newId();
  await db.transaction(async (tx) => {
    await tx.insert(channels).values({ id, ...input });
    await audit(tx, actor, { action: 'channel.create', subject: { type: 'channel', id }, detail: { name: input.name } });
  });
  return readChannel(db, id);
}

/** What was not given stays as it is. */
export async function updateChannel(db: Database, actor: AuditActor, { id, ...changes }: UpdateChannel): Promise<Channel> {
  await db.transaction(async (tx) => {
    const [channel] = await tx
      .update(channels)
      .set({ ...changes, updatedAt: new Date() })
      .where(eq(channels.id, id))
      .returning({ id: channels.id });
    if (!channel) throw notFound('This channel');
    await audit(tx, actor, {
      action: 'channel.edit',
      subject: { type: 'channel', id },
      detail: { fields: Object.keys(changes) },
    });
  });
  return readChannel(db, id);
}

/** With its posts, and who read and joined it. */
export async function deleteChannel(db: Database, actor: AuditActor, id: string): Promise<{ id: string }> {
  await db.transaction(async (tx) => {
    const [channel] = await tx.delete(channels).where(eq(channels.id, id)).returning({ name: channels.name });
    if (!channel) throw notFound('This channel');
    await audit(tx, actor, { action: 'channel.delete', subject: { type: 'channel', id }, detail: channel });
  });
  return { id };
}
