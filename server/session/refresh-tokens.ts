import { createHash, createHmac, randomBytes } from 'node:crypto';
import { parse, stringify } from 'uuid';
import type { Keys } from './keys.ts';

/**
 * Opaque refresh tokens: the session's id and 32 secret bytes. Each secret is the HMAC of the one before, so that the
 * one just replaced can be answered with the same successor, and an old one is recognised as the family's own
 * (`product: Accounts and sessions`). Only hashes are stored.
 */
const idBytes = 16;
const secretBytes = 32;

export function firstRefreshToken(sessionId: string): string {
  return encode(sessionId, randomBytes(secretBytes));
}

/** The id of the session that a token names; null for text that is none of ours. */
export function sessionIdOf(token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== idBytes + secretBytes || bytes.toString('base64url') !== token) return null;
  try {
    return stringify(bytes.subarray(0, idBytes));
  } catch {
    return null;
  }
}

export function successorOf(keys: Keys, token: string): string {
  const bytes = Buffer.from(token, 'base64url');
  const next = createHmac('sha256', keys.refreshChain).update(bytes).digest();
  return Buffer.concat([bytes.subarray(0, idBytes), next]).toString('base64url');
}

export function hashOfRefreshToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A family lives 30 days and is refreshed each 15 minutes: no genuine token is further back than this. */
const mostSteps = 4000;

/** Whether the family's current token descends from this one: then it was used before, by its owner or by a thief. */
export function isAncestor(keys: Keys, token: string, currentHash: string): boolean {
  let one = token;
  for (let step = 0; step < mostSteps; step++) {
    one = successorOf(keys, one);
    if (hashOfRefreshToken(one) === currentHash) return true;
  }
  return false;
}

function encode(sessionId: string, secret: Buffer): string {
  return Buffer.concat([parse(sessionId), secret]).toString('base64url');
}
