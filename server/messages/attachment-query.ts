import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { media } from '#drizzle/schema/media.ts';
import { conversations, messageAttachments, messages } from '#drizzle/schema/messages.ts';
import { whereInScope } from '#server/access/scope.ts';
import { canBeOpened } from '#server/applicants/conversation-query.ts';
import type { Database } from '#server/db/open.ts';
import type { FileDownload } from '#server/downloads/file.ts';
import { notFound } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { type Attachment, attachmentPath } from '#shared/messages/attachment.ts';
import type { MessageSender } from '#shared/messages/message.ts';
import { text } from '#shared/texts/texts.ts';

/** Adds their files to messages. `reader` is the side that reads them, because each side downloads from another path. */
export async function addAttachments<Row extends { id: string }>(
  db: Database,
  reader: MessageSender,
  rows: readonly Row[],
): Promise<(Row & { attachments: Attachment[] })[]> {
  const ids = rows.map(({ id }) => id);
  const attachments = await db
    .select({
      messageId: messageAttachments.messageId,
      id: messageAttachments.id,
      name: messageAttachments.name,
      type: media.mime,
      bytes: messageAttachments.bytes,
      reason: messageAttachments.reason,
    })
    .from(messageAttachments)
    .leftJoin(media, eq(media.id, messageAttachments.mediaId))
    .where(inArray(messageAttachments.messageId, ids))
    .orderBy(asc(messageAttachments.id));
  const byMessage = Map.groupBy(attachments, ({ messageId }) => messageId);
  return rows.map((row) => ({
    ...row,
    attachments: (byMessage.get(row.id) ?? []).map(({ messageId: _, ...attachment }) => ({
      ...attachment,
      url: attachment.reason === null ? `/api/1.0${attachmentPath(reader, attachment.id)}` : null,
    })),
  }));
}

/**
 * Reads a file of a conversation of the company.
 * @throws not found, also for a file that was refused
 */
export function readAttachment(
  services: Pick<Services, 'db' | 'media'>,
  scope: CompanyScope,
  { id }: { id: string },
): Promise<FileDownload> {
  return readFile(services, and(eq(messageAttachments.id, id), whereInScope(conversations.companyId, scope), canBeOpened));
}

/**
 * Reads a file of one of the driver's conversations.
 * @throws not found, also for a file that was refused
 */
export function readMyAttachment(
  services: Pick<Services, 'db' | 'media'>,
  { userId }: { userId: string },
  { id }: { id: string },
): Promise<FileDownload> {
  return readFile(services, and(eq(messageAttachments.id, id), eq(conversations.driverId, userId)));
}

async function readFile({ db, media: store }: Pick<Services, 'db' | 'media'>, where: SQL | undefined): Promise<FileDownload> {
  const [row] = await db
    .select({ fileName: messageAttachments.name, storedName: media.name, mime: media.mime, bytes: media.bytes })
    .from(messageAttachments)
    .innerJoin(media, eq(media.id, messageAttachments.mediaId))
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(where);
  if (!row) throw notFound(text('errors.fileNotFound'));
  const { storedName, ...file } = row;
  return { ...file, open: () => store.read(storedName) };
}
