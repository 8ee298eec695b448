/** News channels and posts: fields, schemas, and the states of a post. */
import * as z from 'zod/mini';
import { idField, instantField, lineField } from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { clearable, firstChoice, type PropertyOf, propertyOf, type Field, textField } from '#shared/resource.ts';
import { type Text, text } from '#shared/texts/texts.ts';

/** The states of a post (`docs/product/news-and-ads.md#posts`). */
export const postStates = ['Published', 'Scheduled', 'Inactive', 'Draft'] as const;
export type PostState = (typeof postStates)[number];

export const postStateLabels: Readonly<Record<PostState, Text>> = {
  Published: text('common.published'),
  Scheduled: text('common.scheduled'),
  Inactive: text('common.companyOrPostInactive'),
  Draft: text('labels.postDraft'),
};

export type Publication = { isActive: boolean; scheduledAt: Date | null; publishedAt: Date | null };

/** Inactive means that the post was published before. */
export function postState({ isActive, scheduledAt, publishedAt }: Publication): PostState {
  if (isActive) return 'Published';
  if (scheduledAt) return 'Scheduled';
  return publishedAt ? 'Inactive' : 'Draft';
}

export type PublicationRequest = { isActive?: boolean | undefined; scheduledAt?: Date | null | undefined };

/**
 * The publication of a post after a change. A future time takes precedence over `isActive`: the post is published at that time.
 * The date of the first publication never changes. Null if the time is in the past and differs from the stored one.
 */
export function getNextPublication(
  currentPublication: Publication,
  { isActive, scheduledAt }: PublicationRequest,
  now: Date,
): Publication | null {
  const { publishedAt } = currentPublication;
  if (scheduledAt && scheduledAt > now) return { isActive: false, scheduledAt, publishedAt };
  if (scheduledAt && scheduledAt.getTime() !== currentPublication.scheduledAt?.getTime()) return null;
  if (isActive) return { isActive: true, scheduledAt: null, publishedAt: publishedAt ?? now };
  return {
    publishedAt,
    isActive: isActive ?? currentPublication.isActive,
    scheduledAt: scheduledAt === undefined ? currentPublication.scheduledAt : scheduledAt,
  };
}

/** Mandatory: every member has it. Pre Subscribed: members have it until they leave. Open: members have it once they join. */
export const channelTypes = ['Mandatory', 'Pre Subscribed', 'Open'] as const;
export type ChannelType = (typeof channelTypes)[number];

export const channelTypeLabels: Readonly<Record<ChannelType, Text>> = {
  Mandatory: text('labels.mandatory'),
  'Pre Subscribed': text('labels.preSubscribed'),
  Open: text('common.open'),
};

const textOrNull = z.nullable(z.string());
const dateOrNull = z.nullable(z.date());

const description = clearable(lineField(1, 500, 'errors.channelDescriptionTooLong'));
const channelType = z.enum(channelTypes, 'errors.channelTypeRequired');

/** The fields of a channel. `shared/jobs/job-fields.ts` explains the properties. */
export const channelFields = {
  name: textField(text('common.name'), lineField(2, 100, 'errors.channelNameTooShort')),
  description: {
    label: text('common.description'),
    hint: text('fields.channelDescriptionHint'),
    input: 'own',
    request: z.optional(description),
    answer: textOrNull,
    formSchema: description,
    empty: '',
    toInput: (answer: string | null) => answer ?? '',
  },
  channelType: {
    label: text('common.subscription'),
    input: 'own',
    request: channelType,
    answer: z.enum(channelTypes),
    formSchema: channelType,
    empty: firstChoice<ChannelType>('Open'),
  },
  isActive: {
    label: text('common.active'),
    hint: text('fields.channelActiveHint'),
    input: 'flag',
    request: z.boolean(),
    answer: z.boolean(),
    formSchema: z.boolean(),
    empty: true,
  },
} satisfies Record<string, Field>;

const channelRequests = propertyOf(channelFields, 'request');

export const createChannelSchema = z.object({
  ...channelRequests,
  channelType: z._default(channelType, 'Open'),
  isActive: z._default(z.boolean(), true),
});
export type CreateChannel = z.infer<typeof createChannelSchema>;

export const updateChannelSchema = z.object({ id: idField, ...z.partial(z.object(channelRequests)).shape });
export type UpdateChannel = z.infer<typeof updateChannelSchema>;

export const channelFormSchema = z.object(propertyOf(channelFields, 'formSchema'));
export type ChannelValues = PropertyOf<typeof channelFields, 'empty'>;

export const channelSchema = z.object({
  id: z.string(),
  ...propertyOf(channelFields, 'answer'),
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

/** The editor's document. It is validated where it is read (server/rich-text/read-document.ts). */
const documentField = z.record(z.string(), z.unknown());
export const previewSchema = z.object({ body: documentField });

/** The fields of a post that staff edit. */
export const postFields = {
  title: textField(text('common.title'), lineField(1, 200, 'errors.titleRequired')),
  /** Lists requested with `isBrief` omit it. */
  body: {
    label: text('common.post'),
    input: 'own',
    request: z.optional(z.nullable(documentField)),
    answer: z.optional(z.nullable(documentField)),
  },
  /** Requests hold the `image_url` of an upload, or null for none. */
  thumbnail: {
    label: text('common.thumbnail'),
    input: 'own',
    request: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
    answer: textOrNull,
  },
  isActive: { label: text('common.published'), input: 'own', request: z.optional(z.boolean()), answer: z.boolean() },
  scheduledAt: {
    label: text('common.scheduled'),
    input: 'own',
    request: z.optional(z.nullable(instantField)),
    answer: dateOrNull,
  },
} satisfies Record<string, Field>;

const postRequests = propertyOf(postFields, 'request');

export const createPostSchema = z.object({ channelId: idField, ...postRequests });
export type CreatePost = z.infer<typeof createPostSchema>;

export const updatePostSchema = z.object({
  postId: idField,
  ...z.partial(z.object(postRequests)).shape,
  /** The version that the client read. If the post has changed since, the answer is 409. */
  version: z.optional(z.int()),
  /** Leaves the body out of the answer, for a client that has just sent it. */
  isBrief: z.optional(z.boolean()),
});
export type UpdatePost = z.infer<typeof updatePostSchema>;

export const postSchema = z.object({
  id: z.string(),
  channelId: z.string(),
  ...propertyOf(postFields, 'answer'),
  bodyHtml: z.optional(z.string()),
  fullResolutionThumbnail: textOrNull,
  smallResolutionThumbnail: textOrNull,
  state: z.enum(postStates),
  publishedAt: dateOrNull,
  createdAt: z.date(),
  updatedAt: z.date(),
  views: z.int(),
  userId: textOrNull,
  authorName: textOrNull,
  version: z.int(),
});
export type Post = z.infer<typeof postSchema>;
export const postSearchSchema = z.extend(searchSchema, {
  ...pageFields(),
  channelId: idField,
  isBrief: z.optional(z.boolean()),
});
export const postPageSchema = pageOf(postSchema);

/** A post in a member's news. */
export const newsItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  excerpt: z.string(),
  smallResolutionThumbnail: textOrNull,
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
  fullResolutionThumbnail: textOrNull,
  updatedAt: z.date(),
});
