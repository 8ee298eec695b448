import { SignJWT, jwtVerify } from 'jose';
import { isRole, type Role, roleId } from '#shared/access.ts';
import type { Keys } from './keys.ts';

/** Seconds an access token lives; an impersonation's lives 600 (`product: Accounts and sessions`). */
export const accessTokenSeconds = 15 * 60;

export type AccessClaims = {
  userId: string;
  sessionId: string;
  /** Raised on the account to end every session at once. */
  sessionVersion: number;
  deviceId: string;
  roles: Role[];
  impersonatedId: string | null;
  /** The admin who acts, while impersonating (`act.sub`). */
  impersonatorId: string | null;
  expiresAt: Date;
};

const issuer = 'haulboard';
const type = 'at+jwt';

export function signAccessToken(
  keys: Keys,
  claims: Omit<AccessClaims, 'expiresAt'>,
  seconds = accessTokenSeconds,
): Promise<string> {
  const { roles, deviceId, impersonatedId, impersonatorId } = claims;
  return new SignJWT({
    rid: roleId(roles),
    roles,
    deviceId,
    impersonatedId,
    sid: claims.sessionId,
    sv: claims.sessionVersion,
    ...(impersonatorId ? { act: { sub: impersonatorId } } : {}),
  })
    .setProtectedHeader({ alg: 'EdDSA', typ: type })
    .setIssuer(issuer)
    .setAudience(claims.userId)
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(keys.signing);
}

/** What a token of ours says, or null: not ours, changed, or past its time. Whether its session lives is asked elsewhere. */
export async function readAccessToken(keys: Keys, token: string): Promise<AccessClaims | null> {
  const kept = verified.get(token);
  if (kept) return kept.expiresAt.getTime() > Date.now() ? kept : null;
  const claims = await verify(keys, token);
  if (claims) keep(token, claims);
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
    const { aud, sid, sv, deviceId, impersonatedId, exp, roles, act } = payload;
    if (typeof aud !== 'string' || typeof sid !== 'string' || typeof sv !== 'number' || !exp) return null;
    return {
      userId: aud,
      sessionId: sid,
      sessionVersion: sv,
      deviceId: typeof deviceId === 'string' ? deviceId : '',
      roles: Array.isArray(roles) ? roles.filter((role) => typeof role === 'string').filter(isRole) : [],
      impersonatedId: typeof impersonatedId === 'string' ? impersonatedId : null,
      impersonatorId: isActor(act) ? act.sub : null,
      expiresAt: new Date(exp * 1000),
    };
  } catch {
    return null;
  }
}

function isActor(act: unknown): act is { sub: string } {
  return typeof act === 'object' && act !== null && 'sub' in act && typeof act.sub === 'string';
}

/** Signatures already checked in this process: checking one costs as much as a point read. Bounded; oldest go first. */
const verified = new Map<string, AccessClaims>();
const mostKept = 20_000;

function keep(token: string, claims: AccessClaims): void {
  if (verified.size >= mostKept)
    for (const oldest of verified.keys()) {
      verified.delete(oldest);
      if (verified.size < mostKept * 0.9) break;
    }
  verified.set(token, claims);
}
