import { QueryClient } from '@tanstack/react-query';
import { statusOf } from './errors.ts';

/** A refusal is an answer and not asked for again; a fault is, twice. */
function retry(failures: number, error: unknown): boolean {
  return failures < 2 && (statusOf(error) ?? 500) >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry, refetchOnWindowFocus: false },
    // Without a network what is sent fails at once and says so (`spec: work §8`): held back, a form stood locked for hours.
    mutations: { networkMode: 'always' },
  },
});
