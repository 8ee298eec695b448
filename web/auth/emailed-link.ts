import { statusOf } from '#web/api/errors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { loadMe, reloadMe } from '#web/signed-in/me.ts';

/**
 * Returns whether the server accepted the token of an emailed link. False means that the token is invalid or already used.
 * @throws the error if there was no response or the server failed
 */
function isAccepted(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) => {
      const status = statusOf(error);
      if (status === undefined || status >= 500) throw error;
      return false;
    },
  );
}

/** Verifies the person's address with the token of the link, and reloads the signed-in account, which shows that it is verified. */
export async function verifyEmail(token: string): Promise<boolean> {
  const isVerified = await isAccepted(trpcClient.auth.verifyEmail.mutate({ token }));
  if (isVerified && (await loadMe())) await reloadMe();
  return isVerified;
}

export const verifyCompanyEmail = (token: string): Promise<boolean> =>
  isAccepted(trpcClient.company.verifyEmail.mutate({ token }));
