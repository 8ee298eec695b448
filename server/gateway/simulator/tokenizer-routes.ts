import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readEntry } from './cards.ts';
import { read } from './envelope.ts';
import type { Ledger } from './ledger.ts';
import { mintToken } from './tokens.ts';

const asset = (name: string): string => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
const entered = z.object({ number: z.string().max(40), exp: z.string().max(12), cvv: z.string().max(8) });

type Options = { ledger: Ledger; publicKey: string; publicUrl: string };
type ByKey = { Params: { key: string } };

/** What the payer's browser sees: the script, the page in its frame, and the call that turns a card into a token. */
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
