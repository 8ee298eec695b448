import { QueryClient } from '@tanstack/react-query';
import { statusOf } from './errors.ts';

/** A client error is not retried, because the response would be the same. A server failure is retried twice. */
function retry(failureCount: number, error: unknown): boolean {
  return failureCount < 2 && (statusOf(error) ?? 500) >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry, refetchOnWindowFocus: false },
    // Without a network a request fails immediately with a message. If it waited, the form would stay disabled
    // (`docs/product/screens.md#messages`).
    mutations: { networkMode: 'always' },
  },
});
