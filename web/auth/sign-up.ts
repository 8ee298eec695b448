import type { SignupForm } from '#shared/accounts/auth.ts';
import { trpcClient } from '#web/trpc.ts';
import { signIn } from './sign-in.ts';
import * as z from 'zod/mini';
import { localDraft } from '#web/local-draft.ts';
import { phone as formatPhone } from '#shared/format.ts';
import { roles } from '#shared/access/access.ts';
import { statusOf } from '#web/errors.ts';
import { reloadMe } from '#web/me.ts';
import { queryClient } from '#web/query-client.ts';
import { refresh } from '#web/refresh.ts';

export type Prefill = { email: string; firstName: string; lastName: string; phone: string };

const maxPrefillCharacters = 100;
const phoneLength = 10;

/** The router parses digits as numbers. Other types are not valid input. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, maxPrefillCharacters) : '';
}

const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** The names are in plain parameters, or reversed in `param1` and `param2` (`docs/product/access.md#sign-up`). */
export function prefillOf(search: Record<string, unknown>): Prefill | null {
  const prefill = {
    email: textOf(search['email']),
    firstName: textOf(search['firstName']) || reversed(textOf(search['param1'])),
    lastName: textOf(search['lastName']) || reversed(textOf(search['param2'])),
    phone: shownPhone(textOf(search['phone'])),
  };
  return Object.values(prefill).some(Boolean) ? prefill : null;
}

/** Removes a leading 1 from more than ten digits, and anything after the tenth digit. */
function shownPhone(text: string): string {
  const digits = text.replace(/\D/g, '');
  const national = digits.length > phoneLength && digits.startsWith('1') ? digits.slice(1) : digits;
  return national ? formatPhone(national.slice(0, phoneLength)) : '';
}

const text = z.catch(z.string(), '');

const draft = localDraft(
  'signupDraft',
  z.object({
    email: text,
    confirmEmail: text,
    firstName: text,
    lastName: text,
    phone: text,
    acceptEmails: z.catch(z.boolean(), false),
  }),
);

/** Keeps what was typed at sign-up through a reload, but never passwords. */
export function keepDraft({ password: _password, confirmPassword: _confirm, ...form }: SignupForm): void {
  draft.write(form);
}

export const readDraft = () => draft.read();
export const clearDraft = () => draft.clear();

export type SignupRole = 'employer' | 'driver';

/** Creates the account and then signs in to it (`docs/product/access.md#sign-up`). */
export async function signUp(role: SignupRole, values: SignupForm): Promise<{ redirect: string }> {
  const { email, password, firstName, lastName, phone, acceptEmails } = values;
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  const account = { email, password, firstName, lastName, phone, role, tnNewsletters: acceptEmails, timezone };
  await trpcClient.auth.signup.mutate(account);
  clearDraft();
  const signInRole = role === 'driver' ? 'member' : 'employer';
  return await signIn({ email, password, role: signInRole, hasAcceptedTerms: true });
}

/** Where sign-up continues for an address (`docs/product/access.md#sign-up`). */
type EmailOutcome = 'sign-up' | 'fast-login' | 'login';

/**
 * Asks whether the address has an account. A refusal with a message counts as no account, so that a rate-limited visitor
 * can sign up too; the sign-up itself refuses a taken address.
 * @throws when there is no answer
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

type Acceptance = {
  token: string;
  email: string;
  /** Null if the invited account is already signed in. */
  password: string | null;
};

/** Accepts a company's invitation with an existing account and returns where to continue. */
export async function acceptInvitation({ token, email, password }: Acceptance): Promise<string> {
  if (password !== null) {
    const { redirect } = await signIn({ email, password, role: 'employer' });
    // A password that another person chose must be changed first. The emailed link leads back here.
    if (redirect === '/change-password') return redirect;
  }
  const { redirect } = await trpcClient.employees.accept.mutate({ token });
  // The current token still has the roles from before.
  await refresh();
  queryClient.clear();
  await reloadMe();
  return redirect;
}
