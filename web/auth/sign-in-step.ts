import type { SignInChallenge, FactorMethod } from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { codeOf } from '#web/errors.ts';

/** The second step of a sign-in that this tab has begun. It survives a reload, because phones drop tabs in the background. */
const key = 'signInStep';
export const stepPath = '/login/verify';

type Step = SignInChallenge & { next: string | undefined };

/** Keeps the challenge of an error that asks for the second step. False for any other error. */
export function storeStep(error: unknown, next?: string): boolean {
  if (codeOf(error) !== 'second_factor_required') return false;
  const { challenge } = (error as { data: { challenge?: SignInChallenge } }).data;
  if (!challenge) return false;
  const until = Date.now() + challengeMinutes * 60 * 1000;
  sessionStorage.setItem(key, JSON.stringify({ ...challenge, next, until }));
  return true;
}

/** Null if there is none or it has certainly expired. */
export function loadStep(): Step | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as (Step & { until: number }) | null;
    return stored && stored.until > Date.now() ? stored : null;
  } catch {
    return null;
  }
}

export function deleteStep(): void {
  sessionStorage.removeItem(key);
}

/** The ways to answer, the quickest one first. */
export const methodsFor = ({ methods }: { methods: readonly FactorMethod[] }, canUsePasskeys: boolean): FactorMethod[] =>
  (['passkey', 'totp', 'recovery_code'] as const).filter((way) => methods.includes(way) && (way !== 'passkey' || canUsePasskeys));
