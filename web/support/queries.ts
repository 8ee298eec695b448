import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';
import { toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type ThreadRow = Outputs['support']['list']['items'][number];
export type Thread = Outputs['support']['get'];

/** The conversation with the latest message comes first. */
export const threadDefaults = { sort: '-last_message_at' };

function toThreadsRequest(search: GridSearch) {
  const { filters, ...request } = toGridRequest(search, threadDefaults);
  const subjectFilters: Filter[] = search.q ? [{ field: 'subject', operator: 'ilike', value: search.q }] : [];
  const conditions = [...subjectFilters, ...(filters ? [filters] : [])];
  return { ...request, filters: conditions.length > 0 ? { and: conditions } : undefined };
}

export const threadsQuery = (search: GridSearch) => ({
  ...trpc.support.list.queryOptions(toThreadsRequest(search)),
  placeholderData: keepPreviousData,
});

export const threadQuery = (id: string) => trpc.support.get.queryOptions({ id });

const invalidateThreads = () => queryClient.invalidateQueries(trpc.support.pathFilter());

export function useAskSupport() {
  return useMutation(trpc.support.send.mutationOptions({ onSuccess: invalidateThreads }));
}

export function useAnswerThread() {
  return useMutation(trpc.support.answer.mutationOptions({ onSuccess: invalidateThreads }));
}
