import { createTRPCClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import type { AppRouter } from '#server/router.ts';
import { accessToken, adminToken } from '#web/session/session.ts';
import { fetchWithTimeout, requestMs } from './time-out.ts';

function clientWith(token: () => string | null) {
  const headers = () => ({ Authorization: `Bearer ${token() ?? ''}` });
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/trpc', headers, fetch: fetchWithTimeout(requestMs) })] });
}

/**
 * Calls the API with the administrator's own token, to impersonate people and to find companies and their employees. It does
 * not refresh the token, so call `freshAdminToken` first.
 */
export const adminClient = clientWith(adminToken);

/** Calls the API with the current token as it is, for work that runs while nothing else may change the tokens. */
export const clientWithoutRefresh = clientWith(accessToken);
