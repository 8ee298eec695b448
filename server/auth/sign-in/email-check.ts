import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { jwtVerify, SignJWT } from 'jose';
import { users, usedTokens } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { buildOncePerDatabase } from '#server/db/prepare.ts';
import { AppError } from '#server/errors.ts';
import { toAddressKey, countHit, toEmailKey } from '#server/limits/throttle.ts';
import type { Services } from '#server/services.ts';
import { createKeySelector } from '#server/session/keys.ts';
import { roles } from '#shared/access/access.ts';
import type { EmailCheckAnswer } from '#shared/accounts/auth.ts';
import { text } from '#shared/texts/texts.ts';

/**
 * The token of an email check is valid for five seconds and for one use, and is bound to the caller's network address.
 * Legacy clients can sign their own tokens if the shared secret is set (`docs/product/access.md#email-check`).
 */
const lifeSeconds = 5;
const audience = 'email-check';
const type = 'email-check+jwt';
/** The tolerance for a legacy client's clock. */
const legacySkewSeconds = 5;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const emailCheckError = () => new AppError('unauthenticated', text('errors.emailCheckFailed'));

function makeEmailCheckToken({ keys }: Pick<Services, 'keys'>, ip: string): Promise<string> {
  return new SignJWT({ adr: hashOf(toAddressKey(ip)) })
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: keys.id })
    .setAudience(audience)
    .setJti(randomBytes(16).toString('base64url'))
    .setIssuedAt()
    .setExpirationTime(`${lifeSeconds}s`)
    .sign(keys.emailCheck);
}

type SubmittedToken = { token: string; email: string; ip: string };

/**
 * Uses up the token.
 * @throws unauthenticated if the token is forged, expired, bound to another network address or already used
 */
async function redeemEmailCheckToken(services: Services, submitted: SubmittedToken): Promise<void> {
  const usedToken = (await readOwnToken(services, submitted)) ?? (await readLegacyToken(services, submitted));
  if (!usedToken || !(await isFirstUse(services.db, usedToken))) throw emailCheckError();
}

type UsedToken = { id: string; expiresAt: Date };

async function readOwnToken({ keys }: Services, { token, ip }: SubmittedToken): Promise<UsedToken | null> {
  try {
    const { payload } = await jwtVerify(token, createKeySelector(keys, 'emailCheck'), {
      audience,
      typ: type,
      algorithms: ['HS256'],
      requiredClaims: ['jti', 'exp'],
    });
    const { jti, exp, adr } = payload;
    return jti && exp && adr === hashOf(toAddressKey(ip)) ? { id: jti, expiresAt: new Date(exp * 1000) } : null;
  } catch {
    return null;
  }
}

async function readLegacyToken({ settings }: Services, { token, email }: SubmittedToken): Promise<UsedToken | null> {
  for (const secret of settings.emailCheckSecrets) {
    const usedToken = await verifyLegacyToken(secret, { token, email });
    if (usedToken) return usedToken;
  }
  return null;
}

async function verifyLegacyToken(
  secret: string,
  { token, email }: Pick<SubmittedToken, 'token' | 'email'>,
): Promise<UsedToken | null> {
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
    // Hashes the signed part only, because the same signature can be encoded in several ways.
    return { id: hashOf(token.slice(0, token.lastIndexOf('.'))), expiresAt: new Date((exp + legacySkewSeconds) * 1000) };
  } catch {
    return null;
  }
}

async function isFirstUse(db: Database, { id, expiresAt }: UsedToken): Promise<boolean> {
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

/** Issues a token, within a rate limit. */
export async function issueEmailCheckToken(services: Services, ip: string): Promise<{ token: string }> {
  await countHit(services.db, { bucket: 'email_check_token', key: toAddressKey(ip) }, tokensPerAddress);
  return { token: await makeEmailCheckToken(services, ip) };
}

/**
 * Tells whether an email address has an account. This is public by design and therefore rate-limited. The answer only
 * distinguishes a driver who can become an employer from any other account, so that it does not reveal roles
 * (`docs/product/departures.md#the-email-check-reveals-only-the-driver-role`). If the limit refuses the check, the sign-up
 * screen continues as if there were no account.
 */
export async function checkEmail(
  services: Services,
  { email, token, ip }: { email: string; token: string | null; ip: string },
): Promise<EmailCheckAnswer> {
  if (!token) throw new AppError('unauthenticated', text('errors.emailCheckFailed'));
  await redeemEmailCheckToken(services, { token, email, ip });
  await countHit(services.db, { bucket: 'email_check', key: toAddressKey(ip) }, checksPerAddress);
  await countHit(services.db, { bucket: 'email_check_email', key: toEmailKey(email) }, checksPerEmail);
  const [accountStatus] = await accountStatusQuery(services.db).execute({ email });
  if (!accountStatus?.isTaken) return { emailExists: false, roles: [], missingRole: false };
  return accountStatus.isDriverOnly
    ? { emailExists: true, roles: [roles.driver], missingRole: false }
    : { emailExists: true, roles: [], missingRole: true };
}

/** Always returns one row, so that the query takes the same time with and without an account. */
const accountStatusQuery = buildOncePerDatabase((db) =>
  db
    .select({
      isTaken: sql<boolean>`count(*) > 0`,
      isDriverOnly: sql<boolean>`coalesce(bool_and(${users.roles} = array[${roles.driver}]::text[]), false)`,
    })
    .from(users)
    .where(sql`lower(${users.email}) = lower(${sql.placeholder('email')})`)
    .prepare('email_check'),
);
