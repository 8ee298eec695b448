import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { proofs } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { jwtVerify, SignJWT } from 'jose';
import type { AccessClaims, Keys } from './keys.ts';
import { identityClaims, readIdentity } from './tokens.ts';

/** A stream is opened right after its ticket was asked for. */
const streamTicketSeconds = 30;
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

/** What somebody is sent to prove something with, once: a mail's link or its code. Only hashes are kept. */
type Proof = Pick<typeof proofs.$inferInsert, 'kind' | 'userId' | 'email' | 'hash'> & { hours: number };
type Kind = Proof['kind'];

/** A new secret for a link, too long to be guessed: a plain hash of it tells nothing. */
export function makeLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfLinkToken(token) };
}

export function hashOfLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Keeps a proof; those of its kind that were sent to the account before are void. */
export async function issueProof(tx: Database, { hours, ...proof }: Proof): Promise<void> {
  await voidProofs(tx, proof.userId, [proof.kind]);
  await tx.insert(proofs).values({ ...proof, expiresAt: new Date(Date.now() + hours * 60 * 60 * 1000) });
}

/** Makes unused proofs of these kinds worthless; returns their ids. */
export async function voidProofs(tx: Database, userId: string, kinds: readonly Kind[]): Promise<string[]> {
  const voided = await tx
    .update(proofs)
    .set({ usedAt: new Date() })
    .where(and(eq(proofs.userId, userId), inArray(proofs.kind, [...kinds]), isNull(proofs.usedAt)))
    .returning({ id: proofs.id });
  return voided.map(({ id }) => id);
}
