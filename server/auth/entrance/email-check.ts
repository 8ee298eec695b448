import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import type { EmailCheckAnswer } from '#shared/accounts/auth.ts';
import { builtOnce } from '#server/db/built-once.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { addressKey, countHit, emailKey } from '#server/session/throttle.ts';
import { makeEmailCheckToken, spendEmailCheckToken } from './email-check-token.ts';

const minute = 60;
const tokensPerAddress = { most: 20, windowSeconds: minute };
const checksPerAddress = { most: 60, windowSeconds: 24 * 60 * minute };
const checksPerEmail = { most: 10, windowSeconds: 60 * minute };

/** Making a token is the throttled step of the check. */
export async function emailCheckToken(services: Services, ip: string): Promise<{ token: string }> {
  await countHit(services.db, { bucket: 'email_check_token', key: addressKey(ip) }, tokensPerAddress);
  return { token: await makeEmailCheckToken(services, ip) };
}

/**
 * Whether an address has an account: disclosed by design, therefore rationed. Accounts answer in two classes only: a
 * driver's that could become an employer's, and any other; which roles the others hold is nobody's business. Over the
 * ration there is a refusal with a message, which the sign-up screen reads as "go on" (`spec: access §8`).
 */
export async function checkEmail(
  services: Services,
  { email, token, ip }: { email: string; token: string | null; ip: string },
): Promise<EmailCheckAnswer> {
  if (!token) throw new AppError('unauthenticated', 'Couldn’t check this email. Try again.');
  await spendEmailCheckToken(services, { token, email, ip });
  await countHit(services.db, { bucket: 'email_check', key: addressKey(ip) }, checksPerAddress);
  await countHit(services.db, { bucket: 'email_check_email', key: emailKey(email) }, checksPerEmail);
  const [found] = await facts(services.db, 'of an address').execute({ email });
  if (!found?.isTaken) return { emailExists: false, roles: [], missingRole: false };
  return found.isDriverOnly
    ? { emailExists: true, roles: [roles.driver], missingRole: false }
    : { emailExists: true, roles: [], missingRole: true };
}

/** One row whether there is an account or not, so that both take the same time. */
const facts = builtOnce((db, _only: 'of an address') =>
  db
    .select({
      isTaken: sql<boolean>`count(*) > 0`,
      isDriverOnly: sql<boolean>`coalesce(bool_and(${users.roles} = array[${roles.driver}]::text[]), false)`,
    })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${sql.placeholder('email')})`)
    .prepare('email_check'),
);
