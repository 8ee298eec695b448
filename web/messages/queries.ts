import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { attachmentPath } from '#shared/messages/attachment.ts';
import type { MessageSender } from '#shared/messages/message.ts';
import { save } from '#web/api/download.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Inputs, type Outputs, trpc } from '#web/api/trpc.ts';
import { readFile } from '#web/session/authorized-fetch.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';

export type Conversation = Outputs['messages']['conversations']['items'][number];
export type Message = Outputs['messages']['myMessages']['items'][number];
export type Attachment = Message['attachments'][number];
export type Batch = Outputs['messages']['batch'];
export type Recipients = Pick<Inputs['messages']['sendMany'], 'companyId' | 'ids' | 'filters' | 'all'>;

export type Channel = NonNullable<Inputs['messages']['send']['channel']>;

export const pageSize = 25;
const toPageRequest = (pageNumber: number) => ({ offset: (pageNumber - 1) * pageSize, limit: pageSize });

type ConversationSearch = { page?: number | undefined; unanswered?: boolean | undefined };

export const conversationsQuery = ({ page: pageNumber = 1, unanswered }: ConversationSearch, companyId: string | undefined) => ({
  ...trpc.messages.conversations.queryOptions({ ...toPageRequest(pageNumber), unanswered, companyId }),
  placeholderData: keepPreviousData,
});
export const applicantMessagesQuery = (applicantId: string, limit: number) => ({
  ...trpc.messages.ofApplicant.queryOptions({ applicantId, limit }),
  placeholderData: keepPreviousData,
});

/**
 * Whether the company can send the applicant a text message. The answer depends on the time of day, so it is loaded again when
 * the form opens.
 */
export const textingQuery = (applicantId: string) => ({
  ...trpc.messages.texting.queryOptions({ applicantId }),
  staleTime: 0,
});

/** Drivers receive no live events, so an open screen reloads regularly. */
const pollMs = 20_000;

export const myConversationsQuery = ({ page: pageNumber = 1 }: ConversationSearch) => ({
  ...trpc.messages.mine.queryOptions(toPageRequest(pageNumber)),
  placeholderData: keepPreviousData,
  refetchInterval: pollMs,
});
export const myConversationQuery = (id: string) => trpc.messages.myConversation.queryOptions({ id });
export const myMessagesQuery = (id: string, limit: number) => ({
  ...trpc.messages.myMessages.queryOptions({ id, limit }),
  placeholderData: keepPreviousData,
  refetchInterval: pollMs,
});

export const templatesQuery = (companyId: string | undefined) => trpc.messages.templates.queryOptions({ companyId });
export const batchQuery = (id: string) => trpc.messages.batch.queryOptions({ id });

/** Downloads a file of a message as the side that reads it. */
export async function downloadAttachment(side: MessageSender, { id, name }: Attachment): Promise<void> {
  try {
    save(await readFile(attachmentPath(side, id)), name);
  } catch (error) {
    toast.error(error, t('messages.attachmentNotDownloaded'));
  }
}

/** Reloads all data that includes messages. */
export async function invalidateMessages(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.messages.pathFilter()),
    queryClient.invalidateQueries(trpc.hiring.timeline.pathFilter()),
  ]);
}

/** A message can also move an applicant. */
export async function invalidateMovedApplicants(): Promise<void> {
  await Promise.all([
    invalidateMessages(),
    queryClient.invalidateQueries(trpc.hiring.pathFilter()),
    queryClient.invalidateQueries(trpc.applicants.pathFilter()),
  ]);
}

/** Reloads what depends on whether messages were read, but not the messages. */
const invalidateUnread = () =>
  Promise.all(
    (['conversations', 'unreadCount', 'mine', 'myUnreadCount'] as const).map((name) =>
      queryClient.invalidateQueries(trpc.messages[name].pathFilter()),
    ),
  );
export const useMarkMessagesRead = () => useMutation(trpc.messages.markRead.mutationOptions({ onSuccess: invalidateUnread }));
export const useMarkMyMessagesRead = () => useMutation(trpc.messages.markMyRead.mutationOptions({ onSuccess: invalidateUnread }));
export const useSendMessage = () => useMutation(trpc.messages.send.mutationOptions({ onSettled: invalidateMovedApplicants }));
export const useReply = () => useMutation(trpc.messages.reply.mutationOptions({ onSettled: invalidateMessages }));
export const useSendMany = () => useMutation(trpc.messages.sendMany.mutationOptions());
export const useCancelBatch = () => useMutation(trpc.messages.cancelBatch.mutationOptions({ onSettled: invalidateMessages }));

const invalidateTemplates = () => queryClient.invalidateQueries(trpc.messages.templates.pathFilter());
export const useSaveTemplate = () => useMutation(trpc.messages.saveTemplate.mutationOptions({ onSuccess: invalidateTemplates }));
export const useDeleteTemplate = () =>
  useMutation(
    trpc.messages.deleteTemplate.mutationOptions({ onError: (error) => toast.error(error), onSettled: invalidateTemplates }),
  );
