import { fullName } from '#shared/format.ts';
import { impersonationDeviceId, impersonationSeconds } from '#shared/access/impersonation.ts';
import { statusOf } from './errors.ts';
import { queryClient } from './query-client.ts';
import { alone, freshAdminToken } from './refresh.ts';
import { expireSession, isImpersonating, startActing, stopActing, accessToken, adminToken } from './session.ts';
import { keepTrip, readTrip, type Trip } from './trip.ts';

import { createTRPCClient } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import type { AppRouter } from '#server/router.ts';
import { fetchWithin, requestMs } from './time-out.ts';

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
const asIs = clientWith(accessToken);

export type Picked = Pick<Trip, 'companyId' | 'companyName' | 'userId' | 'reason'>;

/** Where an impersonation begins, and where it leads back to. */
const companyPortal = '/company/jobs';
const adminPortal = '/admin';

/** Starts to act as the picked person, on a page that has seen nothing of the admin's. */
export async function actAs({ landing = companyPortal, ...picked }: Picked & { landing?: string | undefined }): Promise<void> {
  await ask(picked);
  window.location.assign(landing);
}

/** Another 600 seconds as the same person; what failed meanwhile is asked for again. */
export async function renewActing(): Promise<void> {
  const trip = readTrip();
  if (!trip) return goToAdmin();
  await ask(trip);
  await queryClient.invalidateQueries();
}

async function ask({ companyId, companyName, userId, reason }: Picked): Promise<void> {
  await freshAdminToken();
  const input = { userId, deviceId: impersonationDeviceId, role: 'employer' as const, reason: reason || null };
  await alone(async () => {
    const answer = await asAdmin.auth.impersonate.mutate(input).catch(explain);
    const endsAt = Date.now() + impersonationSeconds * 1000;
    // The token is written last: other tabs follow it, and find the rest in place.
    keepTrip({ companyId, companyName, userId, userName: fullName(answer), reason, endsAt });
    startActing(answer.accessToken);
  });
}

/** An admin whose own session is over has nothing to go back to. */
function explain(error: unknown): never {
  if (statusOf(error) === 401) expireSession();
  throw error;
}

/** Ends the impersonation on the server and makes the admin's own session this browser's again. */
export async function backToAdmin(): Promise<void> {
  await alone(async () => {
    if (!isImpersonating()) return;
    await asIs.auth.leave.mutate();
    stopActing();
  });
  queryClient.clear();
}

/** Leaves for the admin portal, on a page that has seen nothing of the company's. */
export async function goToAdmin(): Promise<void> {
  await backToAdmin();
  window.location.assign(adminPortal);
}
