import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { KnownCard } from './cards.ts';
import { badRequest } from './envelope.ts';
import type { Ledger } from './ledger.ts';

/** A token stands for a card once, for two minutes. The ledger knows only its hash. */
const lifeMs = 120_000;

export const knownCard = z.object({ brand: z.string(), masked: z.string(), expiry: z.string(), behaviour: z.string() });
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export function mintToken(ledger: Ledger, card: KnownCard, now: number): string {
  const token = randomBytes(24).toString('base64url');
  ledger.run(
    `INSERT INTO tokens (hash, created_at, brand, masked, expiry, behaviour)
     VALUES ($hash, $now, $brand, $masked, $expiry, $behaviour)`,
    { hash: hashOf(token), now, ...card },
  );
  return token;
}

/** The card behind a token that is fresh and unused; it is used from now on. */
export function redeemToken(ledger: Ledger, token: string, now: number): KnownCard {
  const card = ledger.first(
    knownCard,
    `UPDATE tokens SET used_at = $now WHERE hash = $hash AND used_at IS NULL AND created_at > $oldest
     RETURNING brand, masked, expiry, behaviour`,
    { hash: hashOf(token), now, oldest: now - lifeMs },
  );
  if (!card) throw badRequest('token is invalid, expired or already used');
  return card;
}
