/** News channels and their posts (`spec: work §3 News, §7`, `rest: News, ads, albums`, `product: News, ads, albums`). */
import * as z from 'zod/mini';
import { idField, instantField, lineField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';

/** When a post is up (`spec: work §3 News`, `product: News, ads, albums`). */
export const postStates = ['Published', 'Scheduled', 'Inactive', 'Draft'] as const;
export type PostState = (typeof postStates)[number];

export type Publication = { isActive: boolean; scheduledAt: Date | null; publishedAt: Date | null };

/** Inactive: it was up before. */
export function postState({ isActive, scheduledAt, publishedAt }: Publication): PostState {
  if (isActive) return 'Published';
  if (scheduledAt) return 'Scheduled';
  return publishedAt ? 'Inactive' : 'Draft';
}

export type Asked = { isActive?: boolean | undefined; scheduledAt?: Date | null | undefined };

/**
 * What becomes of a post that is asked to be up, or to come up at a time. A time to come wins over "active": until then it
 * is not up. The first time that it was up stays its date. Null: the time is past, and is not the one that stands already.
 */
export function publish(current: Publication, { isActive, scheduledAt }: Asked, now: Date): Publication | null {
  const { publishedAt } = current;
  if (scheduledAt && scheduledAt > now) return { isActive: false, scheduledAt, publishedAt };
  if (scheduledAt && scheduledAt.getTime() !== current.scheduledAt?.getTime()) return null;
  if (isActive) return { isActive: true, scheduledAt: null, publishedAt: publishedAt ?? now };
  return {
    publishedAt,
    isActive: isActive ?? current.isActive,
    scheduledAt: scheduledAt === undefined ? current.scheduledAt : scheduledAt,
  };
}

/** Mandatory: every member has it. Pre Subscribed: until the member leaves. Open: once the member joined. */
export const channelTypes = ['Mandatory', 'Pre Subscribed', 'Open'] as const;
export type ChannelType = (typeof channelTypes)[number];

const maxDescription = 500;
const emptyIsNull = (text: string | null) => (text === null || text.trim() === '' ? null : text);
const descriptionField = z.pipe(
  z.nullable(z.string()),
  z.pipe(z.transform(emptyIsNull), z.nullable(lineField(1, maxDescription, `Use at most ${maxDescription} characters`))),
);

export const channelNameField = lineField(2, 100, 'Enter a name of at least two characters');
const channelTypeField = z.enum(channelTypes, 'Choose a subscription');

export const createChannelSchema = z.object({
  name: channelNameField,
  description: z.optional(descriptionField),
  channelType: z._default(channelTypeField, 'Open'),
  isActive: z._default(z.boolean(), true),
});
export type CreateChannel = z.infer<typeof createChannelSchema>;

export const updateChannelSchema = z.object({
  id: idField,
  name: z.optional(channelNameField),
  description: z.optional(descriptionField),
  channelType: z.optional(channelTypeField),
  isActive: z.optional(z.boolean()),
});
export type UpdateChannel = z.infer<typeof updateChannelSchema>;

export const channelFormSchema = z.object({
  name: channelNameField,
  description: descriptionField,
  channelType: channelTypeField,
  isActive: z.boolean(),
});

const text = z.nullable(z.string());
const moment = z.nullable(z.date());

export const channelSchema = z.object({
  id: z.string(),
  channelType: z.enum(channelTypes),
  name: z.string(),
  description: text,
  isActive: z.boolean(),
  posts: z.int(),
  createdAt: z.date(),
  updatedAt: z.date(),
});
export type Channel = z.infer<typeof channelSchema>;
export const channelSearchSchema = z.extend(searchSchema, pageFields());
export const channelPageSchema = pageOf(channelSchema);

/** A channel as a member sees it. */
export const memberChannelSchema = z.extend(channelSchema, { isJoined: z.boolean() });
export type MemberChannel = z.infer<typeof memberChannelSchema>;

/** The editor's document; it is checked where it is read (server/rich-text/read-document.ts). */
const documentField = z.record(z.string(), z.unknown());
export const previewSchema = z.object({ body: documentField });

export const postTitleField = lineField(1, 200, 'Enter a title');
/** `image_url` of an upload, or null for none. */
const thumbnailField = z.nullable(z.string().check(z.maxLength(500)));

const postFields = {
  body: z.optional(z.nullable(documentField)),
  thumbnail: z.optional(thumbnailField),
  isActive: z.optional(z.boolean()),
  scheduledAt: z.optional(z.nullable(instantField)),
};

export const createPostSchema = z.object({ channelId: idField, title: postTitleField, ...postFields });
export type CreatePost = z.infer<typeof createPostSchema>;

export const updatePostSchema = z.object({
  postId: idField,
  title: z.optional(postTitleField),
  ...postFields,
  /** What was read; a later one is not overwritten. */
  version: z.optional(z.int()),
  /** Answer without the body, for who has just sent it. */
  isBrief: z.optional(z.boolean()),
});
export type UpdatePost = z.infer<typeof updatePostSchema>;

export const postSchema = z.object({
  id: z.string(),
  channelId: z.string(),
  title: z.string(),
  /** Left out of lists that ask for `isBrief`. */
  body: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  bodyHtml: z.optional(z.string()),
  thumbnail: text,
  fullResolutionThumbnail: text,
  smallResolutionThumbnail: text,
  isActive: z.boolean(),
  state: z.enum(postStates),
  scheduledAt: moment,
  publishedAt: moment,
  createdAt: z.date(),
  updatedAt: z.date(),
  views: z.int(),
  userId: text,
  authorName: text,
  version: z.int(),
});
export type Post = z.infer<typeof postSchema>;
export const postSearchSchema = z.extend(searchSchema, {
  ...pageFields(),
  channelId: idField,
  isBrief: z.optional(z.boolean()),
});
export const postPageSchema = pageOf(postSchema);

/** A post as it stands in a member's news. */
export const newsItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  smallResolutionThumbnail: text,
  publishedAt: z.date(),
  channelId: z.string(),
  channelName: z.string(),
  isRead: z.boolean(),
});
export type NewsItem = z.infer<typeof newsItemSchema>;
export const newsFeedInput = z.object({ ...pageFields(), channelId: z.optional(idField) });
export const newsFeedSchema = pageOf(newsItemSchema);

export const memberPostSchema = z.extend(newsItemSchema, {
  bodyHtml: z.string(),
  fullResolutionThumbnail: text,
  updatedAt: z.date(),
});
