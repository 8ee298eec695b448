import { trpcClient } from '#web/api/trpc.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { getDeviceId, getTermsAnswer } from './cookies.ts';
import { type LoginPageParams, getLoginPath, pendingCompanySignIn } from './pending-sign-in.ts';
import { storeStep, stepPath } from './sign-in-step.ts';
import { beginBrowserSession } from './sign-in.ts';

/** Redirects to the provider of the company that owns the address's domain (`docs/product/access.md#company-sign-in`). */
export async function redirectToIdentityProvider(email: string, loginParams: LoginPageParams): Promise<void> {
  const { address, ticket, state } = await trpcClient.companySignIn.start.mutate({ email });
  await pendingCompanySignIn.openProvider(address, { ticket, state, ...loginParams });
}

/** Reads the provider's answer from the query and signs in with it. Returns the path to continue on. */
export async function completeCompanySignIn(query: string): Promise<string> {
  const answer = new URLSearchParams(query);
  const storedSignIn = pendingCompanySignIn.take();
  try {
    const state = answer.get('state');
    if (!storedSignIn || state !== storedSignIn.state) throw new Error(t('signUp.signInNotConfirmed'));
    const code = answer.get('code');
    if (code === null) throw new Error(t('errors.companySignInNotConfirmed'));
    const iss = answer.get('iss');
    const { accessToken } = await trpcClient.companySignIn.finish.mutate({
      ticket: storedSignIn.ticket,
      code,
      state,
      ...(iss === null ? {} : { iss }),
      deviceId: getDeviceId(),
      tnTermsAccepted: getTermsAnswer() === true,
    });
    await beginBrowserSession(accessToken);
    return storedSignIn.next ?? '/';
  } catch (failure) {
    if (storeStep(failure, storedSignIn?.next)) return stepPath;
    toast.error(failure);
    return getLoginPath(storedSignIn);
  }
}
