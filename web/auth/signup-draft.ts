import * as z from 'zod/mini';
import type { SignupForm } from '#shared/accounts/auth.ts';
import { localDraft } from '#web/local-draft.ts';

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
