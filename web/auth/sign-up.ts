import type { SignupForm } from '#shared/accounts/auth.ts';
import { trpcClient } from '#web/trpc.ts';
import { signIn } from './sign-in.ts';
import { clearDraft } from './signup-draft.ts';

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
