import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { jwtVerify, SignJWT } from 'jose';
import { oneTimeTokens } from '#drizzle/schema/accounts.ts';
import type { Database } from '#server/db/open.ts';
import { type AccessClaims, createKeySelector, type Keys } from './keys.ts';
import { identityClaims, readIdentity } from './tokens.ts';

/** Clients open the stream right after they get its ticket. */
const streamTicketSeconds = 30;
const type = 'stream+jwt';

/**
 * Creates a ticket that works only for opening a live stream. An `EventSource` cannot send headers, so the ticket is part of
 * the URL, which proxies and browser histories store. It therefore has its own key and type and expires within seconds. The
 * stream ends when the access token that requested the ticket expires.
 */
export function makeStreamTicket(keys: Pick<Keys, 'id' | 'streamTicket'>, claims: AccessClaims): Promise<string> {
  return new SignJWT({ ...identityClaims(claims), until: Math.floor(claims.expiresAt.getTime() / 1000) })
    .setProtectedHeader({ alg: 'HS256', typ: type, kid: keys.id })
    .setAudience(claims.userId)
    .setExpirationTime(`${streamTicketSeconds}s`)
    .sign(keys.streamTicket);
}

/** Reads the claims of a ticket. Null if it is invalid or expired. */
export async function readStreamTicket(
  keys: Pick<Keys, 'id' | 'previous' | 'streamTicket'>,
  ticket: string,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(ticket, createKeySelector(keys, 'streamTicket'), {
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
type OneTimeToken = Pick<typeof oneTimeTokens.$inferInsert, 'kind' | 'userId' | 'email' | 'hash'> & { lifetimeHours: number };
type TokenKind = OneTimeToken['kind'];

/** Creates a token for an emailed link. It is too long to guess, so a plain hash is enough. */
export function makeLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashLinkToken(token) };
}

export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Stores a token. Earlier ones of the same kind for the account become invalid. */
export async function issueOneTimeToken(tx: Database, { lifetimeHours: hours, ...proof }: OneTimeToken): Promise<void> {
  await voidOneTimeTokens(tx, proof.userId, [proof.kind]);
  await tx.insert(oneTimeTokens).values({ ...proof, expiresAt: new Date(Date.now() + hours * 60 * 60 * 1000) });
}

/** Invalidates the unused tokens of these kinds and returns their ids. */
export async function voidOneTimeTokens(tx: Database, userId: string, kinds: readonly TokenKind[]): Promise<string[]> {
  const voided = await tx
    .update(oneTimeTokens)
    .set({ usedAt: new Date() })
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.kind, [...kinds]), isNull(oneTimeTokens.usedAt)))
    .returning({ id: oneTimeTokens.id });
  return voided.map(({ id }) => id);
}
