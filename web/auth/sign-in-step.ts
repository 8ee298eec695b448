import type { SignInChallenge, FactorMethod } from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { codeOf } from '#web/errors.ts';

/** The storage key of a sign-in that waits for its second step. Phones may reload the tab while the user looks up a code. */
const storageKey = 'signInStep';
export const stepPath = '/login/verify';

type SignInStep = SignInChallenge & { next: string | undefined };

/** Stores the challenge if the error asks for the second step. Returns false for any other error. */
export function storeStep(error: unknown, next?: string): boolean {
  if (codeOf(error) !== 'second_factor_required') return false;
  const { challenge } = (error as { data: { challenge?: SignInChallenge } }).data;
  if (!challenge) return false;
  const expiresAt = Date.now() + challengeMinutes * 60 * 1000;
  sessionStorage.setItem(storageKey, JSON.stringify({ ...challenge, next, until: expiresAt }));
  return true;
}

/** Returns null if no step is stored or the stored one has expired. */
export function loadStep(): SignInStep | null {
  try {
    const storedStep = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as (SignInStep & { until: number }) | null;
    return storedStep && storedStep.until > Date.now() ? storedStep : null;
  } catch {
    return null;
  }
}

export function deleteStep(): void {
  sessionStorage.removeItem(storageKey);
}

/** The methods that this browser can use, the quickest one first. */
export const getUsableMethods = ({ methods }: { methods: readonly FactorMethod[] }, canUsePasskeys: boolean): FactorMethod[] =>
  (['passkey', 'totp', 'recovery_code'] as const).filter(
    (method) => methods.includes(method) && (method !== 'passkey' || canUsePasskeys),
  );
