import * as z from 'zod/mini';
import { type FactorMethod, signInChallengeSchema } from '#shared/accounts/factors.ts';
import { challengeMinutes } from '#shared/accounts/sign-in.ts';
import { codeOf } from '#web/api/errors.ts';
import { stored } from '#web/browser/stored.ts';

export const stepPath = '/login/verify';

/** A sign-in that waits for its second step. Phones may reload the tab while the user looks up a code. */
const stepSchema = z.extend(signInChallengeSchema, { next: z.optional(z.string()), until: z.number() });
const stepStore = stored('signInStep', stepSchema, { storage: 'sessionStorage', until: ({ until }) => until });

const errorSchema = z.object({ data: z.object({ challenge: signInChallengeSchema }) });

/** Stores the challenge if the error asks for the second step. Returns false for any other error. */
export function storeStep(error: unknown, next?: string): boolean {
  if (codeOf(error) !== 'second_factor_required') return false;
  const answer = errorSchema.safeParse(error).data;
  if (!answer) return false;
  stepStore.write({ ...answer.data.challenge, next, until: Date.now() + challengeMinutes * 60 * 1000 });
  return true;
}

/** Returns null if no step is stored or the stored one has expired. */
export const loadStep = () => stepStore.read();
export const deleteStep = () => stepStore.clear();

/** The methods that this browser can use, the quickest one first. */
export const getUsableMethods = ({ methods }: { methods: readonly FactorMethod[] }, canUsePasskeys: boolean): FactorMethod[] =>
  (['passkey', 'totp', 'recovery_code'] as const).filter(
    (method) => methods.includes(method) && (method !== 'passkey' || canUsePasskeys),
  );
