import type { SignInRole, LoginAnswer } from '#shared/accounts/auth.ts';
import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { startSession } from '#web/session.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { forgetHandedOverEmail } from './email-handover.ts';
import { deleteResetProof } from './reset-proof.ts';
import { deleteStep, loadStep, storeStep, stepPath } from './sign-in-step.ts';
import type { Inputs } from '#web/trpc.ts';

type Credentials = { email: string; password: string; role: SignInRole; createRole?: boolean; hasAcceptedTerms?: boolean };
/** `redirect` is where to go on, a step that has to be taken first included. */
type SignInOutcome = Pick<LoginAnswer, 'redirect'>;

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
): Promise<SignInOutcome> {
  const { trpcClient } = await api();
  const tnTermsAccepted = hasAcceptedTerms ?? termsAnswer() === true;
  const request = { email, password, role, createRole, deviceId: deviceId(), tnTermsAccepted };
  try {
    return await completeSignIn(await trpcClient.auth.login.mutate(request), next);
  } catch (error) {
    if (!storeStep(error, next)) throw error;
    return { redirect: stepPath };
  }
}

/** Completes a sign-in with the second factor. */
export async function answerSecondFactor(request: Inputs['auth']['secondFactor']): Promise<SignInOutcome> {
  const { trpcClient } = await api();
  const next = loadStep()?.next;
  return completeSignIn(await trpcClient.auth.secondFactor.mutate(request), next);
}

/** Signs in with a passkey alone. The browser asks which one. */
export async function signInWithPasskey(next?: string): Promise<SignInOutcome> {
  const [{ trpcClient }, { askForPasskey }] = await Promise.all([api(), import('./passkeys.ts')]);
  const { ticket, passkey: request } = await trpcClient.auth.passkeyStart.mutate();
  const passkey = await askForPasskey(request);
  const answer = { ticket, passkey, deviceId: deviceId(), tnTermsAccepted: termsAnswer() === true };
  return completeSignIn(await trpcClient.auth.passkeyLogin.mutate(answer), next);
}

async function completeSignIn(
  answer: Pick<LoginAnswer, 'accessToken' | 'redirect'>,
  next: string | undefined,
): Promise<SignInOutcome> {
  await begin(answer.accessToken);
  return { redirect: steps.includes(answer.redirect) ? answer.redirect : (next ?? answer.redirect) };
}

/** Starts this browser's session with an access token, however it was obtained. */
export async function begin(accessToken: string): Promise<void> {
  queryClient.clear();
  startSession(accessToken);
  forgetHandedOverEmail();
  deleteResetProof();
  deleteStep();
  await reloadMe();
}
