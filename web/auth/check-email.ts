import { roles } from '#shared/access/access.ts';
import { statusOf } from '#web/errors.ts';
import { trpcClient } from '#web/trpc.ts';

/** Where an address leads at sign-up (`spec: access §2 Email-check outcome`). */
export type EmailOutcome = 'sign-up' | 'fast-login' | 'login';

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
