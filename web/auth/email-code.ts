import * as z from 'zod/mini';
import { emailCodeMinutes, emailTicketMinutes, normalizeEmailCode } from '#shared/accounts/sign-in.ts';
import { ownTimeZone } from '#shared/time-zone.ts';
import { statusOf } from '#web/api/errors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { stored } from '#web/browser/stored.ts';
import { getDeviceId } from './cookies.ts';
import { stepPath, storeStep } from './sign-in-step.ts';
import { beginBrowserSession, completeSignIn } from './sign-in.ts';

/** A code that this tab requested. It survives a reload, because phones may reload the tab while the person reads the email. */
const codeStore = stored(
  'emailCode',
  z.object({
    email: z.string(),
    ticket: z.string(),
    /** Whether the code was entered. The ticket then works once. */
    isProved: z.boolean(),
    endsAt: z.number(),
  }),
  { storage: 'sessionStorage', until: ({ endsAt }) => endsAt },
);

export const useRequestedCode = () => codeStore.useValue();
export const forgetRequestedCode = () => codeStore.clear();

const endsIn = (minutes: number) => Date.now() + minutes * 60 * 1000;

/** Emails a code to the address. The answer does not tell whether the address has an account. */
export async function requestEmailCode(email: string): Promise<void> {
  const { ticket } = await trpcClient.auth.requestCode.mutate({ email });
  codeStore.write({ email, ticket, isProved: false, endsAt: endsIn(emailCodeMinutes) });
}

/** Where the right code continues: signed in on this path, or as a new person. */
type CodeOutcome = { redirect: string } | 'new';

/** Enters the code, and signs in if the address has an account. `next` is the path that the person requested. */
export async function enterEmailCode(ticket: string, code: string, next: string | undefined): Promise<CodeOutcome> {
  const { hasAccount } = await trpcClient.auth.checkCode.mutate({ ticket, code: normalizeEmailCode(code) });
  if (hasAccount) return signInWithTicket(ticket, next);
  const requested = codeStore.read();
  if (requested?.ticket === ticket) codeStore.write({ ...requested, isProved: true, endsAt: endsIn(emailTicketMinutes) });
  return 'new';
}

async function signInWithTicket(ticket: string, next: string | undefined): Promise<CodeOutcome> {
  try {
    const request = { ticket, deviceId: getDeviceId(), tnTermsAccepted: true };
    return await completeSignIn(await trpcClient.auth.codeLogin.mutate(request), next);
  } catch (error) {
    if (!storeStep(error, next)) throw error;
    return { redirect: stepPath };
  }
}

type NewDriver = { firstName: string; lastName: string; phone: string };

/**
 * Creates the account of the address whose code was entered in this tab, and signs in. If the address got an account meanwhile,
 * it signs in to that one.
 * @throws the server's error, with status 401 if the code has expired or was used
 */
export async function signUpWithEmailCode(driver: NewDriver): Promise<void> {
  const ticket = codeStore.read()?.ticket ?? 'expired';
  const client = { deviceId: getDeviceId(), tnTermsAccepted: true };
  try {
    const { accessToken } = await trpcClient.auth.codeSignup.mutate({ ...driver, ...client, ticket, timezone: ownTimeZone() });
    await beginBrowserSession(accessToken);
  } catch (error) {
    if (statusOf(error) !== 409) throw error;
    const { accessToken } = await trpcClient.auth.codeLogin.mutate({ ...client, ticket });
    await beginBrowserSession(accessToken);
  }
}
