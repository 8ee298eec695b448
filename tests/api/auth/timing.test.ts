import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneTimeTokens, sessions, users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { rowOfUser } from '#server/demo/builders.ts';
import { hashPassword } from '#server/session/passwords.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { mannWhitney } from '#tests/helpers/mann-whitney.ts';
import { credentials, password } from './sign-in.ts';

/**
 * Neither the answers of sign-in, forgotten password, reset and email check nor their duration reveal whether an account
 * exists (`docs/product/access.md#sign-in`). A Mann-Whitney test compares 200 tries each (60 where a password is hashed),
 * in random order and without exclusions.
 * The test calls equal durations different in five of a hundred cases, more often on a busy machine. A real difference shows
 * up again, and more clearly in a larger sample, so only four samples in a row, each twice as large as the one before, count
 * as one. The control shows that a sample of 200 is sensitive enough.
 */
const tries = 200;
/** A sign-in hashes a password, which takes far longer than the rest. Without a hash, fewer tries show a difference. */
const hashedTries = 60;
const sampleSizes = [1, 2, 4, 8];
const level = 0.05;

let t: TestApp;
let passwordHash: string;
beforeAll(async () => {
  t = await startTestApp();
  passwordHash = await hashPassword(password);
  await makeAccountWithFailures();
});
afterAll(() => t.close());

/** The oldest account signs in all the time. If no account is found, a different one must be read in its place. */
async function makeAccountWithFailures(): Promise<void> {
  const row = rowOfUser();
  await t.services.db.insert(users).values(row);
  const expiresAt = new Date(Date.now() + 60 * 60 * 1000);
  const session = () => ({
    id: newId(),
    userId: row.id,
    deviceId: 'busy',
    kind: 'rest' as const,
    refreshHash: newId(),
    expiresAt,
  });
  await t.services.db.insert(sessions).values(Array.from({ length: 2000 }, session));
}

async function makeAccounts(overrides: object = {}, length = tries): Promise<string[]> {
  const rows = Array.from({ length }, () => rowOfUser({ passwordHash, ...overrides }));
  await t.services.db.insert(users).values(rows);
  return rows.map(({ email }) => email);
}
const makeStrangers = (length = tries) => Array.from({ length }, () => `user-${newId()}@test.example`);

let lastAddress = 0;
const newAddress = () => `2001:db8:${Math.floor(++lastAddress / 60_000).toString(16)}:${(lastAddress % 60_000).toString(16)}::1`;
const post = (path: string, payload: object, remoteAddress: string, headers = {}) =>
  t.app.inject({ method: 'POST', url: `/api/1.0/auth/${path}`, payload, remoteAddress, headers });

/** One try with an email address by a new caller. Returns the milliseconds of the call and its answer. */
type TimedCall = (email: string) => Promise<{ took: number; answer: string }>;
type TimedResponse = { statusCode: number; body: string };

async function timed(call: () => Promise<TimedResponse>): Promise<{ took: number; answer: string }> {
  const start = performance.now();
  const { statusCode, body } = await call();
  return { took: performance.now() - start, answer: `${statusCode} ${body}` };
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  const rest = [...items];
  return Array.from(items, () => rest.splice(randomInt(rest.length), 1)).flat();
}

async function measure(attempt: TimedCall, hits: readonly string[], misses: readonly string[]) {
  const times = { hit: [] as number[], miss: [] as number[] };
  const answers = { hit: new Set<string>(), miss: new Set<string>() };
  const both = [
    ...hits.map((email) => ({ email, kind: 'hit' as const })),
    ...misses.map((email) => ({ email, kind: 'miss' as const })),
  ];
  for (const { email, kind } of shuffled(both)) {
    const { took, answer } = await attempt(email);
    times[kind].push(took);
    answers[kind].add(answer);
  }
  return { p: mannWhitney(times.hit, times.miss), times, answers };
}

async function expectSameTime(attempt: TimedCall, makeHits: () => Promise<string[]>): Promise<void> {
  for (const email of makeStrangers().slice(0, 20)) await attempt(email);
  const ps: number[] = [];
  for (const size of sampleSizes) {
    const hits = (await Promise.all(Array.from({ length: size }, () => makeHits()))).flat();
    ps.push((await measure(attempt, hits, makeStrangers(hits.length))).p);
    if ((ps.at(-1) ?? 0) > level) break;
  }
  expect(Math.max(...ps), `p of each sample: ${ps.join(', ')}`).toBeGreaterThan(level);
}

const logInWrong: TimedCall = (email) =>
  timed(() => post('login', credentials(email, { password: 'Wr0ng!Haul7x', device_id: newId().slice(-8) }), newAddress()));
const logInWithWrongRole: TimedCall = (email) => timed(() => post('login', credentials(email, { role: 'admin' }), newAddress()));
const requestCode: TimedCall = (email) => timed(() => post('token-password', { email }, newAddress()));
const tryCode: TimedCall = (email) => timed(() => post('verify-token-password', { email, code: 'ABCD2345' }, newAddress()));
const reset: TimedCall = (email) =>
  timed(() => post('reset-password', { email, code: 'ABCD2345', new_password: 'N3wer!Haul7x' }, newAddress()));
const checkEmail: TimedCall = async (email) => {
  const ip = newAddress();
  const { token } = (await post('email-check-token', {}, ip)).json().data;
  return timed(() => post('validate-employer-email', { email }, ip, { authorization: `Bearer ${token}` }));
};

async function makeAccountsWithCodes(): Promise<string[]> {
  const rows = Array.from({ length: tries }, () => rowOfUser({ passwordHash }));
  await t.services.db.insert(users).values(rows);
  const expiresAt = new Date(Date.now() + 10 * 60 * 1000);
  const sent = rows.map(({ id, email }) => ({ kind: 'reset_password' as const, userId: id, email, hash: newId(), expiresAt }));
  await t.services.db.insert(oneTimeTokens).values(sent);
  return rows.map(({ email }) => email);
}

const alike: [string, TimedCall, () => Promise<string[]>][] = [
  ['a wrong password', logInWrong, () => makeAccounts({}, hashedTries)],
  ['a wrong password of an account without one', logInWrong, () => makeAccounts({ passwordHash: null }, hashedTries)],
  ['a wrong password of a locked account', logInWrong, () => makeAccounts({ status: 'Locked' }, hashedTries)],
  ['the right password with the wrong role', logInWithWrongRole, () => makeAccounts({}, hashedTries)],
  ['a forgotten password', requestCode, makeAccounts],
  ['a wrong code', tryCode, makeAccountsWithCodes],
  ['a reset with a wrong code', reset, makeAccountsWithCodes],
];

test.each(alike)('%s takes as long as no account', (_, attempt, makeHits) => expectSameTime(attempt, makeHits), 1_800_000);

test.each(alike)('%s is answered like no account', async (_, attempt, makeHits) => {
  const { answers } = await measure(attempt, (await makeHits()).slice(0, 5), makeStrangers().slice(0, 5));
  expect(answers.hit.size).toBe(1);
  expect(answers.hit).toEqual(answers.miss);
});

test.each([
  ["a company's account", () => makeAccounts({ roles: [roles.companyAdmin] })],
  ["a driver's account", () => makeAccounts({ roles: [roles.driver] })],
])('the e-mail check of %s takes as long as of none', (_, makeHits) => expectSameTime(checkEmail, makeHits), 1_800_000);

test('control: half of the noise more would be seen', async () => {
  const { times } = await measure(checkEmail, makeStrangers(), makeStrangers());
  const sorted = times.miss.toSorted((one, other) => one - other);
  const spread = (sorted[Math.floor(tries * 0.75)] ?? 0) - (sorted[Math.floor(tries * 0.25)] ?? 0);
  const later = times.hit.map((took) => took + spread / 2);
  expect(mannWhitney(later, times.miss)).toBeLessThan(level);
}, 1_800_000);
