import { toast } from '#web/ui/toast.ts';
import { trpcClient } from '#web/trpc.ts';
import { t } from '#web/texts/app.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { type LoginPage, loginPath, pendingSignIn } from './pending-sign-in.ts';
import { begin } from './sign-in.ts';
import { storeStep, stepPath } from './sign-in-step.ts';

const pendingCompanySignIn = pendingSignIn<object>('companySignIn');

/** Leaves for the provider of the company that owns the address's domain (`docs/product/access.md#company-sign-in`). */
export async function redirectToCompany(email: string, page: LoginPage): Promise<void> {
  const { address, ticket, state } = await trpcClient.companySignIn.start.mutate({ email });
  await pendingCompanySignIn.leave(address, { ticket, state, ...page });
}

/** Reads the provider's answer from the query and signs in with it. Returns the path to continue on. */
export async function returnFromCompany(query: string): Promise<string> {
  const answer = new URLSearchParams(query);
  const pending = pendingCompanySignIn.take();
  try {
    const state = answer.get('state');
    if (!pending || state !== pending.state) throw new Error(t('signUp.thisSignDidntStartHere'));
    const code = answer.get('code');
    if (code === null) throw new Error(t('errors.companySignInNotConfirmed'));
    const iss = answer.get('iss');
    const { accessToken } = await trpcClient.companySignIn.finish.mutate({
      ticket: pending.ticket,
      code,
      state,
      ...(iss === null ? {} : { iss }),
      deviceId: deviceId(),
      tnTermsAccepted: termsAnswer() === true,
    });
    await begin(accessToken);
    return pending.next ?? '/';
  } catch (failure) {
    if (storeStep(failure, pending?.next)) return stepPath;
    toast.error(failure);
    return loginPath(pending);
  }
}
