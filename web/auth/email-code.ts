import * as z from 'zod/mini';
import { emailCodeMinutes, emailTicketMinutes, normalizeEmailCode } from '#shared/accounts/sign-in.ts';
import { ownTimeZone } from '#shared/time-zone.ts';
import { statusOf } from '#web/api/errors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { stored } from '#web/browser/stored.ts';
import { getDeviceId, getTermsAnswer } from './cookies.ts';
import { stepPath, storeStep } from './sign-in-step.ts';
import { beginBrowserSession, completeSignIn } from './sign-in.ts';
import { clearApplyEmail, loadApplyEmail } from './typed-email.ts';

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

export type RequestedCode = NonNullable<ReturnType<typeof codeStore.read>>;
export const useRequestedCode = () => codeStore.useValue();
export const forgetRequestedCode = () => codeStore.clear();

/**
 * Starts with the address that was typed on the page before the form. A code that this tab requested for another address is
 * forgotten, because another person may use the device now.
 */
export function startWithTypedEmail(): void {
  const typed = loadApplyEmail();
  const requested = codeStore.read();
  if (!typed || !requested) return;
  if (requested.email === typed) clearApplyEmail();
  else forgetRequestedCode();
}

const endsIn = (minutes: number) => Date.now() + minutes * 60 * 1000;

/** Emails a code to the address. The answer does not tell whether the address has an account. */
export async function requestEmailCode(email: string): Promise<void> {
  const { ticket } = await trpcClient.auth.requestCode.mutate({ email, deviceId: getDeviceId() });
  codeStore.write({ email, ticket, isProved: false, endsAt: endsIn(emailCodeMinutes) });
}

/** Where the right code continues: signed in on this path, or as a new person. */
type CodeOutcome = { redirect: string } | 'new';

/** Enters the code, and signs in if the address has an account. `next` is the path that the person requested. */
export async function enterEmailCode(
  { email, ticket }: RequestedCode,
  code: string,
  next: string | undefined,
): Promise<CodeOutcome> {
  const { hasAccount } = await trpcClient.auth.checkCode.mutate({ email, ticket, code: normalizeEmailCode(code) });
  if (hasAccount) return signInWithTicket(ticket, next);
  const requested = codeStore.read();
  if (requested?.ticket === ticket) codeStore.write({ ...requested, isProved: true, endsAt: endsIn(emailTicketMinutes) });
  return 'new';
}

async function signInWithTicket(ticket: string, next: string | undefined): Promise<{ redirect: string }> {
  try {
    const request = { ticket, deviceId: getDeviceId(), tnTermsAccepted: getTermsAnswer() === true };
    return await completeSignIn(await trpcClient.auth.codeLogin.mutate(request), next);
  } catch (error) {
    if (!storeStep(error, next)) throw error;
    return { redirect: stepPath };
  }
}

type NewDriver = { firstName: string; lastName: string; phone: string };

/**
 * Creates the account of the address whose code was entered in this tab, and signs in. If the address got an account meanwhile,
 * it signs in to that one, which may ask for another step first. `expired` asks for a new code: the ticket has ended, or it was
 * used by a request whose answer was lost.
 */
export async function signUpWithEmailCode(driver: NewDriver, next: string): Promise<{ redirect: string } | 'expired'> {
  const ticket = codeStore.read()?.ticket;
  if (!ticket) return 'expired';
  const request = { ...driver, ticket, deviceId: getDeviceId(), tnTermsAccepted: true, timezone: ownTimeZone() };
  try {
    const { accessToken } = await trpcClient.auth.codeSignup.mutate(request);
    await beginBrowserSession(accessToken);
    forgetRequestedCode();
    return { redirect: next };
  } catch (error) {
    if (statusOf(error) === 401) return 'expired';
    if (statusOf(error) !== 409) throw error;
    const outcome = await signInWithTicket(ticket, next);
    forgetRequestedCode();
    return outcome;
  }
}
