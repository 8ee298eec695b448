import { and, eq } from 'drizzle-orm';
import { channelMembers, channels } from '#drizzle/schema/news.ts';
import type { MemberChannel } from '#shared/news/news.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import { readMemberChannel } from './member-channels.ts';

/** Joining what one has already changes nothing. */
export function join(db: Database, userId: string, channelId: string): Promise<MemberChannel> {
  return choose(db, userId, channelId, 'joined');
}

/** @throws AppError conflict when the channel is Mandatory */
export function leave(db: Database, userId: string, channelId: string): Promise<MemberChannel> {
  return choose(db, userId, channelId, 'left');
}

async function choose(db: Database, userId: string, channelId: string, state: 'joined' | 'left'): Promise<MemberChannel> {
  await db.transaction(async (tx) => {
    const [channel] = await tx
      .select({ channelType: channels.channelType, name: channels.name })
      .from(channels)
      .where(and(eq(channels.id, channelId), channels.isActive))
      .for('share');
    if (!channel) throw notFound('This channel');
    if (state === 'left' && channel.channelType === 'Mandatory')
      throw conflict(`You can’t leave ${channel.name}. All members have it.`);
    await tx
      .insert(channelMembers)
      .values({ channelId, userId, state })
      .onConflictDoUpdate({ target: [channelMembers.channelId, channelMembers.userId], set: { state, at: new Date() } });
  });
  return readMemberChannel(db, userId, channelId);
}
