import { decodeProtectedHeader, errors, type JWTPayload, SignJWT, jwtVerify } from 'jose';
import { validate } from 'uuid';
import { isRole, roleId } from '#shared/access/access.ts';
import { type AccessClaims, createKeySelector, type Keys } from './keys.ts';

/** How long an access token is valid. For an impersonation, the limit is 600 seconds. */
export const accessTokenSeconds = 15 * 60;

const issuer = 'haulboard';
const type = 'at+jwt';
/** Our tokens are about a quarter of this length. Longer ones are rejected without parsing. */
const maxCharacters = 4096;

export function signAccessToken(
  keys: Keys,
  claims: Omit<AccessClaims, 'expiresAt'>,
  seconds = accessTokenSeconds,
): Promise<string> {
  return new SignJWT({ rid: roleId(claims.roles), ...identityClaims(claims) })
    .setProtectedHeader({ alg: 'EdDSA', typ: type, kid: keys.id })
    .setIssuer(issuer)
    .setAudience(claims.userId)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.signing);
}

/**
 * Whether a refused token says that it is one of our access tokens and was changed or signed by somebody else. An expired one was
 * not, and a token of another type may belong to the call, such as that of an email check.
 */
export async function isForgedToken(keys: Keys, token: string): Promise<boolean> {
  try {
    if (decodeProtectedHeader(token).typ !== type) return false;
    await jwtVerify(token, createKeySelector(keys, 'verifying'), { algorithms: ['EdDSA'] });
    return false;
  } catch (error) {
    return error instanceof errors.JOSEError && !(error instanceof errors.JWTExpired);
  }
}

/** Builds the claims that identify the session of a token. The account is the audience and not among these claims. */
export function identityClaims(claims: Omit<AccessClaims, 'expiresAt'>): JWTPayload {
  const { roles, deviceId, impersonatedId, impersonatorId, impersonatorVersion } = claims;
  return {
    roles,
    deviceId,
    impersonatedId,
    sid: claims.sessionId,
    sv: claims.sessionVersion,
    ...(impersonatorId ? { act: { sub: impersonatorId, sv: impersonatorVersion } } : {}),
  };
}

/** Reads a token's claims. Null if it is forged or expired. This does not check that the session is active. */
export async function readAccessToken(keys: Keys, token: string): Promise<AccessClaims | null> {
  if (token.length > maxCharacters) return null;
  const cached = keys.verified.get(token);
  if (cached) return cached.expiresAt.getTime() > Date.now() ? cached : null;
  const claims = await verify(keys, token);
  if (claims) keys.verified.set(token, claims);
  return claims;
}

async function verify(keys: Keys, token: string): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, createKeySelector(keys, 'verifying'), {
      issuer,
      typ: type,
      algorithms: ['EdDSA'],
      requiredClaims: ['aud', 'sid', 'exp'],
    });
    return payload.exp ? readIdentity(payload, new Date(payload.exp * 1000)) : null;
  } catch {
    return null;
  }
}

/** Reads the claims that identify a session. Null if one is missing or invalid. */
export function readIdentity(payload: JWTPayload, expiresAt: Date): AccessClaims | null {
  const { aud, sid, sv, deviceId, impersonatedId, roles, act } = payload;
  if (!isId(aud) || !isId(sid) || !isVersion(sv)) return null;
  return {
    userId: aud,
    sessionId: sid,
    sessionVersion: sv,
    deviceId: typeof deviceId === 'string' ? deviceId : '',
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string').filter(isRole) : [],
    impersonatedId: typeof impersonatedId === 'string' ? impersonatedId : null,
    ...readImpersonator(act),
    expiresAt,
  };
}

/** Throws for an unreadable actor, because the token of an impersonation must never pass as the account's own. */
function readImpersonator(act: unknown): Pick<AccessClaims, 'impersonatorId' | 'impersonatorVersion'> {
  if (act === undefined) return { impersonatorId: null };
  const { sub, sv } = (act ?? {}) as { sub?: unknown; sv?: unknown };
  if (!isId(sub) || !isVersion(sv)) throw new Error('The actor of this token is not one of ours');
  return { impersonatorId: sub, impersonatorVersion: sv };
}

/** PostgreSQL rejects other values: an id must be a UUID, and a version must fit into an integer. */
const isId = (value: unknown): value is string => typeof value === 'string' && validate(value);
const isVersion = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
