import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '#server/router.ts';
import { statusOf } from './errors.ts';
import { freshToken } from './refresh.ts';
import { refreshLink } from './refresh-link.ts';

/** What procedures take and answer, for components: `Outputs['jobs']['list']`. */
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

/** A refusal is an answer and not asked for again; a fault is, twice. */
function retry(failures: number, error: unknown): boolean {
  return failures < 2 && (statusOf(error) ?? 500) >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry, refetchOnWindowFocus: false } },
});

const url = '/trpc';

async function headers(): Promise<Record<string, string>> {
  const token = await freshToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

export const trpcClient = createTRPCClient<AppRouter>({
  links: [
    refreshLink,
    splitLink({
      condition: (op) => op.type === 'subscription',
      true: httpSubscriptionLink({ url, connectionParams: async () => ({ token: (await freshToken()) ?? '' }) }),
      false: httpBatchLink({ url, headers, maxURLLength: 2000 }),
    }),
  ],
});

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: trpcClient, queryClient });
