import * as z from 'zod/mini';
import { type CodeAddress, readCodeAddress } from '#shared/accounts/sign-in-code.ts';
import { signInCodeMinutes, signInTicketMinutes, normalizeSignInCode } from '#shared/accounts/sign-in.ts';
import * as format from '#shared/format.ts';
import { ownTimeZone } from '#shared/time-zone.ts';
import { statusOf } from '#web/api/errors.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { stored } from '#web/browser/stored.ts';
import { getDeviceId, getTermsAnswer } from './cookies.ts';
import { stepPath, storeStep } from './sign-in-step.ts';
import { beginBrowserSession, completeSignIn } from './sign-in.ts';
import { clearApplyAddress, loadApplyAddress } from './typed-email.ts';

/** A code that this tab requested. It survives a reload, because phones may reload the tab while the person reads the message. */
const codeStore = stored(
  'signInCode',
  z.object({
    address: z.union([z.object({ email: z.string() }), z.object({ phone: z.string() })]),
    ticket: z.string(),
    /** Whether the code was entered. The ticket then works once. */
    isProved: z.boolean(),
    /** Whether the code was right, but this device is new to the account of the phone, which needs a code by email. */
    needsEmail: z.boolean(),
    endsAt: z.number(),
  }),
  { storage: 'sessionStorage', until: ({ endsAt }) => endsAt },
);

export type RequestedCode = NonNullable<ReturnType<typeof codeStore.read>>;
export const useRequestedCode = () => codeStore.useValue();
export const forgetRequestedCode = () => codeStore.clear();

/** The server writes into the page whether it sends texts (server/app-page/app-page.ts). */
export const offersTexts = () => document.querySelector<HTMLMetaElement>('meta[name="texts"]')?.content === 'yes';

/** The address as people read it. It also names the draft of an application. */
export const addressText = (address: CodeAddress): string => ('phone' in address ? format.phone(address.phone) : address.email);

const isSame = (one: CodeAddress, other: CodeAddress) => addressText(one) === addressText(other);

/**
 * Starts with the address that was typed on the page before the form. A code that this tab requested for another address is
 * forgotten, because another person may use the device now.
 */
export function startWithTypedAddress(): void {
  const typed = readCodeAddress(loadApplyAddress());
  const requested = codeStore.read();
  if (!typed || !requested) return;
  if (isSame(requested.address, typed)) clearApplyAddress();
  else forgetRequestedCode();
}

const endsIn = (minutes: number) => Date.now() + minutes * 60 * 1000;

/** Sends a code to the address. The answer does not tell whether the address has an account. */
export async function requestCode(address: CodeAddress): Promise<void> {
  const { ticket } = await trpcClient.auth.requestCode.mutate({ ...address, deviceId: getDeviceId() });
  codeStore.write({ address, ticket, isProved: false, needsEmail: false, endsAt: endsIn(signInCodeMinutes) });
}

/** Where the right code continues: signed in on this path, as a new person, or with a code by email. */
type CodeOutcome = { redirect: string } | 'new' | 'needsEmail';

/** Enters the code, and signs in if the address has an account. `next` is the path that the person requested. */
export async function enterCode(
  { address, ticket }: RequestedCode,
  code: string,
  next: string | undefined,
): Promise<CodeOutcome> {
  const request = { ...address, ticket, code: normalizeSignInCode(code), deviceId: getDeviceId() };
  const { hasAccount, needsEmail } = await trpcClient.auth.checkCode.mutate(request);
  if (hasAccount && !needsEmail) return signInWithTicket(ticket, next);
  if (needsEmail) changeCode(ticket, { needsEmail });
  else continueAsNew(ticket);
  return needsEmail ? 'needsEmail' : 'new';
}

/** Continues as a person without an account, with a code that was right. */
export const continueAsNew = (ticket: string): void => changeCode(ticket, { isProved: true, needsEmail: false });

function changeCode(ticket: string, change: Partial<RequestedCode>): void {
  const requested = codeStore.read();
  if (requested?.ticket === ticket) codeStore.write({ ...requested, ...change, endsAt: endsIn(signInTicketMinutes) });
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

type NewDriver = { firstName: string; lastName: string; email: string; phone: string };

/**
 * Creates the account of the address whose code was entered in this tab, and signs in. If an email address got an account meanwhile,
 * also by a request whose answer was lost, it signs in to that one, which may ask for another step first. `expired` asks for a new
 * code: the ticket has ended, or it was a texted code, and the answer of a request that used it up was lost.
 */
export async function signUpWithCode(
  { email, phone, ...name }: NewDriver,
  next: string,
): Promise<{ redirect: string } | 'expired'> {
  const requested = codeStore.read();
  if (!requested) return 'expired';
  const { ticket, address } = requested;
  const isByPhone = 'phone' in address;
  const contact = isByPhone ? { email } : { phone };
  const request = { ...name, ...contact, ticket, deviceId: getDeviceId(), tnTermsAccepted: true, timezone: ownTimeZone() };
  try {
    const { accessToken } = await trpcClient.auth.codeSignup.mutate(request);
    await beginBrowserSession(accessToken);
    forgetRequestedCode();
    return { redirect: next };
  } catch (error) {
    if (statusOf(error) === 401) return 'expired';
    if (statusOf(error) !== 409 || isByPhone) throw error;
    const outcome = await signInWithTicket(ticket, next);
    forgetRequestedCode();
    return outcome;
  }
}
