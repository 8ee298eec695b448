import { createTRPCClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import type { AppRouter } from '#server/router.ts';
import { accessToken, adminToken } from '#web/session.ts';
import { fetchWithin, requestMs } from '#web/time-out.ts';

function clientWith(token: () => string | null) {
  const headers = () => ({ Authorization: `Bearer ${token() ?? ''}` });
  return createTRPCClient<AppRouter>({ links: [httpBatchLink({ url: '/trpc', headers, fetch: fetchWithin(requestMs) })] });
}

/**
 * The API with the admin's own token: for impersonating, finding companies and reading their people (`spec: access §6`).
 * It renews nothing by itself; who calls asks for `freshAdminToken` first.
 */
export const asAdmin = clientWith(adminToken);

/** With the token in use, as it is: leaving must not wait for a renewal. */
export const asIs = clientWith(accessToken);
