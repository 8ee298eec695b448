import { fullName } from '#shared/format.ts';
import { impersonationDeviceId, impersonationSeconds } from '#shared/access/impersonation.ts';
import { statusOf } from '#web/errors.ts';
import { queryClient } from '#web/query-client.ts';
import { alone, freshAdminToken } from '#web/refresh-link.ts';
import { expireSession, isImpersonating, startActing, stopActing } from '#web/session.ts';
import { asAdmin, asIs } from './clients.ts';
import { keepTrip, readTrip, type Trip } from './trip.ts';

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
