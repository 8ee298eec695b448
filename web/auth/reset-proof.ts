import * as z from 'zod/mini';
import { resetCodeMinutes } from '#shared/accounts/sign-in.ts';
import { stored } from '#web/browser/stored.ts';
import { accessToken } from '#web/session/session.ts';
import { logOut } from '#web/signed-in/me.ts';
import { saveTypedEmail } from './typed-email.ts';

/** Passes an accepted code to the screen that sets the new password without putting it into the URL, until the code expires. */
const proofStore = stored('resetProof', z.object({ email: z.string(), code: z.string(), expiresAt: z.number() }), {
  storage: 'sessionStorage',
  until: ({ expiresAt }) => expiresAt,
});

export type ResetProof = { email: string; code: string };

export function saveResetProof({ email, code }: ResetProof): void {
  proofStore.write({ email, code, expiresAt: Date.now() + resetCodeMinutes * 60 * 1000 });
}

/** Returns null if no code is stored or the stored one has expired. */
export function loadResetProof(): ResetProof | null {
  const proof = proofStore.read();
  return proof && { email: proof.email, code: proof.code };
}

export const deleteResetProof = () => proofStore.clear();

/** The API client is loaded when a form is sent, to keep the first load small. */
const loadApi = () => import('#web/api/trpc.ts');

/** Requests a code by email and saves the address for the next screen. */
export async function requestResetCode(email: string): Promise<void> {
  const { trpcClient } = await loadApi();
  await trpcClient.auth.tokenPassword.mutate({ email });
  saveTypedEmail(email);
}

/** @throws the server's error if the code is wrong or expired */
export async function verifyCode(proof: ResetProof): Promise<void> {
  const { trpcClient } = await loadApi();
  await trpcClient.auth.verifyTokenPassword.mutate(proof);
  saveResetProof(proof);
}

/** Sets the new password, which ends every session, including this browser's. Saves the address for the sign-in page. */
export async function resetPassword(proof: ResetProof, newPassword: string): Promise<void> {
  const { trpcClient } = await loadApi();
  await trpcClient.auth.resetPassword.mutate({ ...proof, newPassword });
  deleteResetProof();
  if (accessToken()) await logOut();
  saveTypedEmail(proof.email);
}
