import { QueryClient } from '@tanstack/react-query';
import { statusOf } from './errors.ts';

/** A refusal is an answer and is not retried. A fault is retried twice. */
function retry(failures: number, error: unknown): boolean {
  return failures < 2 && (statusOf(error) ?? 500) >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry, refetchOnWindowFocus: false },
    // Without a network a request fails immediately with a message. If it waited, the form would stay disabled
    // (`docs/product/screens.md#messages`).
    mutations: { networkMode: 'always' },
  },
});
