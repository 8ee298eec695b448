import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { proofs } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { jwtVerify, SignJWT } from 'jose';
import { type AccessClaims, keyNamed, type Keys } from './keys.ts';
import { identityClaims, readIdentity } from './tokens.ts';

/** A stream is opened right after its ticket was requested. */
const streamTicketSeconds = 30;
const type = 'stream+jwt';

/**
 * A ticket that opens one live stream and works for nothing else. An `EventSource` cannot send headers, so the ticket is
 * part of the URL, which proxies and browser histories store. It therefore has its own key and type and expires within
 * seconds. The stream ends with the access token that requested the ticket.
 */
export function makeStreamTicket(keys: Pick<Keys, 'id' | 'streamTicket'>, claims: AccessClaims): Promise<string> {
  return new SignJWT({ ...identityClaims(claims), until: Math.floor(claims.expiresAt.getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: keys.id })
    .setAudience(claims.userId)
    .setExpirationTime(`${streamTicketSeconds}s`)
    .sign(keys.streamTicket);
}

/** The claims of a ticket, or null if it is invalid or expired. */
export async function readStreamTicket(
  keys: Pick<Keys, 'id' | 'previous' | 'streamTicket'>,
  ticket: string,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(ticket, keyNamed(keys, 'streamTicket'), {
      typ: type,
      algorithms: ['HS256'],
      requiredClaims: ['aud', 'sid', 'exp', 'until'],
    });
    return typeof payload['until'] === 'number' ? readIdentity(payload, new Date(payload['until'] * 1000)) : null;
  } catch {
    return null;
  }
}

/** A single-use token or code that is emailed to a person. Only hashes are stored. */
type Proof = Pick<typeof proofs.$inferInsert, 'kind' | 'userId' | 'email' | 'hash'> & { hours: number };
type Kind = Proof['kind'];

/** A new secret for a link. It is too long to guess, so a plain hash is enough. */
export function makeLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfLinkToken(token) };
}

export function hashOfLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Stores a token. Earlier ones of the same kind for the account become invalid. */
export async function issueProof(tx: Database, { hours, ...proof }: Proof): Promise<void> {
  await voidProofs(tx, proof.userId, [proof.kind]);
  await tx.insert(proofs).values({ ...proof, expiresAt: new Date(Date.now() + hours * 60 * 60 * 1000) });
}

/** Invalidates the unused tokens of these kinds and returns their ids. */
export async function voidProofs(tx: Database, userId: string, kinds: readonly Kind[]): Promise<string[]> {
  const voided = await tx
    .update(proofs)
    .set({ usedAt: new Date() })
    .where(and(eq(proofs.userId, userId), inArray(proofs.kind, [...kinds]), isNull(proofs.usedAt)))
    .returning({ id: proofs.id });
  return voided.map(({ id }) => id);
}
