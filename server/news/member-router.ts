import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { memberChannelSchema, memberPostSchema, newsFeedInput, newsFeedSchema } from '#shared/news/news.ts';
import { allowed, router } from '#server/trpc.ts';
import { listFeed, readNewsPost, viewPost } from './feed.ts';
import { listMemberChannels, listSubscribed, readSubscribed, join, leave } from './membership.ts';

const self = allowed('driver.self');
const byId = z.object({ id: idField });

/** What members read, and the channels that they join and leave (`product: Drivers and the public side`). */
export const memberNewsRouter = router({
  channels: self.output(z.array(memberChannelSchema)).query(({ ctx }) => listMemberChannels(ctx.services.db, ctx.actor.userId)),
  join: self
    .input(byId)
    .output(memberChannelSchema)
    .mutation(({ ctx, input }) => join(ctx.services.db, ctx.actor.userId, input.id)),
  leave: self
    .input(byId)
    .output(memberChannelSchema)
    .mutation(({ ctx, input }) => leave(ctx.services.db, ctx.actor.userId, input.id)),
  feed: self
    .input(newsFeedInput)
    .output(newsFeedSchema)
    .query(({ ctx, input }) => listFeed(ctx.services.db, ctx.actor.userId, input)),
  post: self
    .input(byId)
    .output(memberPostSchema)
    .query(({ ctx, input }) => readNewsPost(ctx.services.db, ctx.actor.userId, input.id)),
  /** For REST clients: the channels that the member has, and in them what is up. */
  subscribed: self
    .input(z.object(pageFields()))
    .output(pageOf(memberChannelSchema))
    .query(({ ctx, input }) => listSubscribed(ctx.services.db, ctx.actor.userId, input)),
  channel: self
    .input(byId)
    .output(memberChannelSchema)
    .query(({ ctx, input }) => readSubscribed(ctx.services.db, ctx.actor.userId, input.id)),
  channelPosts: self
    .input(z.object({ ...pageFields(), channelId: idField }))
    .output(newsFeedSchema)
    .query(async ({ ctx, input }) => {
      await readSubscribed(ctx.services.db, ctx.actor.userId, input.channelId);
      return listFeed(ctx.services.db, ctx.actor.userId, input);
    }),
  /** Reads a post and counts it as viewed, which the web does in two calls. */
  open: self
    .input(byId)
    .output(memberPostSchema)
    .query(async ({ ctx, input }) => {
      await viewPost(ctx.services.db, ctx.actor.userId, input.id);
      return readNewsPost(ctx.services.db, ctx.actor.userId, input.id);
    }),
  view: self
    .input(byId)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => viewPost(ctx.services.db, ctx.actor.userId, input.id)),
});
