import { resetCodeMinutes } from '#shared/accounts/sign-in.ts';
import { logOut } from '#web/me.ts';
import { accessToken } from '#web/session.ts';
import { handOverEmail } from './email-handover.ts';

const key = 'resetProof';

export type ResetProof = { email: string; code: string };

/** Passes an accepted code to the screen that sets the new password without putting it into the URL. */
export function keepResetProof({ email, code }: ResetProof): void {
  sessionStorage.setItem(key, JSON.stringify({ email, code, until: Date.now() + resetCodeMinutes * 60 * 1000 }));
}

/** Null if there is none or it has certainly expired. */
export function loadResetProof(): ResetProof | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { email, code, until } = stored as Record<string, unknown>;
    const isWhole = typeof email === 'string' && typeof code === 'string' && typeof until === 'number';
    return isWhole && until > Date.now() ? { email, code } : null;
  } catch {
    return null;
  }
}

export function deleteResetProof(): void {
  sessionStorage.removeItem(key);
}

/** The API client is loaded when a form is sent, so that it is not part of the first load. */
const api = () => import('#web/trpc.ts');

/** Requests a code by email. The next screen knows the address. */
export async function askForCode(email: string): Promise<void> {
  const { trpcClient } = await api();
  await trpcClient.auth.tokenPassword.mutate({ email });
  handOverEmail(email);
}

/** @throws the error for a wrong or expired code */
export async function proveCode(proof: ResetProof): Promise<void> {
  const { trpcClient } = await api();
  await trpcClient.auth.verifyTokenPassword.mutate(proof);
  keepResetProof(proof);
}

/** Sets the new password. This ends every session, including this browser's. The sign-in page knows the address. */
export async function resetPassword(proof: ResetProof, newPassword: string): Promise<void> {
  const { trpcClient } = await api();
  await trpcClient.auth.resetPassword.mutate({ ...proof, newPassword });
  deleteResetProof();
  if (accessToken()) await logOut();
  handOverEmail(proof.email);
}
