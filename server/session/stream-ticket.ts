import { jwtVerify, SignJWT } from 'jose';
import type { AccessClaims, Keys } from './keys.ts';
import { identityClaims, readIdentity } from './tokens.ts';

/** A stream is opened right after its ticket was asked for. */
export const streamTicketSeconds = 30;
const type = 'stream+jwt';

/**
 * A ticket that opens a live stream and nothing else. An `EventSource` cannot send a header, so what it presents is part of
 * an address, which proxies and histories keep: the ticket has a key and a type of its own, and ends after seconds. The
 * stream that it opens ends with the access token that asked for it.
 */
export function makeStreamTicket(keys: Pick<Keys, 'streamTicket'>, claims: AccessClaims): Promise<string> {
  return new SignJWT({ ...identityClaims(claims), until: Math.floor(claims.expiresAt.getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setAudience(claims.userId)
    .setExpirationTime(`${streamTicketSeconds}s`)
    .sign(keys.streamTicket);
}

/** Who asked for a ticket, or null: not one of ours, or too old to open anything. */
export async function readStreamTicket(keys: Pick<Keys, 'streamTicket'>, ticket: string): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(ticket, keys.streamTicket, {
      typ: type,
      algorithms: ['HS256'],
      requiredClaims: ['aud', 'sid', 'exp', 'until'],
    });
    return typeof payload['until'] === 'number' ? readIdentity(payload, new Date(payload['until'] * 1000)) : null;
  } catch {
    return null;
  }
}
