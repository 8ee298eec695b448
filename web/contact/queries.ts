import { keepPreviousData, useMutation } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc } from '#web/trpc.ts';
import { toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type Contact = Outputs['contact']['list']['items'][number];
export type Thread = Outputs['contact']['get'];

/** The conversation with the latest message comes first. */
export const contactDefaults = { sort: '-last_message_at' };

function toContactRequest(search: GridSearch) {
  const { filters, ...request } = toGridRequest(search, contactDefaults);
  const subjectFilters: Filter[] = search.q ? [{ field: 'subject', operator: 'ilike', value: search.q }] : [];
  const conditions = [...subjectFilters, ...(filters ? [filters] : [])];
  return { ...request, filters: conditions.length > 0 ? { and: conditions } : undefined };
}

export const contactsQuery = (search: GridSearch) => ({
  ...trpc.contact.list.queryOptions(toContactRequest(search)),
  placeholderData: keepPreviousData,
});

export const contactQuery = (id: string) => trpc.contact.get.queryOptions({ id });

const invalidateContacts = () => queryClient.invalidateQueries(trpc.contact.pathFilter());

export function useSendContact() {
  return useMutation(trpc.contact.send.mutationOptions({ onSuccess: invalidateContacts }));
}

export function useAnswerContact() {
  return useMutation(trpc.contact.answer.mutationOptions({ onSuccess: invalidateContacts }));
}
