import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readEntry, type KnownCard } from './cards.ts';
import { read, badRequest } from './envelope.ts';
import type { Ledger } from './ledger.ts';

/** A token is valid for one use within two minutes. The ledger stores only its hash. */
const lifeMs = 120_000;

export const knownCard = z.object({ brand: z.string(), masked: z.string(), expiry: z.string(), behaviour: z.string() });
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

function mintToken(ledger: Ledger, card: KnownCard, now: number): string {
  const token = randomBytes(24).toString('base64url');
  ledger.run(
    `INSERT INTO tokens (hash, created_at, brand, masked, expiry, behaviour)
     VALUES ($hash, $now, $brand, $masked, $expiry, $behaviour)`,
    { hash: hashOf(token), now, ...card },
  );
  return token;
}

/** The card of a valid token, which is used up by this call. */
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

const asset = (name: string): string => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
const entered = z.object({ number: z.string().max(40), exp: z.string().max(12), cvv: z.string().max(8) });

type Options = { ledger: Ledger; publicKey: string; publicUrl: string };
type ByKey = { Params: { key: string } };

/** The browser's side: the script, the page in its frame, and the call that turns a card into a token. */
export function tokenizerRoutes(app: FastifyInstance, { ledger, publicKey, publicUrl }: Options): void {
  const script = asset('tokenizer.js').replace('__GATEWAY_URL__', publicUrl.replace(/\/$/, ''));
  const etag = `"${createHash('sha256').update(script).digest('base64url').slice(0, 16)}"`;
  const page = asset('card-page.html');
  const style = asset('card-page.css');
  const behaviour = asset('card-page.js');

  app.get('/tokenizer/tokenizer.js', async (request, reply) => {
    void reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(script);
  });

  app.get<ByKey>('/api/tokenizer/:key', async (request, reply) => {
    if (request.params.key !== publicKey) return reply.code(401).type('text/plain').send('This public key is not known.');
    const nonce = randomBytes(16).toString('base64');
    const policy = [
      `default-src 'none'`,
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      `connect-src 'self'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      'frame-ancestors *',
    ].join('; ');
    void reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
    });
    return reply.send(
      page
        .replaceAll('__NONCE__', nonce)
        .replace('/* style */', () => style)
        .replace('/* script */', () => behaviour),
    );
  });

  app.post<ByKey>('/api/tokenizer/:key', async (request, reply) => {
    if (request.params.key !== publicKey) return reply.code(401).send({ status: 'error', msg: 'This public key is not known.' });
    const now = new Date();
    const entry = readEntry(read(entered, request.body), now);
    if (entry.kind === 'invalid') return { status: 'validation', invalid: entry.invalid };
    if (entry.kind === 'error') return { status: 'error', msg: entry.msg };
    return { status: 'success', token: mintToken(ledger, entry.card, now.getTime()) };
  });
}
