import { socialNames, type SocialSource } from '#shared/accounts/sign-in.ts';
import { errorText } from '#web/errors.ts';
import { toast } from '#web/ui/toast.ts';
import { trpcClient } from '#web/trpc.ts';
import { deviceId, termsAnswer } from './cookies.ts';
import { begin } from './sign-in.ts';
import { storeStep, stepPath } from './sign-in-step.ts';
import { storeSocialFailure } from './social-sources.ts';
import { t } from '#web/texts/app.ts';

const key = 'socialLogin';

/** The sign-in page that the person left: its variant, and the path to continue on. */
export type Entry = { next: string | undefined; role: string | undefined };

/** What this tab keeps while the person is at the provider: the proof of its request, and where the person was. */
type PendingSocialSignIn = Entry & { source: SocialSource; ticket: string; state: string };

/** Leaves for the page of a provider of social sign-in. */
export async function redirectToProvider(source: SocialSource, entry: Entry): Promise<void> {
  storeSocialFailure(null);
  const { address, ticket, state } = await trpcClient.auth.socialStart.mutate({ source });
  sessionStorage.setItem(key, JSON.stringify({ source, ticket, state, ...entry } satisfies PendingSocialSignIn));
  await leaveFor(address);
}

/**
 * Opens a provider's page. Resolves if the person returns with the browser's back button, so that the button stays busy
 * until then.
 */
export async function leaveFor(address: string): Promise<void> {
  const isBack = new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }));
  window.location.assign(address);
  await isBack;
}

/** Reads the provider's answer from the fragment and signs in with it. Returns the path to continue on. */
export async function arrive(fragment: string): Promise<string> {
  const answer = new URLSearchParams(fragment);
  const journey = takePendingSignIn();
  const error = answer.get('error');
  try {
    if (!journey || answer.get('state') !== journey.state) throw new Error(t('signUp.thisSignDidntStartHere'));
    const token = answer.get('id_token');
    if (error !== null || token === null) {
      // Provider failures are only logged, including a person who canceled on the provider's page
      // (`docs/product/access.md#social-sign-in`).
      console.warn(`${socialNames[journey.source]} answered without a token: ${error ?? 'no reason'}`);
      return entryPathOf(journey);
    }
    const { accessToken } = await trpcClient.auth.socialLogin.mutate({
      source: journey.source,
      token,
      ticket: journey.ticket,
      deviceId: deviceId(),
      tnTermsAccepted: termsAnswer() === true,
      firstName: answer.get('first_name') ?? undefined,
      lastName: answer.get('last_name') ?? undefined,
    });
    await begin(accessToken);
    return journey.next ?? '/members';
  } catch (failure) {
    if (storeStep(failure, journey?.next ?? '/members')) return stepPath;
    toast.error(failure);
    storeSocialFailure(errorText(failure));
    return entryPathOf(journey);
  }
}

/** Removes what was kept, so that an answer is never read twice. */
function takePendingSignIn(): PendingSocialSignIn | null {
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return stored ? (JSON.parse(stored) as PendingSocialSignIn) : null;
}

export function entryPathOf(entry: Entry | null): string {
  const { role, next } = entry ?? {};
  const search = new URLSearchParams({ ...(role ? { role } : {}), ...(next ? { next } : {}) }).toString();
  return search ? `/login?${search}` : '/login';
}
