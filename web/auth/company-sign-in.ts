import { toast } from '#web/ui/toast.ts';
import { trpcClient } from '#web/trpc.ts';
import { t } from '#web/texts/app.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { begin } from './sign-in.ts';
import { storeStep, stepPath } from './sign-in-step.ts';
import { type Entry, entryPathOf, leaveFor } from './social-journey.ts';

const key = 'companySignIn';

/** What this tab keeps while the person is at the company's provider: the proof of its request, and where the person was. */
type PendingCompanySignIn = Entry & { ticket: string; state: string };

/** Leaves for the provider of the company that owns the address's domain (`docs/product/access.md#company-sign-in`). */
export async function redirectToCompany(email: string, entry: Entry): Promise<void> {
  const { address, ticket, state } = await trpcClient.companySignIn.start.mutate({ email });
  sessionStorage.setItem(key, JSON.stringify({ ticket, state, ...entry } satisfies PendingCompanySignIn));
  await leaveFor(address);
}

/** Reads the provider's answer from the query and signs in with it. Returns the path to continue on. */
export async function returnFromCompany(query: string): Promise<string> {
  const answer = new URLSearchParams(query);
  const pending = takePendingSignIn();
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
    return entryPathOf(pending);
  }
}

/** Removes what was kept, so that an answer is never read twice. */
function takePendingSignIn(): PendingCompanySignIn | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return stored ? (JSON.parse(stored) as PendingCompanySignIn) : null;
}
