import { logOut } from '#web/me.ts';
import { accessToken } from '#web/session.ts';
import { trpcClient } from '#web/trpc.ts';
import { handOverEmail } from './email-handover.ts';
import { forgetResetProof, keepResetProof, type ResetProof } from './reset-proof.ts';

/** Has a code mailed; the next screen knows to which address. */
export async function askForCode(email: string): Promise<void> {
  await trpcClient.auth.tokenPassword.mutate({ email });
  handOverEmail(email);
}

/** @throws the refusal of a code that is wrong or dead */
export async function proveCode(proof: ResetProof): Promise<void> {
  await trpcClient.auth.verifyTokenPassword.mutate(proof);
  keepResetProof(proof);
}

/** It ends every session, this browser's too where there is one; the log-in knows the address. */
export async function resetPassword(proof: ResetProof, newPassword: string): Promise<void> {
  await trpcClient.auth.resetPassword.mutate({ ...proof, newPassword });
  forgetResetProof();
  if (accessToken()) await logOut();
  handOverEmail(proof.email);
}
