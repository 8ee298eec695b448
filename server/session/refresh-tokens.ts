import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { KeySet } from './keys.ts';

/**
 * A refresh token is opaque: the session's id, 32 secret bytes and a message authentication code, the seal (`docs/product/access.md#sessions`). Each secret
 * is the HMAC of the one before. The token just replaced can therefore be answered with the same successor, and an older
 * one can be recognized as the session's own. The seal rejects guessed tokens without a database lookup. Only hashes are
 * stored.
 */
const idBytes = 16;
const secretBytes = 32;
const sealBytes = 16;

type ChainKey = Pick<KeySet, 'refreshChain'> & { previous: Pick<KeySet, 'refreshChain'> | null };

export function firstRefreshToken(keys: ChainKey, sessionId: string): string {
  return sealed(keys, Buffer.concat([parse(sessionId), randomBytes(secretBytes)]));
}

/** The id of the session that a token names. Null for a text in another format. */
export function sessionIdOf(token: string): string | null {
  const bytes = bytesOf(token);
  try {
    return bytes && stringify(bytes.subarray(0, idBytes));
  } catch {
    return null;
  }
}

/** Whether this installation issued the token, with today's key or the one before, no matter when or whether it is valid. */
export function isOurs(keys: ChainKey, token: string): boolean {
  const bytes = bytesOf(token);
  if (!bytes) return false;
  const identity = bytes.subarray(0, idBytes + secretBytes);
  const seal = bytes.subarray(identity.length);
  return [keys, keys.previous].some((one) => one !== null && timingSafeEqual(seal, sealOf(one, identity)));
}

export function successorOf(keys: ChainKey, token: string): string {
  const identity = Buffer.from(token, 'base64url').subarray(0, idBytes + secretBytes);
  const next = createHmac('sha256', keys.refreshChain).update(identity).digest();
  return sealed(keys, Buffer.concat([identity.subarray(0, idBytes), next]));
}

function sealed(keys: ChainKey, identity: Buffer): string {
  return Buffer.concat([identity, sealOf(keys, identity)]).toString('base64url');
}

function sealOf({ refreshChain }: Pick<KeySet, 'refreshChain'>, identity: Buffer): Buffer {
  return createHmac('sha256', refreshChain).update('seal').update(identity).digest().subarray(0, sealBytes);
}

/** Base64 can encode the same bytes in several ways. Only one is accepted. */
function bytesOf(token: string): Buffer | null {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === idBytes + secretBytes + sealBytes && bytes.toString('base64url') === token ? bytes : null;
}

export function hashOfRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Only an impersonation needs this, and it ends ten minutes after its chain began, so it is not refreshed more often. */
const maxSteps = 600;

/** Whether the current token descends from this one. If so, this one was used before, by its owner or by a thief. */
export function isAncestor(keys: ChainKey, token: string, currentHash: string): boolean {
  let one = token;
  for (let step = 0; step < maxSteps; step++) {
    one = successorOf(keys, one);
    if (hashOfRefreshToken(one) === currentHash) return true;
  }
  return false;
}
