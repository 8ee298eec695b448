import { createTRPCClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { splitLink } from '@trpc/client/links/splitLink';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { IdleSecondsHeader } from '#server/context.ts';
import type { AppRouter } from '#server/router.ts';
import { maxBatchedCalls } from '#shared/batched-calls.ts';
import { freshToken } from '#web/session/refresh.ts';
import { eventsLink } from './events-link.ts';
import { queryClient } from './query-client.ts';
import { refreshLink } from './refresh-link.ts';
import { stepUpLink } from './step-up-link.ts';
import { fetchWithTimeout, paymentTimeoutMs, isLongCall, requestMs } from './time-out.ts';

/** The inputs and outputs of procedures, for components: `Outputs['jobs']['list']`. */
export type Inputs = inferRouterInputs<AppRouter>;
export type Outputs = inferRouterOutputs<AppRouter>;

const url = '/trpc';

/**
 * The time of the person's last input. A header sends the idle time with each request, so that requests of an unattended
 * screen do not extend the session.
 */
export const lastUse = { at: Date.now() };

const idleSecondsHeader: IdleSecondsHeader = 'x-idle-seconds';

async function headers(): Promise<Record<string, string>> {
  const token = await freshToken();
  return token
    ? { Authorization: `Bearer ${token}`, [idleSecondsHeader]: `${Math.round((Date.now() - lastUse.at) / 1000)}` }
    : {};
}

const batch = (ms: number) =>
  httpBatchLink({ url, headers, maxURLLength: 2000, maxItems: maxBatchedCalls, fetch: fetchWithTimeout(ms) });

export const trpcClient = createTRPCClient<AppRouter>({
  links: [
    stepUpLink,
    refreshLink,
    splitLink({
      condition: (op) => op.type === 'subscription',
      true: eventsLink,
      false: splitLink({ condition: isLongCall, true: batch(paymentTimeoutMs), false: batch(requestMs) }),
    }),
  ],
});

export const trpc = createTRPCOptionsProxy<AppRouter>({ client: trpcClient, queryClient });
