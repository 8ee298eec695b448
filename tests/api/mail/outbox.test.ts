// @engine both
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#drizzle/schema/columns.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeUser } from '#server/demo/builders.ts';
import { deliverMail } from '#server/mail/deliver.ts';
import { mail } from '#server/mail/outbox.ts';
import { openTransport, type Transport } from '#server/mail/transport.ts';
import { openKeys } from '#server/session/keys.ts';
import { readSettings } from '#server/settings/env.ts';
import { roles } from '#shared/access/access.ts';
import { languages } from '#shared/texts/texts.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';
import { readOutbox } from '#tests/helpers/mailbox.ts';

type ReceivedMail = { to: string; raw: string };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let smtpServer: SMTPServer;
let smtpUrl: string;
let transport: Transport;
let received: ReceivedMail[] = [];
let rejectedEmails: string[] = [];
const publicUrl = 'https://jobs.test.example';
const keys = openKeys({ current: 'a secret that only this test has' }, '');

beforeAll(async () => {
  database = await openTestDatabase();
  smtpServer = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, done) =>
      done(rejectedEmails.includes(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      let raw = '';
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
      stream.on('end', () => {
        received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw });
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listening = smtpServer.listen(0, '127.0.0.1', () => {
      const address = listening.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  smtpUrl = `smtp://127.0.0.1:${port}`;
  transport = openTransport(readSettings({ SMTP_URL: smtpUrl, PUBLIC_URL: publicUrl }), keys);
});
afterAll(async () => {
  transport.close();
  await new Promise<void>((resolve) => smtpServer.close(resolve));
  await database.close();
});
beforeEach(async () => {
  received = [];
  rejectedEmails = [];
  await database.db.delete(outbox);
});

const applicant = {
  firstName: 'Dana',
  applicant: 'June <b>Pacheco</b>',
  title: 'Tanker Driver',
  place: 'Price, UT',
  jobId: 'job-1',
  applicationId: 'app-1',
};

test('an email is sent once, as text and HTML, with names escaped and one link to the app', async () => {
  await mail(database.db, 'dana@test.example', 'new_applicant', applicant, null);
  expect(await deliverMail(database.db, transport, publicUrl)).toBe(1);
  expect(await deliverMail(database.db, transport, publicUrl)).toBe(0);
  expect(received).toHaveLength(1);
  const read = await PostalMime.parse(received[0]?.raw ?? '');
  expect(read.subject).toBe('June <b>Pacheco</b> applied for Tanker Driver');
  expect(read.text).toContain(`${publicUrl}/company/jobs/job-1/detail?applicant=app-1`);
  expect(read.html).toContain('June &lt;b&gt;Pacheco&lt;/b&gt;');
  expect(read.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
});

test('its id has the host of our address', async () => {
  await mail(database.db, 'dana@test.example', 'new_applicant', applicant, null);
  await deliverMail(database.db, transport, publicUrl);
  expect((await PostalMime.parse(received[0]?.raw ?? '')).messageId).toMatch(/^<[0-9a-f-]{36}@jobs\.test\.example>$/);
});

const unsubscribeHeaders = ({ headers }: Awaited<ReturnType<typeof PostalMime.parse>>) =>
  headers.filter(({ key }) => key.startsWith('list-unsubscribe')).map(({ value }) => value);

test('a kind that can be turned off has the link for it, in the header and at the end, but only for an account', async () => {
  const driver = await makeUser(database.db, { roles: [roles.driver] });
  const job = { firstName: 'Dana', title: 'Tanker Driver', company: 'Heron', place: 'Price, UT', jobId: 'job-1' };
  await mail(database.db, driver.email, 'boosted_job', job, null);
  await mail(database.db, 'no-account@test.example', 'new_applicant', applicant, null);
  await mail(database.db, driver.email, 'verify_email', { firstName: 'Dana', token: 'secret-token' }, null);
  await deliverMail(database.db, transport, publicUrl);
  const read = await Promise.all(received.map(({ raw }) => PostalMime.parse(raw)));
  const [near, toCompany, verify] = ['near you', 'applied', 'Verify'].map((word) =>
    read.find(({ subject }) => subject?.includes(word)),
  );
  if (!near || !toCompany || !verify) throw new Error('An email is missing');
  const [link, oneClick] = unsubscribeHeaders(near);
  expect(link).toMatch(new RegExp(`^<${publicUrl}/unsubscribe/boosted_job\\.${driver.id}\\.[\\w-]{22}>$`));
  expect(oneClick).toBe('List-Unsubscribe=One-Click');
  for (const text of [near.text, near.html]) {
    expect(text).toContain(link?.slice(1, -1));
    expect(text).toContain(`${publicUrl}/members/settings/notifications`);
    expect(text).toMatch(/NE 68102/);
  }
  expect([toCompany, verify].map(unsubscribeHeaders)).toEqual([[], []]);
});

test('a line break in a name cannot add a header', async () => {
  await mail(
    database.db,
    'dana@test.example',
    'new_applicant',
    { ...applicant, title: 'Driver\r\nBcc: victim@test.example' },
    null,
  );
  await deliverMail(database.db, transport, publicUrl);
  expect(received.map(({ to }) => to)).toEqual(['dana@test.example']);
});

test('a refused mail waits longer each time and is given up after eight tries, with the reason kept', async () => {
  rejectedEmails = ['gone@test.example'];
  await mail(database.db, 'gone@test.example', 'new_applicant', applicant, null);
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await database.db.update(outbox).set({ dueAt: new Date(Date.now() - 1000) });
    expect(await deliverMail(database.db, transport, publicUrl)).toBe(1);
    const [row] = await database.db.select().from(outbox);
    expect(row).toMatchObject({ attempts: attempt, lastError: expect.stringContaining('No such mailbox') });
    expect(row?.failedAt === null).toBe(attempt < 8);
    if (attempt < 8) expect(row?.dueAt.getTime()).toBeGreaterThan(Date.now() + (2 ** (attempt - 1) - 0.5) * 60_000);
  }
  expect(await deliverMail(database.db, transport, publicUrl)).toBe(0);
});

test('four workers share two hundred emails, each sent once; a crashed worker’s lease expires', async () => {
  for (let n = 0; n < 200; n += 1) await mail(database.db, `driver-${n}@test.example`, 'new_applicant', applicant, null);
  const leasedUntil = new Date(Date.now() + 60_000);
  const [leased] = await database.db.select().from(outbox).limit(1);
  await database.db
    .update(outbox)
    .set({ leaseUntil: leasedUntil })
    .where(eq(outbox.id, leased?.id ?? ''));
  const work = async () => {
    while ((await deliverMail(database.db, transport, publicUrl)) > 0);
  };
  await Promise.all([work(), work(), work(), work()]);
  expect(received).toHaveLength(199);
  expect(new Set(received.map(({ to }) => to)).size).toBe(199);
  await database.db
    .update(outbox)
    .set({ leaseUntil: new Date(Date.now() - 1000) })
    .where(eq(outbox.id, leased?.id ?? ''));
  await work();
  expect(received).toHaveLength(200);
});

/** The newest language, because a test in English could not tell it from the fallback. */
const other = languages.at(-1) ?? 'en';

test.each([
  { name: 'the account’s', account: other, stored: 'en' as const, expected: other },
  { name: 'the request’s without a choice on the account', account: null, stored: other, expected: other },
  { name: 'the request’s without an account', account: undefined, stored: other, expected: other },
  { name: 'English when nothing is known', account: null, stored: null, expected: 'en' },
])('an email is written in a language: $name', async ({ account, stored, expected }) => {
  const recipient = `${newId()}@test.example`;
  if (account !== undefined)
    await makeUser(database.db, { email: recipient.toUpperCase(), roles: [roles.driver], language: account });
  await mail(database.db, recipient, 'email_taken', { firstName: 'Dana' }, stored);
  await deliverMail(database.db, transport, publicUrl);
  expect(received.map(({ raw }) => raw).join('')).toContain(`<html lang=3D"${expected}">`);
});

test('a language that this version does not have is written in English', async () => {
  await mail(database.db, 'dana@test.example', 'email_taken', { firstName: 'Dana' }, null);
  await database.db.execute(sql`update outbox set language = 'xx'`);
  expect(await deliverMail(database.db, transport, publicUrl)).toBe(1);
  expect(received).toHaveLength(1);
});

test('an email that may only be handed over encrypted waits when the server offers no encryption', async () => {
  const { mail: settings, ...others } = readSettings({ SMTP_URL: smtpUrl, PUBLIC_URL: publicUrl });
  const strict = openTransport({ ...others, mail: { ...settings, requiresTls: true } }, keys);
  await mail(database.db, 'ann@test.example', 'email_taken', { firstName: 'Ann' }, null);
  await deliverMail(database.db, strict, publicUrl);
  strict.close();
  expect(received).toEqual([]);
  expect(await database.db.select().from(outbox)).toMatchObject([{ attempts: 1, sentAt: null }]);
});

test('without SMTP each mail is a file of the outbox folder', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-mail-'));
  const files = openTransport(readSettings({ DATA_DIR: dataDir }), keys);
  await mail(database.db, 'dana@test.example', 'verify_email', { firstName: 'Dana', token: 'secret-token' }, null);
  await deliverMail(database.db, files, publicUrl);
  files.close();
  expect(await readOutbox(dataDir)).toMatchObject([
    {
      to: 'dana@test.example',
      subject: 'Verify your email address',
      text: expect.stringContaining('/email/validation?token=secret-token'),
    },
  ]);
  rmSync(dataDir, { recursive: true });
});

test('the outbox folder is made again when it is gone', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'haulboard-mail-'));
  const files = openTransport(readSettings({ DATA_DIR: dataDir }), keys);
  for (const firstName of ['Dana', 'Erin']) {
    await mail(database.db, 'dana@test.example', 'email_taken', { firstName }, null);
    await deliverMail(database.db, files, publicUrl);
    expect(await readOutbox(dataDir)).toHaveLength(1);
    rmSync(join(dataDir, 'outbox'), { recursive: true });
  }
  files.close();
  rmSync(dataDir, { recursive: true });
});
