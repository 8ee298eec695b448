import { sql } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { type Role, roles } from '#shared/access.ts';
import type { EmailCheckAnswer } from '#shared/auth.ts';
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
  if (!token) throw new AppError('unauthenticated', 'The email could not be checked. Try again.');
  await spendEmailCheckToken(services, { token, email, ip });
  await countHit(services.db, { bucket: 'email_check', key: addressKey(ip) }, checksPerAddress);
  await countHit(services.db, { bucket: 'email_check_email', key: emailKey(email) }, checksPerEmail);
  const [account] = await services.db
    .select({ roles: users.roles })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${email})`);
  if (!account) return { emailExists: false, roles: [], missingRole: false };
  return isDriverOnly(account.roles)
    ? { emailExists: true, roles: [roles.driver], missingRole: false }
    : { emailExists: true, roles: [], missingRole: true };
}

function isDriverOnly(held: readonly Role[]): boolean {
  return held.length > 0 && held.every((role) => role === roles.driver);
}
