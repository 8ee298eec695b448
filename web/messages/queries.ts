import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { type Inputs, type Outputs, trpc } from '#web/trpc.ts';
import { toast } from '#web/ui/toast.ts';

export type Conversation = Outputs['messages']['conversations']['items'][number];
export type Message = Outputs['messages']['myMessages']['items'][number];
export type Batch = Outputs['messages']['batch'];
export type Recipients = Pick<Inputs['messages']['sendMany'], 'companyId' | 'ids' | 'filters'>;

export const pageSize = 25;
const page = (number: number) => ({ offset: (number - 1) * pageSize, limit: pageSize });

type ConversationSearch = { page?: number | undefined; unanswered?: boolean | undefined };

export const conversationsQuery = ({ page: number = 1, unanswered }: ConversationSearch, companyId: string | undefined) => ({
  ...trpc.messages.conversations.queryOptions({ ...page(number), unanswered, companyId }),
  placeholderData: keepPreviousData,
});
export const applicantMessagesQuery = (applicantId: string, limit: number) => ({
  ...trpc.messages.ofApplicant.queryOptions({ applicantId, limit }),
  placeholderData: keepPreviousData,
});

/** A driver has no live stream, so an open screen asks again. */
const pollMs = 20_000;

export const myConversationsQuery = ({ page: number = 1 }: ConversationSearch) => ({
  ...trpc.messages.mine.queryOptions(page(number)),
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

/** Reloads what shows messages. */
export async function forgetMessages(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.messages.pathFilter()),
    queryClient.invalidateQueries(trpc.hiring.timeline.pathFilter()),
  ]);
}

export const useSendMessage = () => useMutation(trpc.messages.send.mutationOptions({ onSettled: forgetMessages }));
export const useReply = () => useMutation(trpc.messages.reply.mutationOptions({ onSettled: forgetMessages }));
export const useSendMany = () => useMutation(trpc.messages.sendMany.mutationOptions());
export const useCancelBatch = () => useMutation(trpc.messages.cancelBatch.mutationOptions({ onSettled: forgetMessages }));

const forgetTemplates = () => queryClient.invalidateQueries(trpc.messages.templates.pathFilter());
export const useSaveTemplate = () => useMutation(trpc.messages.saveTemplate.mutationOptions({ onSuccess: forgetTemplates }));
export const useDeleteTemplate = () =>
  useMutation(
    trpc.messages.deleteTemplate.mutationOptions({ onError: (error) => toast.error(error), onSettled: forgetTemplates }),
  );
