import { sql } from 'drizzle-orm';
import { users, usedTokens } from '#drizzle/schema/accounts.ts';
import { roles } from '#shared/access/access.ts';
import type { EmailCheckAnswer } from '#shared/accounts/auth.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { AppError } from '#server/errors.ts';
import type { Services } from '#server/services.ts';
import { keyNamed } from '#server/session/keys.ts';
import { addressKey, countHit, emailKey } from '#server/session/throttle.ts';
import { createHash, randomBytes } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Database } from '#server/db/open.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * The token of an email check lives five seconds, is bound to the caller's network address and works once. Legacy clients
 * can sign their own if the shared secret is set (`docs/product/access.md#email-check`).
 */
const lifeSeconds = 5;
const audience = 'email-check';
const type = 'email-check+jwt';
/** The tolerance for a legacy client's clock. */
const legacySkewSeconds = 5;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const emailCheckError = () => new AppError('unauthenticated', text('errors.couldntCheckEmailTryAgain'));

function makeEmailCheckToken({ keys }: Pick<Services, 'keys'>, ip: string): Promise<string> {
  return new SignJWT({ adr: hashOf(addressKey(ip)) })
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: keys.id })
    .setAudience(audience)
    .setJti(randomBytes(16).toString('base64url'))
    .setIssuedAt()
    .setExpirationTime(`${lifeSeconds}s`)
    .sign(keys.emailCheck);
}

type SubmittedToken = { token: string; email: string; ip: string };

/**
 * Uses the token.
 * @throws unauthenticated when it is not ours, too old, another address's or used before
 */
async function spendEmailCheckToken(services: Services, presented: SubmittedToken): Promise<void> {
  const spentTicket = (await ownToken(services, presented)) ?? (await legacyToken(services, presented));
  if (!spentTicket || !(await isFirstUse(services.db, spentTicket))) throw emailCheckError();
}

type SpentTicket = { id: string; expiresAt: Date };

async function ownToken({ keys }: Services, { token, ip }: SubmittedToken): Promise<SpentTicket | null> {
  try {
    const { payload } = await jwtVerify(token, keyNamed(keys, 'emailCheck'), {
      audience,
      typ: type,
      algorithms: ['HS256'],
      requiredClaims: ['jti', 'exp'],
    });
    const { jti, exp, adr } = payload;
    return jti && exp && adr === hashOf(addressKey(ip)) ? { id: jti, expiresAt: new Date(exp * 1000) } : null;
  } catch {
    return null;
  }
}

async function legacyToken({ settings }: Services, { token, email }: SubmittedToken): Promise<SpentTicket | null> {
  for (const secret of settings.emailCheckSecrets) {
    const spentTicket = await legacyTokenBy(secret, { token, email });
    if (spentTicket) return spentTicket;
  }
  return null;
}

async function legacyTokenBy(
  secret: string,
  { token, email }: Pick<SubmittedToken, 'token' | 'email'>,
): Promise<SpentTicket | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      clockTolerance: legacySkewSeconds,
      requiredClaims: ['exp'],
    });
    const { exp = 0, iat = Date.now() / 1000 } = payload;
    const isShort = exp - iat <= lifeSeconds + 1 && exp - Date.now() / 1000 <= lifeSeconds + legacySkewSeconds;
    const isForEmail = typeof payload['email'] !== 'string' || payload['email'].toLowerCase() === email.toLowerCase();
    if (!isShort || !isForEmail) return null;
    /** Hashes the signed part only, because the same signature can be encoded in several ways. */
    return { id: hashOf(token.slice(0, token.lastIndexOf('.'))), expiresAt: new Date((exp + legacySkewSeconds) * 1000) };
  } catch {
    return null;
  }
}

async function isFirstUse(db: Database, { id, expiresAt }: SpentTicket): Promise<boolean> {
  const inserted = await db
    .insert(usedTokens)
    .values({ id: `${audience}:${id}`, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedTokens.id });
  return inserted.length > 0;
}

const minute = 60;
const tokensPerAddress = { maxHits: 20, windowSeconds: minute };
const checksPerAddress = { maxHits: 60, windowSeconds: 24 * 60 * minute };
const checksPerEmail = { maxHits: 10, windowSeconds: 60 * minute };

/** Rate limits apply when a token is made. */
export async function emailCheckToken(services: Services, ip: string): Promise<{ token: string }> {
  await countHit(services.db, { bucket: 'email_check_token', key: addressKey(ip) }, tokensPerAddress);
  return { token: await makeEmailCheckToken(services, ip) };
}

/**
 * Whether an address has an account. This is public by design and therefore rate-limited. The answer only distinguishes a
 * driver who can become an employer from any other account, so that it does not reveal roles
 * (`docs/product/departures.md#the-email-check-reveals-only-the-driver-role`). Beyond the limit it is refused with a
 * message, which the sign-up screen treats as no account.
 */
export async function checkEmail(
  services: Services,
  { email, token, ip }: { email: string; token: string | null; ip: string },
): Promise<EmailCheckAnswer> {
  if (!token) throw new AppError('unauthenticated', text('errors.couldntCheckEmailTryAgain'));
  await spendEmailCheckToken(services, { token, email, ip });
  await countHit(services.db, { bucket: 'email_check', key: addressKey(ip) }, checksPerAddress);
  await countHit(services.db, { bucket: 'email_check_email', key: emailKey(email) }, checksPerEmail);
  const [found] = await facts(services.db, 'of an address').execute({ email });
  if (!found?.isTaken) return { emailExists: false, roles: [], missingRole: false };
  return found.isDriverOnly
    ? { emailExists: true, roles: [roles.driver], missingRole: false }
    : { emailExists: true, roles: [], missingRole: true };
}

/** Always returns one row, so that the query takes the same time with and without an account. */
const facts = buildOncePerDatabase((db, _only: 'of an address') =>
  db
    .select({
      isTaken: sql<boolean>`count(*) > 0`,
      isDriverOnly: sql<boolean>`coalesce(bool_and(${users.roles} = array[${roles.driver}]::text[]), false)`,
    })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${sql.placeholder('email')})`)
    .prepare('email_check'),
);
