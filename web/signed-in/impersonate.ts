import { impersonationDeviceId, impersonationSeconds } from '#shared/access/impersonation.ts';
import { fullName } from '#shared/format.ts';
import { adminClient, clientWithoutRefresh } from '#web/api/clients-without-refresh.ts';
import { codeOf, statusOf } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { storeImpersonation, readImpersonation, type ImpersonationState } from '#web/session/impersonation-state.ts';
import { runExclusively, freshAdminToken } from '#web/session/refresh.ts';
import { expireSession, isImpersonating, startActing, stopActing } from '#web/session/session.ts';
import { askToConfirm } from '#web/session/step-up.ts';

export type ImpersonationTarget = Pick<ImpersonationState, 'companyId' | 'companyName' | 'userId' | 'reason'>;

/** An impersonation starts on the first path, and leaving it returns to the second. */
const companyPortal = '/company/jobs';
const adminPortal = '/admin';

/** Starts to impersonate the selected person. The page reloads, so none of the administrator's data stays in memory. */
export async function actAs({
  landingPath = companyPortal,
  ...picked
}: ImpersonationTarget & { landingPath?: string | undefined }): Promise<void> {
  await ask(picked);
  window.location.assign(landingPath);
}

/** Renews the impersonation for another 600 seconds and repeats the requests that failed meanwhile. */
export async function renewImpersonation(): Promise<void> {
  const impersonation = readImpersonation();
  if (!impersonation) return goToAdmin();
  await ask(impersonation);
  await queryClient.invalidateQueries();
}

/** Starts or renews an impersonation. If the server requires it, the administrator is asked to confirm their identity first. */
async function ask(target: ImpersonationTarget): Promise<void> {
  try {
    await begin(target);
  } catch (error) {
    if (codeOf(error) !== 'step_up_required') throw error;
    // The dialog confirms the current session, which must be the administrator's own.
    if (isImpersonating()) await backToAdmin();
    if (!(await askToConfirm())) throw error;
    await begin(target);
  }
}

async function begin({ companyId, companyName, userId, reason }: ImpersonationTarget): Promise<void> {
  await freshAdminToken();
  const input = { userId, deviceId: impersonationDeviceId, role: 'employer' as const, reason: reason || null };
  await runExclusively(async () => {
    const answer = await adminClient.auth.impersonate.mutate(input).catch(handleImpersonationError);
    const endsAt = Date.now() + impersonationSeconds * 1000;
    // The token is written last, because other tabs react to it and need the rest to be in place.
    storeImpersonation({ companyId, companyName, userId, userName: fullName(answer), reason, endsAt });
    startActing(answer.accessToken);
  });
}

/** A 401 means that the administrator's own session has ended, so there is no session to return to. */
function handleImpersonationError(error: unknown): never {
  if (statusOf(error) === 401) expireSession();
  throw error;
}

/** Ends the impersonation on the server and restores the administrator's own session in this browser. */
export async function backToAdmin(): Promise<void> {
  await runExclusively(async () => {
    if (!isImpersonating()) return;
    await clientWithoutRefresh.auth.leave.mutate();
    stopActing();
  });
  queryClient.clear();
}

/** Returns to the admin portal. The page reloads, so none of the company's data stays in memory. */
export async function goToAdmin(): Promise<void> {
  await backToAdmin();
  window.location.assign(adminPortal);
}
