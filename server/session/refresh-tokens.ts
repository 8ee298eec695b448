import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { KeySet } from './keys.ts';

/**
 * A refresh token consists of the session's id, 32 secret bytes and a seal, which is a message authentication code
 * (`docs/product/access.md#sessions`). Each secret is the HMAC of the one before. The token that was just replaced therefore
 * always gets the same successor, and an older one can be recognized as the session's own. The seal rejects guessed tokens
 * without a database lookup. Only hashes are stored.
 */
const idBytes = 16;
const secretBytes = 32;
const sealBytes = 16;

type ChainKey = Pick<KeySet, 'refreshChain'> & { previous: Pick<KeySet, 'refreshChain'> | null };

export function firstRefreshToken(keys: ChainKey, sessionId: string): string {
  return sealIdentity(keys, Buffer.concat([parse(sessionId), randomBytes(secretBytes)]));
}

/** Reads the session's id from a token. Null for a text in another format. */
export function readSessionId(token: string): string | null {
  const bytes = decodeToken(token);
  try {
    return bytes && stringify(bytes.subarray(0, idBytes));
  } catch {
    return null;
  }
}

/** Whether this installation issued the token, with the current or the previous key. The token may have expired. */
export function isOwnToken(keys: ChainKey, token: string): boolean {
  const bytes = decodeToken(token);
  if (!bytes) return false;
  const identity = bytes.subarray(0, idBytes + secretBytes);
  const seal = bytes.subarray(identity.length);
  return [keys, keys.previous].some((one) => one !== null && timingSafeEqual(seal, computeSeal(one, identity)));
}

export function deriveNextToken(keys: ChainKey, token: string): string {
  const identity = Buffer.from(token, 'base64url').subarray(0, idBytes + secretBytes);
  const next = createHmac('sha256', keys.refreshChain).update(identity).digest();
  return sealIdentity(keys, Buffer.concat([identity.subarray(0, idBytes), next]));
}

function sealIdentity(keys: ChainKey, identity: Buffer): string {
  return Buffer.concat([identity, computeSeal(keys, identity)]).toString('base64url');
}

function computeSeal({ refreshChain }: Pick<KeySet, 'refreshChain'>, identity: Buffer): Buffer {
  return createHmac('sha256', refreshChain).update('seal').update(identity).digest().subarray(0, sealBytes);
}

/** Decodes a token. Base64 can encode the same bytes in several ways, and only one of them is accepted. */
function decodeToken(token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === idBytes + secretBytes + sealBytes && bytes.toString('base64url') === token ? bytes : null;
}

export function hashRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Only impersonations need this search. They last ten minutes, so their tokens are never replaced this often. */
const maxSteps = 600;

/** Whether the current token is a successor of this one. If so, this one was used before, by its owner or by a thief. */
export function isAncestor(keys: ChainKey, token: string, currentHash: string): boolean {
  let nextToken = token;
  for (let step = 0; step < maxSteps; step++) {
    nextToken = deriveNextToken(keys, nextToken);
    if (hashRefreshToken(nextToken) === currentHash) return true;
  }
  return false;
}
