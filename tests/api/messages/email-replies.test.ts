import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import { readReplyAddress, createReplyAddress } from '#server/messages/reply-address.ts';
import { signBody } from '#server/security/sign-body.ts';
import { openKeys } from '#server/session/keys.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { inboundEmail, postEmail } from '#tests/helpers/inbound-email.ts';

/** Drivers' replies by email (`docs/product/messages.md#replies-by-email`). */
let t: TestApp;
let token: string;
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let company: { id: string };
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;
let to: string;
const {
  domain,
  secrets: [secret, previousSecret],
} = inboundEmail;

beforeAll(async () => {
  t = await startTestApp({ inboundEmail });
  company = await makeCompany(t.services.db);
  owner = await makeEmployee(t.services.db, company.id);
  token = await t.createToken(owner);
});
afterAll(() => t.close());
beforeEach(async () => {
  driver = await makeDriver(t.services.db);
  const row = rowOfApplication(await makeJob(t.services.db, company.id), driver);
  await t.services.db.insert(applications).values(row);
  applicantId = row.id ?? '';
  await t.callRest('POST', `/applicants/${applicantId}/messages`, { token, body: { body: 'Can you start on Monday?' } });
  const [mail] = await t.services.db.select().from(outbox).where(eq(outbox.recipient, driver.email));
  to = String(mail?.data['replyTo']);
});

const post = (email: object | string, options?: Parameters<typeof postEmail>[2]) => postEmail(t, email, options);
const email = (parts: object = {}) => ({
  to: `Prairie Freight <${to}>`,
  from: `Marcus <${driver.email.toUpperCase()}>`,
  subject: 'Re: A message',
  text: 'Yes, I can.\n\nOn Wed, Nov 25, 2026 at 9:00 AM Haulboard <no-reply@x.example> wrote:\n> Can you start on Monday?',
  messageId: `<${newId()}@mail.example>`,
  ...parts,
});
const outcomeOf = async (parts: object = {}) => (await post(email(parts))).json().data.outcome;
const answers = async () => {
  const { body } = await t.callRest('GET', `/applicants/${applicantId}/messages`, { token });
  return (body.data as { sender: string; body: string; channel: string }[]).filter(({ sender }) => sender === 'driver');
};

test('the email about a message has a signed Reply-To and says that a reply reaches the company', async () => {
  await deliverMail(t.services.db, t.transport, 'https://jobs.test.example');
  const folder = join(t.services.settings.dataDir, 'outbox');
  const mails = await Promise.all(readdirSync(folder).map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  const mail = mails.find((one) => one.to?.[0]?.address === driver.email);
  expect(mail?.replyTo?.[0]?.address).toBe(to);
  expect(to.split('@')[0]?.length).toBeLessThanOrEqual(64);
  expect(mail?.text).toContain('reply to this email');
});

test('a reply is stored once without the quoted message, and reaches the company', async () => {
  const sent = email();
  expect((await post(sent)).json()).toEqual({ data: { outcome: 'stored', attachments: [] } });
  expect((await post(sent)).json()).toEqual({ data: { outcome: 'duplicate', attachments: [] } });
  expect(await answers()).toMatchObject([{ body: 'Yes, I can.', channel: 'email' }]);
  const toOwner = and(eq(outbox.recipient, owner.email), eq(outbox.template, 'applicant_message'));
  const notices = await t.services.db.select().from(outbox).where(toOwner);
  expect(notices.filter(({ data }) => data['applicationId'] === applicantId)).toHaveLength(1);
  const timeline = await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token });
  expect(timeline.body.data).toMatchObject([{ kind: 'message', detail: { from: 'driver', channel: 'email' } }, {}]);
});

test('parallel deliveries of one email store it once', async () => {
  const sent = email();
  const outcomes = await Promise.all([post(sent), post(sent), post(sent)]);
  expect(outcomes.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(await answers()).toHaveLength(1);
});

test.each([
  ['another sender', { from: 'Marcus <someone@test.example>' }, 'wrong_sender'],
  ['an automatic reply', { headers: { 'Auto-Submitted': 'auto-replied' } }, 'automatic'],
  ['no own words', { text: '> Can you start on Monday?' }, 'empty'],
  ['an unknown address', { to: `reply@${domain}` }, 'unknown_address'],
])('%s is not stored', async (_, parts, outcome) => {
  expect(await outcomeOf(parts)).toBe(outcome);
  expect(await answers()).toEqual([]);
});

test('a changed address, one of another domain and one of a deleted conversation are unknown', async () => {
  const last = to.indexOf('@') - 1;
  const changed = `${to.slice(0, last)}${to[last] === '0' ? '1' : '0'}${to.slice(last + 1)}`;
  expect(await outcomeOf({ to: changed })).toBe('unknown_address');
  expect(await outcomeOf({ to: to.replace(domain, 'evil.example') })).toBe('unknown_address');
  expect(await outcomeOf({ to: to.toUpperCase() })).toBe('stored');
  await (await t.createCallerFor(driver)).drivers.deleteAccount();
  expect(await outcomeOf()).toBe('unknown_address');
  expect(await t.services.db.select().from(users).where(eq(users.id, driver.id))).toEqual([]);
});

test('a long reply is cut at the limit of a message', async () => {
  expect(await outcomeOf({ text: 'word '.repeat(5000) })).toBe('stored');
  expect((await answers())[0]?.body.length).toBeLessThanOrEqual(2000);
});

test('a webhook is accepted with the previous secret, and refused unsigned, changed, old or incomplete', async () => {
  const sent = email();
  expect((await post(sent, { secrets: [previousSecret] })).statusCode).toBe(200);
  expect((await post(sent, { secrets: ['another-secret-of-32-characters-x'] })).statusCode).toBe(401);
  expect((await post(sent, { signature: '' })).statusCode).toBe(401);
  expect((await post(sent, { time: Date.now() - 6 * 60_000 })).statusCode).toBe(401);
  expect((await post(sent, { time: Date.now() + 6 * 60_000 })).statusCode).toBe(401);
  const seconds = String(Math.floor(Date.now() / 1000));
  const signature = signBody(JSON.stringify(sent), seconds, [secret]);
  expect((await post({ ...sent, text: 'No' }, { signature })).statusCode).toBe(401);
  expect((await post('{')).statusCode).toBe(422);
  expect((await post({ ...sent, from: '' })).json()).toMatchObject({ errors: [{ field: 'from' }] });
});

test('an address that the key before the rotation signed is accepted, and one of a removed key is not', () => {
  const id = newId();
  const old = 'old-token-key-old-token-key-old-token-key';
  const current = 'new-token-key-new-token-key-new-token-key';
  const address = createReplyAddress(openKeys({ current: old }, ''), domain, id);
  expect(readReplyAddress(openKeys({ current, previous: old }, ''), domain, address)).toBe(id);
  expect(readReplyAddress(openKeys({ current }, ''), domain, address)).toBeNull();
});

test('without a domain for replies, no email is taken and the email says to answer online', async () => {
  const app = await startTestApp();
  try {
    const answer = await app.app.inject({ method: 'POST', url: '/api/webhooks/inbound-email', payload: email() });
    expect(answer.statusCode).toBe(401);
    const { db } = app.services;
    const other = await makeCompany(db);
    const applicant = await makeDriver(db);
    const row = rowOfApplication(await makeJob(db, other.id), applicant);
    await db.insert(applications).values(row);
    const employee = await app.createToken(await makeEmployee(db, other.id));
    await app.callRest('POST', `/applicants/${row.id}/messages`, { token: employee, body: { body: 'Hello' } });
    const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, applicant.email));
    expect(mail?.data['replyTo']).toBeUndefined();
  } finally {
    await app.close();
  }
});
