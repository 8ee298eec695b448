import { and, asc, count, eq, type SQL, sql } from 'drizzle-orm';
import { channelMembers, channels } from '#drizzle/schema/news.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import type { MemberChannel } from '#shared/news/news.ts';
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

/** The channels that a member has, a page of them. */
export async function listSubscribed(db: Database, userId: string, { offset, limit }: Page): Promise<PageOf<MemberChannel>> {
  const [[counted], items] = await Promise.all([
    db
      .select({ total: count() })
      .from(channels)
      .leftJoin(channelMembers, choiceOf(userId))
      .where(and(channels.isActive, isSubscribed)),
    selected(db, userId, isSubscribed, { offset, limit }),
  ]);
  return { items, pagination: { offset, limit, total: counted?.total ?? 0 } };
}

/** @throws not_found where the member does not have the channel */
export async function readSubscribed(db: Database, userId: string, id: string): Promise<MemberChannel> {
  const channel = await readMemberChannel(db, userId, id);
  if (!channel.isJoined) throw notFound('This channel');
  return channel;
}

function selected(
  db: Database,
  userId: string,
  where: SQL | undefined,
  page: Page = { offset: 0, limit: most },
): Promise<MemberChannel[]> {
  return db
    .select({ ...channelColumns, isJoined: isSubscribed })
    .from(channels)
    .leftJoin(channelMembers, choiceOf(userId))
    .where(and(channels.isActive, where))
    .orderBy(asc(sql`lower(${channels.name})`), asc(channels.id))
    .limit(page.limit)
    .offset(page.offset);
}
