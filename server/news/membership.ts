import { and, eq, asc, count, type SQL, sql, or } from 'drizzle-orm';
import { channelMembers, channels } from '#drizzle/schema/news.ts';
import type { Database } from '#server/db/open.ts';
import { conflict, notFound } from '#server/errors.ts';
import type { Page, PageOf } from '#shared/lists/list.ts';
import type { MemberChannel } from '#shared/news/news.ts';
import { text } from '#shared/texts/texts.ts';
import { channelColumns } from './channel-list.ts';

/** The SQL condition that joins a channel with the member's row in `channel_members`, which says whether they joined or left. */
export const toMembershipCondition = (userId: string): SQL | undefined =>
  and(eq(channelMembers.channelId, channels.id), eq(channelMembers.userId, userId));

/**
 * Whether a member has a channel. Every member has the Mandatory channels, the Pre Subscribed channels until they leave, and
 * the Open channels once they join (`docs/product/news-and-ads.md#channels`).
 */
export const isSubscribed: SQL<boolean> = sql<boolean>`${or(
  sql`${channels.channelType} = 'Mandatory'`,
  sql`${channels.channelType} = 'Pre Subscribed' and ${channelMembers.state} is distinct from 'left'`,
  sql`coalesce(${channelMembers.state} = 'joined', false)`,
)}`.mapWith(Boolean);

const maxChannels = 200;

/** Lists the channels that are open to a member, by name. */
export function listMemberChannels(db: Database, userId: string): Promise<MemberChannel[]> {
  return selectChannels(db, userId, undefined);
}

async function readMemberChannel(db: Database, userId: string, id: string): Promise<MemberChannel> {
  const [channel] = await selectChannels(db, userId, eq(channels.id, id));
  if (!channel) throw notFound(text('errors.channelNotFound'));
  return channel;
}

/** Lists a page of the channels that a member has. */
export async function listSubscribedChannels(
  db: Database,
  userId: string,
  { offset, limit }: Page,
): Promise<PageOf<MemberChannel>> {
  const [[countRow], items] = await Promise.all([
    db
      .select({ total: count() })
      .from(channels)
      .leftJoin(channelMembers, toMembershipCondition(userId))
      .where(and(channels.isActive, isSubscribed)),
    selectChannels(db, userId, isSubscribed, { offset, limit }),
  ]);
  return { items, pagination: { offset, limit, total: countRow?.total ?? 0 } };
}

/** @throws not_found if the member does not have the channel */
export async function readSubscribedChannel(db: Database, userId: string, id: string): Promise<MemberChannel> {
  const channel = await readMemberChannel(db, userId, id);
  if (!channel.isJoined) throw notFound(text('errors.channelNotFound'));
  return channel;
}

function selectChannels(
  db: Database,
  userId: string,
  where: SQL | undefined,
  page: Page = { offset: 0, limit: maxChannels },
): Promise<MemberChannel[]> {
  return db
    .select({ ...channelColumns, isJoined: isSubscribed })
    .from(channels)
    .leftJoin(channelMembers, toMembershipCondition(userId))
    .where(and(channels.isActive, where))
    .orderBy(asc(channels.searchName), asc(channels.id))
    .limit(page.limit)
    .offset(page.offset);
}

/** Joining a channel again changes nothing. */
export function join(db: Database, userId: string, channelId: string): Promise<MemberChannel> {
  return setMembership(db, userId, channelId, 'joined');
}

/** @throws AppError conflict when the channel is Mandatory */
export function leave(db: Database, userId: string, channelId: string): Promise<MemberChannel> {
  return setMembership(db, userId, channelId, 'left');
}

async function setMembership(db: Database, userId: string, channelId: string, state: 'joined' | 'left'): Promise<MemberChannel> {
  await db.transaction(async (tx) => {
    const [channel] = await tx
      .select({ channelType: channels.channelType, name: channels.name })
      .from(channels)
      .where(and(eq(channels.id, channelId), channels.isActive))
      .for('share');
    if (!channel) throw notFound(text('errors.channelNotFound'));
    if (state === 'left' && channel.channelType === 'Mandatory')
      throw conflict(text('errors.cannotLeaveChannel', { name: channel.name }));
    await tx
      .insert(channelMembers)
      .values({ channelId, userId, state })
      .onConflictDoUpdate({ target: [channelMembers.channelId, channelMembers.userId], set: { state, at: new Date() } });
  });
  return readMemberChannel(db, userId, channelId);
}
