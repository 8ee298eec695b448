/** Files that drivers attach to replies by email (`docs/product/messages.md#attachments`). */
import * as z from 'zod/mini';
import { idField } from '#shared/fields.ts';
import { type Text, text } from '#shared/texts/texts.ts';
import { mb } from '#shared/uploads.ts';

/** How many files of one email are accepted, and how many bytes they can have together. */
export const maxAttachments = 10;
export const maxAttachmentBytes = 10 * mb;
/** How many bytes the files of a driver's emails of a day can have together. */
export const maxDailyAttachmentBytes = 100 * mb;

/** Why a file was refused. */
export const attachmentRefusals = [
  { code: 'wrong_type', label: text('messages.attachmentWrongType') },
  { code: 'too_large', label: text('messages.attachmentTooLarge', { megabytes: maxAttachmentBytes / mb }) },
  { code: 'too_many', label: text('messages.attachmentTooMany', { count: maxAttachments }) },
  { code: 'daily_limit', label: text('messages.attachmentDailyLimit', { megabytes: maxDailyAttachmentBytes / mb }) },
  { code: 'empty', label: text('messages.attachmentEmpty') },
  { code: 'virus', label: text('messages.attachmentVirus') },
] as const satisfies readonly { code: string; label: Text }[];
export type AttachmentRefusal = (typeof attachmentRefusals)[number]['code'];
const refusalCodes = attachmentRefusals.map(({ code }) => code) as [AttachmentRefusal, ...AttachmentRefusal[]];

export const attachmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The media type, which the content shows. Null if the file was refused. */
  type: z.nullable(z.string()),
  /** Null if the size is not known. */
  bytes: z.nullable(z.int()),
  /** Why the file was refused. Null if it was accepted. */
  reason: z.nullable(z.enum(refusalCodes)),
  /** Where the file can be downloaded with an access token. Null if it was refused. */
  url: z.nullable(z.string()),
});
export type Attachment = z.infer<typeof attachmentSchema>;

export const attachmentInput = z.object({ id: idField });

/** The path of a file in the REST API. Companies and drivers have different ones, because a person can be both. */
export const attachmentPath = (side: 'company' | 'driver', id: string): string =>
  side === 'company' ? `/messages/attachments/${id}` : `/member/messages/attachments/${id}`;

/** Says which files a message has, for the places that show the beginning of a message without its files. */
export const attachmentsText = (names: readonly string[]): Text =>
  text('messages.sentFiles', { count: names.length, names: names.join(', ') });
