import { type JWTPayload, SignJWT, jwtVerify } from 'jose';
import { validate } from 'uuid';
import { isRole, roleId } from '#shared/access.ts';
import type { AccessClaims, Keys } from './keys.ts';

/** Seconds an access token lives; an impersonation's lives 600 (`product: Accounts and sessions`). */
export const accessTokenSeconds = 15 * 60;

const issuer = 'haulboard';
const type = 'at+jwt';
/** Ours are a quarter of this; what is longer is not read at all. */
const mostCharacters = 4096;

export function signAccessToken(
  keys: Keys,
  claims: Omit<AccessClaims, 'expiresAt'>,
  seconds = accessTokenSeconds,
): Promise<string> {
  return new SignJWT({ rid: roleId(claims.roles), ...identityClaims(claims) })
    .setProtectedHeader({ alg: 'EdDSA', typ: type })
    .setIssuer(issuer)
    .setAudience(claims.userId)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.signing);
}

/** Whose session a token belongs to, as it is written; the account itself is its audience. */
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

/** What a token of ours says, or null: not ours, changed, or past its time. Whether its session lives is asked elsewhere. */
export async function readAccessToken(keys: Keys, token: string): Promise<AccessClaims | null> {
  if (token.length > mostCharacters) return null;
  const kept = keys.verified.get(token);
  if (kept) return kept.expiresAt.getTime() > Date.now() ? kept : null;
  const claims = await verify(keys, token);
  if (claims) keys.verified.set(token, claims);
  return claims;
}

async function verify(keys: Keys, token: string): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keys.verifying, {
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

/** {@link identityClaims} as they are read; null where one of them is missing. */
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

/** A token with an actor that cannot be read is nobody's: it must never pass for the account's own. */
function impersonatorOf(act: unknown): Pick<AccessClaims, 'impersonatorId' | 'impersonatorVersion'> {
  if (act === undefined) return { impersonatorId: null };
  const { sub, sv } = (act ?? {}) as { sub?: unknown; sv?: unknown };
  if (!isId(sub) || !isVersion(sv)) throw new Error('The actor of this token is not one of ours');
  return { impersonatorId: sub, impersonatorVersion: sv };
}

/** What the database can be asked for: an id of its own form, a number within its integers. */
const isId = (value: unknown): value is string => typeof value === 'string' && validate(value);
const isVersion = (value: unknown): value is number => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31;
