import { and, eq, gt, sum } from 'drizzle-orm';
import { z } from 'zod';
import { media } from '#drizzle/schema/media.ts';
import type { Database } from '#server/db/open.ts';
import { AppError } from '#server/errors.ts';
import { detectDocument, type DocumentType } from '#server/media/document-type.ts';
import { storeDocument } from '#server/media/store-document.ts';
import type { VirusScanner } from '#server/media/virus-scanner.ts';
import type { Services } from '#server/services.ts';
import { dayMs } from '#shared/days.ts';
import {
  type AttachmentRefusal,
  maxAttachmentBytes,
  maxAttachments,
  maxDailyAttachmentBytes,
} from '#shared/messages/attachment.ts';
import { cleanReceivedText } from '#shared/messages/email-reply.ts';

/** A file of an email. Its type is not among the fields, because only the content shows it. */
export const inboundAttachmentSchema = z.object({
  name: z.string().nullish(),
  /** The bytes in base64. An adapter leaves them out if the file is too large to send. */
  content: z.string().nullish(),
  /** The size of a file without `content`. */
  bytes: z.int().min(0).nullish(),
  /** Whether the email's HTML shows the file, like a logo in a signature. */
  inline: z.boolean().nullish(),
});
export type InboundAttachment = z.infer<typeof inboundAttachmentSchema>;

/** A file of an email as the message gets it: accepted and stored, or refused with the reason. */
export type ReceivedAttachment = { name: string; bytes: number | null } & (
  | { mediaId: string; reason: null }
  | { mediaId: null; reason: AttachmentRefusal }
);

type CheckedAttachment = { name: string; bytes: number | null } & (
  | { type: DocumentType; content: Buffer }
  | { reason: AttachmentRefusal }
);

/**
 * Checks and stores the files of an email (`docs/product/messages.md#attachments`). All are checked before the first one is stored.
 * @throws AppError unavailable when the virus scanner does not answer
 */
export async function takeAttachments(
  { db, media: store, scanner }: Pick<Services, 'db' | 'media' | 'scanner'>,
  ownerId: string,
  attachments: readonly InboundAttachment[],
): Promise<ReceivedAttachment[]> {
  const checked: CheckedAttachment[] = [];
  const dailyBytes = await countDailyBytes(db, ownerId);
  let acceptedBytes = 0;
  for (const [n, attachment] of attachments.entries()) {
    const limits = {
      isExtra: n >= maxAttachments,
      maxBytes: maxAttachmentBytes - acceptedBytes,
      maxDailyBytes: maxDailyAttachmentBytes - dailyBytes - acceptedBytes,
    };
    const result = await checkAttachment(scanner, attachment, limits);
    if ('content' in result) acceptedBytes += result.content.length;
    checked.push(result);
  }
  const received: ReceivedAttachment[] = [];
  for (const { name, bytes, ...result } of checked) {
    if ('reason' in result) received.push({ name, bytes, mediaId: null, reason: result.reason });
    else {
      const { content, type } = result;
      received.push({
        name,
        bytes,
        mediaId: await storeDocument(db, store, ownerId, { content, mime: type.mime }),
        reason: null,
      });
    }
  }
  return received;
}

/** The bytes of the person's files of the last day. Emails that arrive at the same time do not count each other's files. */
async function countDailyBytes(db: Database, ownerId: string): Promise<number> {
  const isOfToday = gt(media.createdAt, new Date(Date.now() - dayMs));
  const [row] = await db
    .select({ bytes: sum(media.bytes).mapWith(Number) })
    .from(media)
    .where(and(eq(media.kind, 'document'), eq(media.ownerId, ownerId), isOfToday));
  return row?.bytes ?? 0;
}

async function checkAttachment(
  scanner: VirusScanner | null,
  attachment: InboundAttachment,
  { isExtra, maxBytes, maxDailyBytes }: { isExtra: boolean; maxBytes: number; maxDailyBytes: number },
): Promise<CheckedAttachment> {
  const name = attachment.name ?? '';
  const content = typeof attachment.content === 'string' ? Buffer.from(attachment.content, 'base64') : null;
  const bytes = content?.length ?? attachment.bytes ?? null;
  const refuse = (reason: AttachmentRefusal) => ({ name: cleanFileName(name), bytes, reason });
  if (isExtra) return refuse('too_many');
  if (!content || content.length > maxBytes) return refuse('too_large');
  if (content.length === 0) return refuse('empty');
  if (content.length > maxDailyBytes) return refuse('daily_limit');
  const type = detectDocument(content);
  if (!type) return refuse('wrong_type');
  if (await hasVirus(scanner, content)) return refuse('virus');
  return { name: cleanFileName(name, type.extensions), bytes, type, content };
}

async function hasVirus(scanner: VirusScanner | null, content: Buffer): Promise<boolean> {
  try {
    await scanner?.assertClean(toStream(content));
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'wrong_media_type') return true;
    throw error;
  }
}

async function* toStream(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

const maxNameLength = 100;
/** Longer names are cut before they are cleaned. The end of a path is the name. */
const maxPathLength = 1000;

/**
 * The last part of a path, without invisible characters and those that are special in file names. A name without one of the
 * extensions gets the first one, so that a file opens as what it is.
 */
export function cleanFileName(name: string, extensions: readonly string[] = []): string {
  const lastPart = cleanReceivedText(name.slice(-maxPathLength)).split(/[/\\]/).at(-1) ?? '';
  const plainName = lastPart
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const extension = /\.([^.\s]{1,10})$/.exec(plainName)?.[1] ?? '';
  const isKnown = extensions.length === 0 || extensions.includes(extension.toLowerCase());
  const ending = isKnown ? extension && `.${extension}` : `.${extensions[0]}`;
  const stem = isKnown ? plainName.slice(0, plainName.length - ending.length) : plainName;
  return `${Array.from(stem).slice(0, maxNameLength).join('').trim() || 'file'}${ending}`;
}
