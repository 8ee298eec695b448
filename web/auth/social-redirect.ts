import { socialNames, type SocialSource } from '#shared/accounts/sign-in.ts';
import { errorText } from '#web/api/errors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { getDeviceId, getTermsAnswer } from './cookies.ts';
import { type LoginPageParams, getLoginPath, pendingSocialSignIn } from './pending-sign-in.ts';
import { storeStep, stepPath } from './sign-in-step.ts';
import { beginBrowserSession } from './sign-in.ts';
import { storeSocialFailure } from './social-sources.ts';

/** Redirects to the page of a social sign-in provider. */
export async function redirectToSocialProvider(source: SocialSource, loginParams: LoginPageParams): Promise<void> {
  storeSocialFailure(null);
  const { address, ticket, state } = await trpcClient.auth.socialStart.mutate({ source });
  await pendingSocialSignIn.openProvider(address, { source, ticket, state, ...loginParams });
}

/** Reads the provider's answer from the fragment and signs in with it. Returns the path to continue on. */
export async function completeSocialSignIn(fragment: string): Promise<string> {
  const answer = new URLSearchParams(fragment);
  const storedSignIn = pendingSocialSignIn.take();
  const error = answer.get('error');
  try {
    if (!storedSignIn || answer.get('state') !== storedSignIn.state) throw new Error(t('signUp.signInNotConfirmed'));
    const token = answer.get('id_token');
    if (error !== null || token === null) {
      // A failure at the provider is only logged. This includes people who cancel on the provider's page
      // (`docs/product/access.md#social-sign-in`).
      console.warn(`${socialNames[storedSignIn.source]} answered without a token: ${error ?? 'no reason'}`);
      return getLoginPath(storedSignIn);
    }
    const { accessToken } = await trpcClient.auth.socialLogin.mutate({
      source: storedSignIn.source,
      token,
      ticket: storedSignIn.ticket,
      deviceId: getDeviceId(),
      tnTermsAccepted: getTermsAnswer() === true,
      firstName: answer.get('first_name') ?? undefined,
      lastName: answer.get('last_name') ?? undefined,
    });
    await beginBrowserSession(accessToken);
    return storedSignIn.next ?? '/members';
  } catch (failure) {
    if (storeStep(failure, storedSignIn?.next ?? '/members')) return stepPath;
    toast.error(failure);
    storeSocialFailure(errorText(failure));
    return getLoginPath(storedSignIn);
  }
}
