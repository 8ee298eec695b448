import { createHash, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Keys } from '#server/session/keys.ts';
import type { SocialSource } from '#shared/accounts/social-sources.ts';

/**
 * The server issues each nonce of the web: the browser keeps the ticket, the provider sees and signs only the nonce that
 * follows from it. A token that was taken on its way is worth nothing without the ticket, and a stranger's token cannot be
 * slipped into somebody's browser.
 */
const lifeSeconds = 10 * 60;
const audience = 'social-login';
const type = 'social-login+jwt';
const mark = 'haulboard-';

const nonceOf = (id: string) => mark + createHash('sha256').update(id).digest('base64url');

export async function makeTicket(keys: Keys, source: SocialSource): Promise<{ ticket: string; nonce: string }> {
  const id = randomUUID();
  const ticket = await new SignJWT({ src: source })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setAudience(audience)
    .setJti(id)
    .setIssuedAt()
    .setExpirationTime(`${lifeSeconds}s`)
    .sign(keys.socialTicket);
  return { ticket, nonce: nonceOf(id) };
}

/** The nonce that the provider's token must carry; null for a ticket that is not ours, too old or another provider's. */
export async function nonceOfTicket(keys: Keys, ticket: string, source: SocialSource): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(ticket, keys.socialTicket, {
      audience,
      typ: type,
      algorithms: ['HS256'],
      requiredClaims: ['jti', 'exp'],
    });
    return payload.jti && payload['src'] === source ? nonceOf(payload.jti) : null;
  } catch {
    return null;
  }
}

/** A token with a nonce of ours was asked for by a browser, and is taken with its ticket only. */
export function isNonceOfWeb(nonce: unknown): boolean {
  return typeof nonce === 'string' && nonce.startsWith(mark);
}
