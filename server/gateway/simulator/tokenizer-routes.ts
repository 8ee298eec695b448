import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { parseBody, badRequest, type Ledger } from './ledger.ts';

/**
 * What happens when a test card is charged (`docs/product/running.md#test-cards`). Card numbers are never stored: the ledger
 * keeps the masked number, brand, expiration and behavior.
 */
export type CardBehavior = {
  responseCode: number;
  /** The text that the card processor returns with the response code. */
  text: string;
  /**
   * `cut`: the card is charged, then the connection is cut. `half`: only half of the amount is approved. `fail`: the answer is
   * HTTP 500 and nothing is charged. `slow`: the charge stays pending for a while.
   */
  fault?: 'cut' | 'half' | 'fail' | 'slow';
};

const behaviors: Record<string, CardBehavior> = {
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
export type SimulatedCard = { brand: string; masked: string; expiry: string; behaviour: string };
export type EnteredCard = { number: string; exp: string; cvv: string };
export type InvalidFields = ('cc' | 'exp' | 'cvv')[];
export type Entry =
  | { kind: 'card'; card: SimulatedCard }
  | { kind: 'invalid'; invalid: InvalidFields }
  | { kind: 'error'; msg: string };

export function behaviorByName(name: string): CardBehavior {
  const behavior = behaviors[name];
  if (!behavior) throw new Error(`The ledger names an unknown behaviour: ${name}`);
  return behavior;
}

/** Validates the typed card. Real card numbers are refused, so that none gets into test data. */
export function readEntry({ number, exp, cvv }: EnteredCard, today: Date): Entry {
  const digits = number.replaceAll(/[\s-]/g, '');
  const brand = brandOf(digits);
  const expiry = readExpiry(exp, today);
  const invalid: InvalidFields = [];
  if (!/^\d{13,19}$/.test(digits) || !passesLuhn(digits)) invalid.push('cc');
  if (!expiry) invalid.push('exp');
  if (!(brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(cvv.trim())) invalid.push('cvv');
  if (invalid.length > 0 || !expiry) return { kind: 'invalid', invalid };
  const behaviorName = testCards.get(digits);
  if (!behaviorName) return { kind: 'error', msg: 'Test mode: use a test card, such as 4111 1111 1111 1111.' };
  return { kind: 'card', card: { brand, masked: mask(digits), expiry, behaviour: behaviorName } };
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
    .reduce((total, digit, position) => {
      const doubled = Number(digit) * (position % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}

/** A `MM/YY` date that has not passed. A card is valid through the last day of its month. */
function readExpiry(text: string, today: Date): string | null {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(text) ?? [];
  if (!month || !year) return null;
  const isExpired = Date.UTC(2000 + Number(year), Number(month)) <= today.getTime();
  return isExpired ? null : `${month}/${year}`;
}

/** A token is valid for one use within two minutes. The ledger stores only its hash. */
const tokenLifetimeMs = 120_000;

export const storedCardSchema = z.object({ brand: z.string(), masked: z.string(), expiry: z.string(), behaviour: z.string() });
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

function mintToken(ledger: Ledger, card: SimulatedCard, now: number): string {
  const token = randomBytes(24).toString('base64url');
  ledger.run(
    `INSERT INTO tokens (hash, created_at, brand, masked, expiry, behaviour)
     VALUES ($hash, $now, $brand, $masked, $expiry, $behaviour)`,
    { hash: hashOf(token), now, ...card },
  );
  return token;
}

/** Returns the card of a valid token and marks the token as used. */
export function redeemToken(ledger: Ledger, token: string, now: number): SimulatedCard {
  const card = ledger.first(
    storedCardSchema,
    `UPDATE tokens SET used_at = $now WHERE hash = $hash AND used_at IS NULL AND created_at > $oldest
     RETURNING brand, masked, expiry, behaviour`,
    { hash: hashOf(token), now, oldest: now - tokenLifetimeMs },
  );
  if (!card) throw badRequest('token is invalid, expired or already used');
  return card;
}

const readAsset = (name: string): string => readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
const cardEntrySchema = z.object({ number: z.string().max(40), exp: z.string().max(12), cvv: z.string().max(8) });

type Options = { ledger: Ledger; publicKey: string; publicUrl: string };
type KeyParams = { Params: { key: string } };

/** The routes for browsers: the script, the page with the card fields, and the call that turns a card into a token. */
export function tokenizerRoutes(app: FastifyInstance, { ledger, publicKey, publicUrl }: Options): void {
  const tokenizerScript = readAsset('tokenizer.js').replace('__GATEWAY_URL__', publicUrl.replace(/\/$/, ''));
  const etag = `"${createHash('sha256').update(tokenizerScript).digest('base64url').slice(0, 16)}"`;
  const page = readAsset('card-page.html');
  const style = readAsset('card-page.css');
  const pageScript = readAsset('card-page.js');

  app.get('/tokenizer/tokenizer.js', async (request, reply) => {
    void reply.headers({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag,
    });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.send(tokenizerScript);
  });

  app.get<KeyParams>('/api/tokenizer/:key', async (request, reply) => {
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
        .replace('/* script */', () => pageScript),
    );
  });

  app.post<KeyParams>('/api/tokenizer/:key', async (request, reply) => {
    if (request.params.key !== publicKey) return reply.code(401).send({ status: 'error', msg: 'This public key is not known.' });
    const now = new Date();
    const entry = readEntry(parseBody(cardEntrySchema, request.body), now);
    if (entry.kind === 'invalid') return { status: 'validation', invalid: entry.invalid };
    if (entry.kind === 'error') return { status: 'error', msg: entry.msg };
    return { status: 'success', token: mintToken(ledger, entry.card, now.getTime()) };
  });
}
