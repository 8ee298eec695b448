import type { SignupForm } from '#shared/accounts/auth.ts';
import { trpcClient } from '#web/trpc.ts';
import { signIn } from './sign-in.ts';
import * as z from 'zod/mini';
import { localDraft } from '#web/local-draft.ts';
import { phone as formatPhone } from '#shared/format.ts';
import { roles } from '#shared/access/access.ts';
import { statusOf } from '#web/errors.ts';

export type Prefill = { email: string; firstName: string; lastName: string; phone: string };

const mostCharacters = 100;
const phoneLength = 10;

/** The router reads digits as numbers; other things are not texts of a visitor. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, mostCharacters) : '';
}

const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** Names come plainly, or reversed as `param1` and `param2`. */
export function prefillOf(search: Record<string, unknown>): Prefill | null {
  const prefill = {
    email: textOf(search['email']),
    firstName: textOf(search['firstName']) || reversed(textOf(search['param1'])),
    lastName: textOf(search['lastName']) || reversed(textOf(search['param2'])),
    phone: shownPhone(textOf(search['phone'])),
  };
  return Object.values(prefill).some(Boolean) ? prefill : null;
}

/** A leading 1 of more than ten digits is the country's and goes; what is beyond the ten is an extension. */
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

/** What was typed at sign-up survives a reload; passwords are never kept. */
export function keepDraft({ password: _password, confirmPassword: _confirm, ...form }: SignupForm): void {
  draft.write(form);
}

export const readDraft = () => draft.read();
export const clearDraft = () => draft.clear();

export type SignupRole = 'employer' | 'driver';

/** Makes the account, then signs in to it behind the scenes (`spec: access §4 Sign-up flow`). */
export async function signUp(role: SignupRole, values: SignupForm): Promise<{ redirect: string }> {
  const { email, password, firstName, lastName, phone, acceptEmails } = values;
  const { timeZone: timezone } = new Intl.DateTimeFormat().resolvedOptions();
  const account = { email, password, firstName, lastName, phone, role, tnNewsletters: acceptEmails, timezone };
  await trpcClient.auth.signup.mutate(account);
  clearDraft();
  const entrance = role === 'driver' ? 'member' : 'employer';
  return await signIn({ email, password, role: entrance, hasAcceptedTerms: true });
}

/** Where an address leads at sign-up (`spec: access §2 Email-check outcome`). */
type EmailOutcome = 'sign-up' | 'fast-login' | 'login';

/**
 * Asks whether the address has an account. A refusal that has a message counts as "go on": a throttled visitor signs up
 * like anybody else, and the sign-up itself refuses a taken address.
 * @throws when nobody answers
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
