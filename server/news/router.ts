import * as z from 'zod';
import { uploadSchema } from '#server/media/upload.ts';
import { readBody } from '#server/rich-text/read-document.ts';
import { actorOf, allowed, readerOf, router } from '#server/trpc.ts';
import { idField } from '#shared/fields.ts';
import {
  channelPageSchema,
  channelSchema,
  channelSearchSchema,
  createChannelSchema,
  createPostSchema,
  postPageSchema,
  postSchema,
  postSearchSchema,
  previewSchema,
  updateChannelSchema,
  updatePostSchema,
} from '#shared/news/news.ts';
import { listChannels, readChannel, createChannel, deleteChannel, updateChannel } from './channel-list.ts';
import { listPosts, readPost } from './post-list.ts';
import { createPost, updatePost, deletePost, restorePost } from './update-post.ts';
import { uploadImage } from './upload-image.ts';

const read = allowed('news.read');
const manage = allowed('news.manage');
const byId = z.object({ id: idField });
const idSchema = z.object({ id: z.string() });

/** Channels and posts for news staff (`docs/product/news-and-ads.md#channels`). */
export const newsRouter = router({
  channels: read
    .input(channelSearchSchema)
    .output(channelPageSchema)
    .query(({ ctx, input }) => listChannels(ctx.services.db, { ...input, ...readerOf(ctx) })),
  channel: read
    .input(byId)
    .output(channelSchema)
    .query(({ ctx, input }) => readChannel(ctx.services.db, input.id)),
  createChannel: manage
    .input(createChannelSchema)
    .output(channelSchema)
    .mutation(({ ctx, input }) => createChannel(ctx.services.db, actorOf(ctx), input)),
  updateChannel: manage
    .input(updateChannelSchema)
    .output(channelSchema)
    .mutation(({ ctx, input }) => updateChannel(ctx.services.db, actorOf(ctx), input)),
  deleteChannel: manage
    .input(byId)
    .output(idSchema)
    .mutation(({ ctx, input }) => deleteChannel(ctx.services.db, actorOf(ctx), input.id)),

  posts: read
    .input(postSearchSchema)
    .output(postPageSchema)
    .query(({ ctx, input }) => listPosts(ctx.services.db, { ...input, ...readerOf(ctx) })),
  post: read
    .input(byId)
    .output(postSchema)
    .query(({ ctx, input }) => readPost(ctx.services.db, input.id)),
  createPost: manage
    .input(createPostSchema)
    .output(postSchema)
    .mutation(async ({ ctx, input }) => readPost(ctx.services.db, await createPost(ctx.services.db, actorOf(ctx), input))),
  updatePost: manage
    .input(updatePostSchema)
    .output(postSchema)
    .mutation(async ({ ctx, input }) => {
      await updatePost(ctx.services.db, actorOf(ctx), input);
      return readPost(ctx.services.db, input.postId, !input.isBrief);
    }),
  deletePost: manage
    .input(byId)
    .output(idSchema)
    .mutation(({ ctx, input }) => deletePost(ctx.services.db, actorOf(ctx), input.id)),
  /** A deleted post can be restored for up to a day. */
  restorePost: manage
    .input(byId)
    .output(postSchema)
    .mutation(async ({ ctx, input }) => {
      await restorePost(ctx.services.db, actorOf(ctx), input.id);
      return readPost(ctx.services.db, input.id);
    }),
  /** The HTML that readers would see for an unsaved document. */
  preview: manage
    .input(previewSchema)
    .output(z.object({ bodyHtml: z.string() }))
    .mutation(({ input }) => ({ bodyHtml: readBody(input.body, 'body').bodyHtml })),
  uploadImage: manage
    .input(z.object({ channelId: idField, image: uploadSchema }))
    .output(z.object({ imageUrl: z.string() }))
    .mutation(({ ctx, input }) => uploadImage(ctx.services, actorOf(ctx), input)),
});
