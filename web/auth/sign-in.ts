import type { SignInRole, LoginAnswer } from '#shared/accounts/auth.ts';
import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { startSession } from '#web/session.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { forgetHandedOverEmail } from './email-handover.ts';
import { forgetResetProof } from './reset-proof.ts';
import { forgetStep, heldStep, keepStep, stepPath } from './sign-in-step.ts';
import type { Inputs } from '#web/trpc.ts';

type Credentials = { email: string; password: string; role: SignInRole; createRole?: boolean; hasAcceptedTerms?: boolean };
/** `redirect` is where to go on, a step that has to be taken first included. */
type Arrived = Pick<LoginAnswer, 'redirect'>;

const api = () => import('#web/trpc.ts');
/** Screens that come before the path that the person wanted. */
const steps = [stepPath, '/change-password'];

/**
 * Signs in and starts this browser's session. An account with a second factor continues on the screen of the second step.
 * @param next the path that the person wanted
 */
export async function signIn(
  { email, password, role, createRole = false, hasAcceptedTerms }: Credentials,
  next?: string,
): Promise<Arrived> {
  const { trpcClient } = await api();
  const tnTermsAccepted = hasAcceptedTerms ?? termsAnswer() === true;
  const request = { email, password, role, createRole, deviceId: deviceId(), tnTermsAccepted };
  try {
    return await arriveWith(await trpcClient.auth.login.mutate(request), next);
  } catch (error) {
    if (!keepStep(error, next)) throw error;
    return { redirect: stepPath };
  }
}

/** Completes a sign-in with the second factor. */
export async function answerStep(request: Inputs['auth']['secondFactor']): Promise<Arrived> {
  const { trpcClient } = await api();
  const next = heldStep()?.next;
  return arriveWith(await trpcClient.auth.secondFactor.mutate(request), next);
}

/** Signs in with a passkey alone. The browser asks which one. */
export async function signInWithPasskey(next?: string): Promise<Arrived> {
  const [{ trpcClient }, { askForPasskey }] = await Promise.all([api(), import('./passkeys.ts')]);
  const { ticket, passkey: request } = await trpcClient.auth.passkeyStart.mutate();
  const passkey = await askForPasskey(request);
  const answer = { ticket, passkey, deviceId: deviceId(), tnTermsAccepted: termsAnswer() === true };
  return arriveWith(await trpcClient.auth.passkeyLogin.mutate(answer), next);
}

async function arriveWith(answer: Pick<LoginAnswer, 'accessToken' | 'redirect'>, next: string | undefined): Promise<Arrived> {
  await begin(answer.accessToken);
  return { redirect: steps.includes(answer.redirect) ? answer.redirect : (next ?? answer.redirect) };
}

/** Starts this browser's session with an access token, however it was obtained. */
export async function begin(accessToken: string): Promise<void> {
  queryClient.clear();
  startSession(accessToken);
  forgetHandedOverEmail();
  forgetResetProof();
  forgetStep();
  await reloadMe();
}
