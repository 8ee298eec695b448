import * as z from 'zod/mini';
import { roles } from '#shared/access/access.ts';
import type { SignupForm } from '#shared/accounts/auth.ts';
import { maskEnteredPhone } from '#shared/phone.ts';
import { ownTimeZone } from '#shared/time-zone.ts';
import { statusOf } from '#web/api/errors.ts';
import { queryClient } from '#web/api/query-client.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { stored } from '#web/browser/stored.ts';
import { refresh } from '#web/session/refresh.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { signIn } from './sign-in.ts';

export type Prefill = { email: string; firstName: string; lastName: string; phone: string };

const maxPrefillCharacters = 100;

/** The router parses digits as numbers, so both strings and numbers are valid input. */
function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxPrefillCharacters) : '';
}

const reverseText = (text: string): string => Array.from(text).toReversed().join('');

/** Landing pages send the names plainly, or reversed in `param1` and `param2` (`docs/product/access.md#sign-up`). */
export function getPrefill(search: Record<string, unknown>): Prefill | null {
  const prefill = {
    email: toText(search['email']),
    firstName: toText(search['firstName']) || reverseText(toText(search['param1'])),
    lastName: toText(search['lastName']) || reverseText(toText(search['param2'])),
    phone: maskEnteredPhone(toText(search['phone'])),
  };
  return Object.values(prefill).some(Boolean) ? prefill : null;
}

const textField = z.catch(z.string(), '');

const draftStore = stored(
  'signupDraft',
  z.object({
    email: textField,
    confirmEmail: textField,
    firstName: textField,
    lastName: textField,
    phone: textField,
    acceptEmails: z.catch(z.boolean(), false),
  }),
);

/** Saves the sign-up form, so that it survives a reload. Passwords are never saved. */
export function saveDraft({ password: _password, confirmPassword: _confirm, ...form }: SignupForm): void {
  draftStore.write(form);
}

export const readDraft = () => draftStore.read();
export const clearDraft = () => draftStore.clear();

export type SignupRole = 'employer' | 'driver';

/** Creates the account and then signs in to it (`docs/product/access.md#sign-up`). */
export async function signUp(role: SignupRole, values: SignupForm): Promise<{ redirect: string }> {
  const { email, password, firstName, lastName, phone, acceptEmails } = values;
  const account = { email, password, firstName, lastName, phone, role, tnNewsletters: acceptEmails, timezone: ownTimeZone() };
  await trpcClient.auth.signup.mutate(account);
  clearDraft();
  const signInRole = role === 'driver' ? 'member' : 'employer';
  return await signIn({ email, password, role: signInRole, hasAcceptedTerms: true });
}

/** Where sign-up continues for an address (`docs/product/access.md#sign-up`). */
type EmailOutcome = 'sign-up' | 'fast-login' | 'login';

/**
 * Asks whether the address has an account. An error response counts as no account, so that a rate-limited visitor can still
 * sign up. The sign-up itself rejects an address that is taken.
 * @throws the error if there was no response
 */
export async function checkEmail(email: string): Promise<EmailOutcome> {
  try {
    const { token } = await trpcClient.auth.emailCheckToken.mutate();
    const answer = await trpcClient.auth.checkEmail.mutate({ email, token });
    if (!answer.emailExists) return 'sign-up';
    const mayAddRole = !answer.missingRole && (answer.roles.length === 0 || answer.roles.includes(roles.driver));
    return mayAddRole ? 'fast-login' : 'login';
  } catch (error) {
    if (statusOf(error) === undefined) throw error;
    return 'sign-up';
  }
}

type InvitationAcceptance = {
  token: string;
  email: string;
  /** Null if the invited account is already signed in. */
  password: string | null;
};

/** Accepts a company's invitation with an existing account and returns where to continue. */
export async function acceptInvitation({ token, email, password }: InvitationAcceptance): Promise<string> {
  if (password !== null) {
    const { redirect } = await signIn({ email, password, role: 'employer' });
    // A password that another person chose must be changed first. The emailed link leads back here.
    if (redirect === '/change-password') return redirect;
  }
  const { redirect } = await trpcClient.employees.accept.mutate({ token });
  // The current token does not have the new role yet.
  await refresh();
  queryClient.clear();
  await reloadMe();
  return redirect;
}
