import { type JWTPayload, SignJWT, jwtVerify } from 'jose';
import { validate } from 'uuid';
import { isRole, roleId } from '#shared/access/access.ts';
import { type AccessClaims, keyNamed, type Keys } from './keys.ts';

/** How long an access token is valid. While impersonating it is valid for 600 seconds. */
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

/** The claims that identify the session of a token. The audience is the account. */
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

/** The claims of a token, or null if it is not ours, was changed, or has expired. Does not check that its session is active. */
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
    const { payload } = await jwtVerify(token, keyNamed(keys, 'verifying'), {
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

/** Reads what {@link identityClaims} writes; null if a claim is missing. */
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
    ...impersonatorOf(act),
    expiresAt,
  };
}

/** A token with an unreadable actor is rejected: it must never pass for the account's own. */
function impersonatorOf(act: unknown): Pick<AccessClaims, 'impersonatorId' | 'impersonatorVersion'> {
  if (act === undefined) return { impersonatorId: null };
  const { sub, sv } = (act ?? {}) as { sub?: unknown; sv?: unknown };
  if (!isId(sub) || !isVersion(sv)) throw new Error('The actor of this token is not one of ours');
  return { impersonatorId: sub, impersonatorVersion: sv };
}

/** Values that a query accepts: a UUID, and a number in the range of an integer. */
const isId = (value: unknown): value is string => typeof value === 'string' && validate(value);
const isVersion = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
