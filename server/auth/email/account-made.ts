import type { Database } from '#server/db/open.ts';
import { mail } from '#server/mail/outbox.ts';
import { nameOf } from '#server/auth/passwords/set-password-for.ts';
import { issueVerification } from './verification.ts';

type Made = {
  userId: string;
  email: string;
  firstName: string;
  /** Who made the account. */
  by: string;
  /** The company it works for; null for the product's own people. */
  where: string | null;
};

/**
 * Tells a person about an account that somebody else made with a password. Nobody has proved the address yet: the email's
 * link does.
 */
export async function tellAccountMade(tx: Database, { userId, email, firstName, by, where }: Made): Promise<void> {
  const token = await issueVerification(tx, userId, email);
  await mail(tx, email, 'account_made', { firstName, by: await nameOf(tx, by), where, token });
}
