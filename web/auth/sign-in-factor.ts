import { type Inputs, trpcClient } from '#web/trpc.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { askForPasskey } from './passkeys.ts';
import { type Arrived, arriveWith } from './sign-in.ts';
import { heldStep } from './sign-in-step.ts';

/** Completes a sign-in with the second factor. */
export async function answerStep(request: Inputs['auth']['secondFactor']): Promise<Arrived> {
  const next = heldStep()?.next;
  return arriveWith(await trpcClient.auth.secondFactor.mutate(request), next);
}

/** Signs in with a passkey alone. The browser asks which one. */
export async function signInWithPasskey(next?: string): Promise<Arrived> {
  const { ticket, passkey: request } = await trpcClient.auth.passkeyStart.mutate();
  const passkey = await askForPasskey(request);
  const answer = { ticket, passkey, deviceId: deviceId(), tnTermsAccepted: termsAnswer() === true };
  return arriveWith(await trpcClient.auth.passkeyLogin.mutate(answer), next);
}
