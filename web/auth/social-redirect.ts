import { socialNames, type SocialSource } from '#shared/accounts/sign-in.ts';
import { errorText } from '#web/errors.ts';
import { toast } from '#web/ui/toast.ts';
import { trpcClient } from '#web/trpc.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { type LoginPage, loginPath, pendingSignIn } from './pending-sign-in.ts';
import { begin } from './sign-in.ts';
import { storeStep, stepPath } from './sign-in-step.ts';
import { storeSocialFailure } from './social-sources.ts';
import { t } from '#web/texts/app.ts';

const pendingSocialSignIn = pendingSignIn<{ source: SocialSource }>('socialLogin');

/** Leaves for the page of a provider of social sign-in. */
export async function redirectToProvider(source: SocialSource, page: LoginPage): Promise<void> {
  storeSocialFailure(null);
  const { address, ticket, state } = await trpcClient.auth.socialStart.mutate({ source });
  await pendingSocialSignIn.leave(address, { source, ticket, state, ...page });
}

/** Reads the provider's answer from the fragment and signs in with it. Returns the path to continue on. */
export async function returnFromProvider(fragment: string): Promise<string> {
  const answer = new URLSearchParams(fragment);
  const pending = pendingSocialSignIn.take();
  const error = answer.get('error');
  try {
    if (!pending || answer.get('state') !== pending.state) throw new Error(t('signUp.thisSignDidntStartHere'));
    const token = answer.get('id_token');
    if (error !== null || token === null) {
      // Provider failures are only logged, including a person who canceled on the provider's page
      // (`docs/product/access.md#social-sign-in`).
      console.warn(`${socialNames[pending.source]} answered without a token: ${error ?? 'no reason'}`);
      return loginPath(pending);
    }
    const { accessToken } = await trpcClient.auth.socialLogin.mutate({
      source: pending.source,
      token,
      ticket: pending.ticket,
      deviceId: deviceId(),
      tnTermsAccepted: termsAnswer() === true,
      firstName: answer.get('first_name') ?? undefined,
      lastName: answer.get('last_name') ?? undefined,
    });
    await begin(accessToken);
    return pending.next ?? '/members';
  } catch (failure) {
    if (storeStep(failure, pending?.next ?? '/members')) return stepPath;
    toast.error(failure);
    storeSocialFailure(errorText(failure));
    return loginPath(pending);
  }
}
