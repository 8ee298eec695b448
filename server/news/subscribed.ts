import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { channelMembers, channels } from '#drizzle/schema/news.ts';

/** The join that brings what a member chose of each channel. */
export const choiceOf = (userId: string): SQL | undefined =>
  and(eq(channelMembers.channelId, channels.id), eq(channelMembers.userId, userId));

/**
 * Whether a member has a channel: a Mandatory one always, a Pre Subscribed one until they left it, an Open one once they
 * joined (`product: Drivers and the public side`).
 */
export const isSubscribed: SQL<boolean> = sql<boolean>`${or(
  sql`${channels.channelType} = 'Mandatory'`,
  sql`${channels.channelType} = 'Pre Subscribed' and ${channelMembers.state} is distinct from 'left'`,
  sql`coalesce(${channelMembers.state} = 'joined', false)`,
)}`.mapWith(Boolean);
