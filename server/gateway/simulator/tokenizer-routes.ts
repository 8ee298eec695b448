import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { read, badRequest, type Ledger } from './ledger.ts';

/**
 * The test cards (`docs/product/running.md#test-cards`). Card numbers are never stored: the ledger keeps the masked number,
 * brand, expiration and behavior.
 */
export type Behaviour = {
  responseCode: number;
  /** The text that the card processor returns with the response code. */
  text: string;
  /** `cut`: charged, then the connection is cut. `fail`: HTTP 500, nothing charged. */
  fault?: 'cut' | 'half' | 'fail' | 'slow';
};

const behaviours: Record<string, Behaviour> = {
  approved: { responseCode: 100, text: 'APPROVAL' },
  declined: { responseCode: 200, text: 'DECLINED' },
  insufficient_funds: { responseCode: 202, text: 'INSUFFICIENT FUNDS' },
  expired_card: { responseCode: 223, text: 'EXPIRED CARD' },
  wrong_code: { responseCode: 225, text: 'CVV2 MISMATCH' },
  processor_error: { responseCode: 400, text: 'PROCESSOR ERROR' },
  lost_answer: { responseCode: 100, text: 'APPROVAL', fault: 'cut' },
  half: { responseCode: 110, text: 'PARTIAL APPROVAL', fault: 'half' },
  server_error: { responseCode: 0, text: '', fault: 'fail' },
  slow: { responseCode: 100, text: 'APPROVAL', fault: 'slow' },
};

const testCards = new Map([
  ['4111111111111111', 'approved'],
  ['4005519200000004', 'approved'],
  ['4012000077777777', 'approved'],
  ['5555555555554444', 'approved'],
  ['2223000048400011', 'approved'],
  ['378282246310005', 'approved'],
  ['371449635398431', 'approved'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'wrong_code'],
  ['4000000000000119', 'processor_error'],
  ['4000000000000978', 'lost_answer'],
  ['4000000000000986', 'half'],
  ['4000000000000994', 'server_error'],
  ['4000000000000960', 'slow'],
]);

/** The details of a card that may be stored. */
export type KnownCard = { brand: string; masked: string; expiry: string; behaviour: string };
export type EnteredCard = { number: string; exp: string; cvv: string };
export type Invalid = ('cc' | 'exp' | 'cvv')[];
export type Entry = { kind: 'card'; card: KnownCard } | { kind: 'invalid'; invalid: Invalid } | { kind: 'error'; msg: string };

export function behaviourNamed(name: string): Behaviour {
  const behaviour = behaviours[name];
  if (!behaviour) throw new Error(`The ledger names an unknown behaviour: ${name}`);
  return behaviour;
}

/** Validates what was typed. Real card numbers are refused, so that none remains in a test. */
export function readEntry({ number, exp, cvv }: EnteredCard, today: Date): Entry {
  const digits = number.replaceAll(/[\s-]/g, '');
  const brand = brandOf(digits);
  const expiry = readExpiry(exp, today);
  const invalid: Invalid = [];
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) invalid.push('cc');
  if (!expiry) invalid.push('exp');
  if (!(brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(cvv.trim())) invalid.push('cvv');
  if (invalid.length > 0 || !expiry) return { kind: 'invalid', invalid };
  const behaviour = testCards.get(digits);
  if (!behaviour) return { kind: 'error', msg: 'Test mode: use a test card, such as 4111 1111 1111 1111.' };
  return { kind: 'card', card: { brand, masked: mask(digits), expiry, behaviour } };
}

const mask = (digits: string): string => `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;

function brandOf(digits: string): string {
  if (digits.startsWith('4')) return 'visa';
  if (/^3[47]/.test(digits)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'mastercard';
  if (digits.startsWith('6')) return 'discover';
  return 'unknown';
}

function passesLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, place) => {
      const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** A `MM/YY` date that has not passed. A card is valid through the last day of its month. */
function readExpiry(text: string, today: Date): string | null {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  if (!month || !year) return null;
  const isPast = Date.UTC(2000 + Number(year), Number(month)) <= today.getTime();
  return isPast ? null : `${month}/${year}`;
}

/** A token is valid for one use within two minutes. The ledger stores only its hash. */
const lifeMs = 120_000;

export const storedCardSchema = z.object({ brand: z.string(), masked: z.string(), expiry: z.string(), behaviour: z.string() });
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
    storedCardSchema,
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
