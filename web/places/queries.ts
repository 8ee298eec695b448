import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Address, PlaceSuggestion } from '#shared/places/addresses.ts';
import { queryClient } from '#web/query-client.ts';
import { trpc } from '#web/trpc.ts';

const minutes = 60_000;
const none: PlaceSuggestion[] = [];

/** One per address search; the maps service counts a search by it. */
export function newSessionToken(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

type Suggestions = { suggestions: PlaceSuggestion[]; isLoading: boolean; failure: unknown };

/** Places for what was typed so far, from two letters on; the last ones stay until the next are there. */
export function usePlaceSuggestions(text: string, sessionToken: string): Suggestions {
  const { data, isFetching, error } = useQuery({
    ...trpc.places.autocomplete.queryOptions({ text, sessionToken }, { trpc: { abortOnUnmount: true } }),
    enabled: text.length > 1,
    staleTime: 10 * minutes,
    placeholderData: keepPreviousData,
  });
  return { suggestions: text.length > 1 ? (data ?? none) : none, isLoading: isFetching, failure: error };
}

export function findAddress(id: string, sessionToken: string): Promise<Address> {
  return queryClient.fetchQuery({ ...trpc.places.details.queryOptions({ id, sessionToken }), staleTime: 10 * minutes });
}
