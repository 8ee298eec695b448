import type { SignInRole, LoginAnswer } from '#shared/accounts/auth.ts';
import { queryClient } from '#web/api/query-client.ts';
import type { Inputs } from '#web/api/trpc.ts';
import { accessToken, clearStorage, startSession, subjectOf } from '#web/session/session.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { getDeviceId, getTermsAnswer } from './cookies.ts';
import { deleteResetProof } from './reset-proof.ts';
import { deleteStep, loadStep, storeStep, stepPath } from './sign-in-step.ts';
import { clearTypedEmail } from './typed-email.ts';

type Credentials = { email: string; password: string; role: SignInRole; createRole?: boolean; hasAcceptedTerms?: boolean };
/** `redirect` is the path to continue on. It can be a step that the person must complete first. */
type SignInOutcome = Pick<LoginAnswer, 'redirect'>;

const loadApi = () => import('#web/api/trpc.ts');
/** The screens that a person must complete before the requested path opens. */
const requiredStepPaths = [stepPath, '/change-password'];

/**
 * Signs in and starts this browser's session. An account with a second factor continues on the screen of the second step.
 * @param next the path that the person requested
 */
export async function signIn(
  { email, password, role, createRole = false, hasAcceptedTerms }: Credentials,
  next?: string,
): Promise<SignInOutcome> {
  const { trpcClient } = await loadApi();
  const tnTermsAccepted = hasAcceptedTerms ?? getTermsAnswer() === true;
  const request = { email, password, role, createRole, deviceId: getDeviceId(), tnTermsAccepted };
  try {
    return await completeSignIn(await trpcClient.auth.login.mutate(request), next);
  } catch (error) {
    if (!storeStep(error, next)) throw error;
    return { redirect: stepPath };
  }
}

/** Completes a sign-in with the second factor. */
export async function answerSecondFactor(request: Inputs['auth']['secondFactor']): Promise<SignInOutcome> {
  const { trpcClient } = await loadApi();
  const next = loadStep()?.next;
  return completeSignIn(await trpcClient.auth.secondFactor.mutate(request), next);
}

/** Signs in with only a passkey. The browser asks which one to use. */
export async function signInWithPasskey(next?: string): Promise<SignInOutcome> {
  const [{ trpcClient }, { askForPasskey }] = await Promise.all([loadApi(), import('./passkeys.ts')]);
  const { ticket, passkey: request } = await trpcClient.auth.passkeyStart.mutate();
  const passkey = await askForPasskey(request);
  const answer = { ticket, passkey, deviceId: getDeviceId(), tnTermsAccepted: getTermsAnswer() === true };
  return completeSignIn(await trpcClient.auth.passkeyLogin.mutate(answer), next);
}

/** Starts the session of a sign-in's answer. Steps that the person must complete come before the requested path. */
export async function completeSignIn(
  answer: Pick<LoginAnswer, 'accessToken' | 'redirect'>,
  next: string | undefined,
): Promise<SignInOutcome> {
  await beginBrowserSession(answer.accessToken);
  return { redirect: requiredStepPaths.includes(answer.redirect) ? answer.redirect : (next ?? answer.redirect) };
}

/**
 * Starts this browser's session with an access token, however it was obtained. What the browser keeps of another person, who did not
 * sign out, is deleted.
 */
export async function beginBrowserSession(token: string): Promise<void> {
  queryClient.clear();
  if (accessToken() && subjectOf(token) !== subjectOf()) clearStorage();
  startSession(token);
  clearTypedEmail();
  deleteResetProof();
  deleteStep();
  await reloadMe();
}
