import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import { channelMembers, channels } from '#drizzle/schema/news.ts';
import type { MemberChannel } from '#shared/news.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { channelColumns } from './channel-list.ts';
import { choiceOf, isSubscribed } from './subscribed.ts';

const most = 200;

/** The channels that a member may have, by name. */
export function listMemberChannels(db: Database, userId: string): Promise<MemberChannel[]> {
  return selected(db, userId, undefined);
}

export async function readMemberChannel(db: Database, userId: string, id: string): Promise<MemberChannel> {
  const [channel] = await selected(db, userId, eq(channels.id, id));
  if (!channel) throw notFound('This channel');
  return channel;
}

function selected(db: Database, userId: string, where: SQL | undefined): Promise<MemberChannel[]> {
  return db
    .select({ ...channelColumns, isJoined: isSubscribed })
    .from(channels)
    .leftJoin(channelMembers, choiceOf(userId))
    .where(and(channels.isActive, where))
    .orderBy(asc(sql`lower(${channels.name})`), asc(channels.id))
    .limit(most);
}
