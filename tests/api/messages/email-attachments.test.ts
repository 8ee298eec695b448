// @engine both
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { and, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { throttles } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { media } from '#drizzle/schema/media.ts';
import { messages } from '#drizzle/schema/messages.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import { sweepClosedCompanies } from '#server/deletion/sweep-companies.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { sweepApplications } from '#server/drivers/erase-driver.ts';
import { AppError } from '#server/errors.ts';
import { sweepDocuments } from '#server/media/store-document.ts';
import type { VirusScanner } from '#server/media/virus-scanner.ts';
import { roles } from '#shared/access/access.ts';
import { dayMs } from '#shared/days.ts';
import { text } from '#shared/texts/texts.ts';
import { mb } from '#shared/uploads.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { inboundEmail, postEmail, signEmail } from '#tests/helpers/inbound-email.ts';

/** Files of drivers' replies by email (`docs/product/messages.md#attachments`). */
let t: TestApp;
let token: string;
let driverToken: string;
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let company: { id: string };
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;
let to: string;

beforeAll(async () => {
  t = await startTestApp({ inboundEmail });
});
afterAll(() => t.close());
beforeEach(async () => {
  const { db } = t.services;
  company = await makeCompany(db);
  owner = await makeEmployee(db, company.id, { roles: [roles.companyAdmin] });
  token = await t.createToken(owner);
  driver = await makeDriver(db);
  driverToken = await t.createToken(driver);
  const row = rowOfApplication(await makeJob(db, company.id), driver);
  await db.insert(applications).values(row);
  applicantId = row.id ?? '';
  await t.callRest('POST', `/applicants/${applicantId}/messages`, { token, body: { body: 'Send your CDL' } });
  const [mail] = await db.select().from(outbox).where(eq(outbox.recipient, driver.email));
  to = String(mail?.data['replyTo']);
});
afterEach(() => {
  t.services.scanner = null;
});

const pdf = Buffer.from('%PDF-1.4\nA CDL');
const file = (name: string, content: Buffer | string, more: object = {}) => ({
  name,
  type: 'application/octet-stream',
  content: Buffer.from(content).toString('base64'),
  ...more,
});
const email = (attachments: object[], parts: object = {}) => ({
  to,
  from: driver.email,
  text: 'Here it is.',
  messageId: `<${newId()}@mail.example>`,
  attachments,
  ...parts,
});
const send = async (attachments: object[], parts: object = {}) => (await postEmail(t, email(attachments, parts))).json().data;

type Attachment = { id: string; name: string; type: string | null; bytes: number; reason: string | null; url: string | null };
type Message = { sender: string; body: string; attachments: Attachment[] };
async function answers(path = `/applicants/${applicantId}/messages`, reader = token): Promise<Message[]> {
  const { body } = await t.callRest('GET', path, { token: reader });
  return (body.data as Message[]).filter(({ sender }) => sender === 'driver');
}
const download = (url: string, reader?: string) =>
  t.app.inject({ method: 'GET', url, headers: reader ? { authorization: `Bearer ${reader}` } : {} });

/** The names under which the driver's files are stored. */
async function storedNames(): Promise<string[]> {
  const rows = await t.services.db
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.kind, 'document'), eq(media.ownerId, driver.id)));
  return rows.map(({ name }) => name);
}
/** Which of these names the store has a file for. */
async function withFile(names: readonly string[]): Promise<string[]> {
  const sizes = await Promise.all(names.map((name) => t.services.media.size(name)));
  return names.filter((_, n) => sizes[n] !== null);
}
/** Expects that this many of the driver's files are left, and no file of the names is stored without its row. */
async function expectFiles(count: number, names: readonly string[] = []) {
  const left = await storedNames();
  expect(left).toHaveLength(count);
  expect(await withFile(left)).toEqual(left);
  expect(await withFile(names.filter((name) => !left.includes(name)))).toEqual([]);
}

test('a file is stored with the reply, and both sides can download it', async () => {
  expect(await send([file('CDL.pdf', pdf)])).toEqual({
    outcome: 'stored',
    attachments: [{ name: 'CDL.pdf', outcome: 'stored' }],
  });
  const [answer] = await answers();
  const details = { name: 'CDL.pdf', type: 'application/pdf', bytes: pdf.length, reason: null };
  expect(answer).toMatchObject({ body: 'Here it is.', attachments: [details] });
  const url = answer?.attachments[0]?.url ?? '';
  expect(url).toMatch(/^\/api\/1\.0\/messages\/attachments\//);
  const { body } = await t.callRest('GET', '/member/messages', { token: driverToken });
  const [conversation] = body.data as { id: string }[];
  const [own] = await answers(`/member/messages/${conversation?.id}`, driverToken);
  expect(own?.attachments).toMatchObject([details]);
  for (const response of [await download(url, token), await download(own?.attachments[0]?.url ?? '', driverToken)]) {
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(pdf)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=CDL.pdf',
      'content-length': String(pdf.length),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
  }
});

test('a name in other letters is sent as RFC 5987 says, without a path', async () => {
  await send([file('../scans/Médico 日本.pdf', pdf)]);
  const [answer] = await answers();
  expect(answer?.attachments).toMatchObject([{ name: 'Médico 日本.pdf' }]);
  const { headers } = await download(answer?.attachments[0]?.url ?? '', token);
  expect(headers['content-disposition']).toContain(`filename*=UTF-8''M%C3%A9dico%20%E6%97%A5%E6%9C%AC.pdf`);
});

test('only the company, staff and the driver can download it, and it is not public', async () => {
  const { db } = t.services;
  await send([file('CDL.pdf', pdf)]);
  const [answer] = await answers();
  const { id = '', url } = answer?.attachments[0] ?? {};
  const memberUrl = `/api/1.0/member/messages/attachments/${id}`;
  const stranger = await t.createToken(await makeEmployee(db, (await makeCompany(db)).id, { roles: [roles.companyAdmin] }));
  const otherDriver = await t.createToken(await makeDriver(db));
  const admin = await t.createToken(await makeUser(db, { roles: [roles.admin] }));
  const statusOf = async (path: string, reader?: string) => (await download(path, reader)).statusCode;
  expect(await statusOf(url ?? '', admin)).toBe(200);
  expect(await statusOf(url ?? '', stranger)).toBe(404);
  expect(await statusOf(memberUrl, otherDriver)).toBe(404);
  expect(await statusOf(url ?? '', driverToken)).toBe(403);
  expect(await statusOf(url ?? '')).toBe(401);
  expect(await statusOf(memberUrl)).toBe(401);
  const [row] = await db.select().from(media).where(eq(media.ownerId, driver.id));
  for (const reader of [undefined, token, driverToken, admin]) expect(await statusOf(`/media/${row?.name}`, reader)).toBe(404);
});

test('refused files are named with the reason, and the text and the other files stay', async () => {
  const virus = Buffer.from('%PDF-1.4 virus');
  t.services.scanner = {
    assertClean: async (content) => {
      for await (const part of content)
        if (virus.equals(part as Buffer)) throw new AppError('wrong_media_type', text('errors.virusFound'));
    },
  };
  const { attachments } = await send([
    file('page.pdf', '<script>'),
    file('virus.pdf', virus),
    file('empty.pdf', ''),
    { name: 'movie.mov', bytes: 300 * mb },
    file('big.pdf', Buffer.concat([pdf, Buffer.alloc(10 * mb)])),
    file('CDL.pdf', pdf),
    file('logo.png', 'PNG', { inline: true }),
  ]);
  const outcomes = [
    { name: 'page.pdf', outcome: 'wrong_type' },
    { name: 'virus.pdf', outcome: 'virus' },
    { name: 'empty.pdf', outcome: 'empty' },
    { name: 'movie.mov', outcome: 'too_large' },
    { name: 'big.pdf', outcome: 'too_large' },
    { name: 'CDL.pdf', outcome: 'stored' },
  ];
  expect(attachments).toEqual(outcomes);
  const [answer] = await answers();
  expect(answer?.body).toBe('Here it is.');
  expect(answer?.attachments.map(({ name, reason }) => ({ name, outcome: reason ?? 'stored' }))).toEqual(outcomes);
  expect(answer?.attachments[3]).toMatchObject({ bytes: 300 * mb, type: null, url: null });
  await expectFiles(1);
  await t.services.securityLog.flush();
  const events = await t.services.db.select().from(securityEvents).where(eq(securityEvents.userId, driver.id));
  expect(events).toMatchObject([{ event: 'file.refused', detail: { reason: 'errors.virusFound' } }]);
  expect((await download(`/api/1.0/messages/attachments/${answer?.attachments[0]?.id}`, token)).statusCode).toBe(404);
});

test('the files of an email can have 10 MB in total, and at most 10 are accepted', async () => {
  const half = Buffer.concat([pdf, Buffer.alloc(5.2 * mb)]);
  const large = await send([file('1.pdf', half), file('2.pdf', half), file('3.pdf', pdf)]);
  expect(large.attachments.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['stored', 'too_large', 'stored']);
  const many = await send(Array.from({ length: 12 }, (_, n) => file(`${n}.pdf`, pdf)));
  expect(many.attachments.map(({ outcome }: { outcome: string }) => outcome).slice(9)).toEqual([
    'stored',
    'too_many',
    'too_many',
  ]);
});

test('the files of a driver’s emails can have 100 MB in a day', async () => {
  const { db } = t.services;
  const stored = { kind: 'document' as const, mime: 'application/pdf', ownerId: driver.id };
  const yesterday = new Date(Date.now() - dayMs - 1000);
  await db.insert(media).values([
    { ...stored, name: `${newId()}.bin`, bytes: 100 * mb - pdf.length },
    { ...stored, name: `${newId()}.bin`, bytes: 100 * mb, createdAt: yesterday },
  ]);
  const { attachments } = await send([file('1.pdf', pdf), file('2.pdf', pdf), file('page.pdf', '<')]);
  expect(attachments.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['stored', 'daily_limit', 'daily_limit']);
  expect(await answers()).toMatchObject([{ body: 'Here it is.' }]);
});

test('a driver who has sent too many messages is refused before files are scanned', async () => {
  const assertClean = vi.fn<VirusScanner['assertClean']>(() => Promise.resolve());
  t.services.scanner = { assertClean };
  const windowEndsAt = new Date(Date.now() + 60_000);
  const counter = { bucket: 'message', key: driver.id, hits: 60, windowEndsAt };
  await t.services.db.insert(throttles).values(counter);
  const sent = email([file('CDL.pdf', pdf)]);
  expect((await postEmail(t, sent)).statusCode).toBe(429);
  expect(assertClean).not.toHaveBeenCalled();
  await expectFiles(0);
  await t.services.db.update(throttles).set({ hits: 59 }).where(eq(throttles.key, driver.id));
  expect((await postEmail(t, sent)).json()).toMatchObject({ data: { outcome: 'stored' } });
});

test('null is like a missing field of the files', async () => {
  expect((await postEmail(t, { ...email([]), attachments: null })).json()).toMatchObject({ data: { outcome: 'stored' } });
  const { attachments } = await send([
    { name: null, content: pdf.toString('base64'), bytes: null, inline: null },
    { name: 'movie.mov', content: null, bytes: null },
  ]);
  expect(attachments).toEqual([
    { name: 'file.pdf', outcome: 'stored' },
    { name: 'movie.mov', outcome: 'too_large' },
  ]);
});

test('a call that does not send the file does not open it', async () => {
  await send([file('CDL.pdf', pdf)]);
  const [answer] = await answers();
  const read = vi.spyOn(t.services.media, 'read');
  const input = encodeURIComponent(JSON.stringify({ id: answer?.attachments[0]?.id }));
  const url = `/trpc/messages.myAttachment?input=${input}`;
  const response = await t.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${driverToken}` } });
  expect(response.statusCode).toBe(200);
  expect(read).not.toHaveBeenCalled();
});

test('a body above the limit is refused before it is read', async () => {
  const response = await postEmail(t, email([file('big.pdf', Buffer.alloc(12 * mb))]));
  expect(response.statusCode).toBe(413);
  expect(await answers()).toEqual([]);
});

describe('large emails', () => {
  const large = Buffer.concat([pdf, Buffer.alloc(mb)]);
  const postLarge = (remoteAddress: string) => postEmail(t, email([file('CDL.pdf', large)]), { remoteAddress });
  let port: number;
  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = t.app.server.address() as AddressInfo);
  });

  /** Lets every scan wait. `scanned(n)` is fulfilled once n files wait. */
  function holdScans() {
    const release = Promise.withResolvers<undefined>();
    const waiting = new Map<number, PromiseWithResolvers<undefined>>();
    let count = 0;
    t.services.scanner = {
      assertClean: () => {
        count += 1;
        waiting.get(count)?.resolve(undefined);
        return release.promise;
      },
    };
    const scanned = (n: number) => {
      const one = Promise.withResolvers<undefined>();
      waiting.set(n, one);
      if (count >= n) one.resolve(undefined);
      return one.promise;
    };
    return { release: () => release.resolve(undefined), scanned };
  }

  /** Sends a part of a request, or all of it, on a connection of its own. */
  async function open(headers: object, body: string) {
    const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const isReceived = once(t.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST /api/webhooks/inbound-email HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
    const [, response] = await isReceived;
    const disconnect = async () => {
      const isClosed = once(response, 'close');
      socket.destroy();
      await isClosed;
    };
    return { socket, disconnect };
  }

  test('only a few are read at the same time, and only some of them from one address', async () => {
    const { release, scanned } = holdScans();
    const ofFirst = Array.from({ length: 4 }, () => postLarge('10.0.0.1'));
    await scanned(4);
    const refused = await postLarge('10.0.0.1');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
    const ofSecond = Array.from({ length: 4 }, () => postLarge('10.0.0.2'));
    await scanned(8);
    expect((await postLarge('10.0.0.3')).statusCode).toBe(503);
    expect((await postEmail(t, email([]))).statusCode).toBe(200);
    release();
    const answersOfAll = await Promise.all([...ofFirst, ...ofSecond]);
    expect(answersOfAll.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    expect((await postLarge('10.0.0.1')).statusCode).toBe(200);
  });

  test('a client that disconnects while it sends one makes room for others', async () => {
    const headers = { ...signEmail('{}'), 'content-length': 2 * mb };
    for (let n = 0; n < 9; n += 1) await (await open(headers, '{')).disconnect();
    expect((await postLarge('127.0.0.1')).statusCode).toBe(200);
  });

  test('a client that disconnects while its files are scanned makes no room until the scan ends', async () => {
    const { release, scanned } = holdScans();
    for (let n = 1; n <= 4; n += 1) {
      const body = JSON.stringify(email([file('CDL.pdf', large)]));
      const client = await open({ ...signEmail(body), 'content-length': Buffer.byteLength(body) }, body);
      await scanned(n);
      await client.disconnect();
    }
    expect((await postLarge('127.0.0.1')).statusCode).toBe(503);
    release();
    await vi.waitFor(async () => expect((await postLarge('127.0.0.1')).statusCode).toBe(200), 10_000);
  });

  test.each([
    ['without a signature', {}],
    ['with an old time', signEmail('{}', { time: Date.now() - 6 * 60_000 })],
    ['with something else as the signature', signEmail('{}', { signature: 'v1=abc' })],
  ])('one %s is refused before its body is read', async (_, headers) => {
    const { socket } = await open({ 'content-type': 'application/json', ...headers, 'content-length': 2 * mb }, '{');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 401 /);
    socket.destroy();
  });
});

test('a reply with only a file is stored, and shown as a file where only text fits', async () => {
  const onlyInline = { text: '> Send your CDL' };
  expect(await send([file('logo.png', 'PNG', { inline: true })], onlyInline)).toEqual({ outcome: 'empty', attachments: [] });
  expect(await send([file('CDL.pdf', pdf), file('back.pdf', pdf)], { text: '' })).toMatchObject({ outcome: 'stored' });
  expect(await answers()).toMatchObject([{ body: '', attachments: [{ name: 'CDL.pdf' }, { name: 'back.pdf' }] }]);
  const inEnglish = await t.callRest('GET', '/messages', { token });
  expect(inEnglish.body.data).toMatchObject([{ last_body: 'Sent 2 files: CDL.pdf, back.pdf', unread: 1 }]);
  const inSpanish = await t.callRest('GET', '/messages', { token, headers: { 'accept-language': 'es' } });
  expect(inSpanish.body.data).toMatchObject([{ last_body: 'Envió 2 archivos: CDL.pdf, back.pdf' }]);
  const timeline = await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token });
  const detail = { from: 'driver', channel: 'email', files: ['CDL.pdf', 'back.pdf'] };
  expect(timeline.body.data).toMatchObject([{ kind: 'message', text: null, detail }, {}]);
  const [notice] = await t.services.db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, owner.email), eq(outbox.template, 'applicant_message')));
  expect(notice?.data).toMatchObject({ message: '', files: ['CDL.pdf', 'back.pdf'] });
});

describe('exactly once', () => {
  test('the same email again stores nothing, also in parallel', async () => {
    const sent = email([file('CDL.pdf', pdf)]);
    const answersOfCalls = await Promise.all([postEmail(t, sent), postEmail(t, sent), postEmail(t, sent)]);
    const outcomes = answersOfCalls.map((response) => response.json().data.outcome as string);
    expect(outcomes.toSorted()).toEqual(['duplicate', 'duplicate', 'stored']);
    expect((await postEmail(t, sent)).json()).toEqual({ data: { outcome: 'duplicate', attachments: [] } });
    expect(await answers()).toMatchObject([{ attachments: [{ name: 'CDL.pdf' }] }]);
    const names = await storedNames();
    await makeOld();
    await sweepDocuments(t.services.db, t.services.media);
    await expectFiles(1, names);
  });

  test('while the scanner does not answer, nothing is stored, and the repeated email is stored once', async () => {
    const sent = email([file('CDL.pdf', pdf)]);
    t.services.scanner = {
      assertClean: () => Promise.reject(new AppError('unavailable', text('errors.virusScanUnavailable'), { retryAfter: 60 })),
    };
    expect((await postEmail(t, sent)).statusCode).toBe(503);
    expect(await answers()).toEqual([]);
    await expectFiles(0);
    t.services.scanner = null;
    expect((await postEmail(t, sent)).json()).toMatchObject({ data: { outcome: 'stored' } });
  });

  test('while the store does not answer, no message is stored', async () => {
    const sent = email([file('CDL.pdf', pdf)]);
    vi.spyOn(t.services.media, 'put').mockRejectedValueOnce(new Error('The store is down'));
    expect((await postEmail(t, sent)).statusCode).toBe(500);
    expect(await answers()).toEqual([]);
    expect((await postEmail(t, sent)).json()).toMatchObject({ data: { outcome: 'stored' } });
    expect(await answers()).toHaveLength(1);
  });

  test('a message that fails after its file was stored is stored once when the email comes again', async () => {
    const sent = email([file('CDL.pdf', pdf)]);
    vi.spyOn(t.services.events, 'publish').mockRejectedValueOnce(new Error('The database is down'));
    expect((await postEmail(t, sent)).statusCode).toBe(500);
    expect(await answers()).toEqual([]);
    expect((await postEmail(t, sent)).json()).toMatchObject({ data: { outcome: 'stored' } });
    const names = await storedNames();
    expect(names).toHaveLength(2);
    await makeOld();
    await sweepDocuments(t.services.db, t.services.media);
    await expectFiles(1, names);
    expect(await answers()).toMatchObject([{ attachments: [{ name: 'CDL.pdf' }] }]);
  });

  test('a file that no message got is removed an hour later', async () => {
    await send([file('CDL.pdf', pdf)]);
    const { db } = t.services;
    const names = await storedNames();
    await db.delete(messages).where(eq(messages.sender, 'driver'));
    await sweepDocuments(db, t.services.media);
    await expectFiles(1);
    await makeOld();
    await sweepDocuments(db, t.services.media);
    await expectFiles(0, names);
  });
});

/** Makes the driver's files older than a message that is being received. */
async function makeOld() {
  const anHourAgo = new Date(Date.now() - 61 * 60_000);
  await t.services.db.update(media).set({ createdAt: anHourAgo }).where(eq(media.ownerId, driver.id));
}

async function makeApplicationOld() {
  const longAgo = new Date(Date.now() - 100 * dayMs);
  await t.services.db.update(applications).set({ applicationAt: longAgo }).where(eq(applications.id, applicantId));
}

describe('deletion', () => {
  let names: string[];
  beforeEach(async () => {
    await send([file('CDL.pdf', pdf), file('page.pdf', '<script>')]);
    names = await storedNames();
  });

  test('the driver’s account takes the files with it', async () => {
    expect(await withFile(names)).toHaveLength(1);
    await (await t.createCallerFor(driver)).drivers.deleteAccount();
    await expectFiles(0, names);
  });

  test('a file that is being stored while the account is deleted is removed an hour later', async () => {
    const { db, media: store } = t.services;
    const put = store.put.bind(store);
    vi.spyOn(store, 'put').mockImplementationOnce(async (...input) => {
      await (await t.createCallerFor(driver)).drivers.deleteAccount();
      return put(...input);
    });
    expect((await postEmail(t, email([file('back.pdf', pdf)]))).statusCode).toBe(404);
    const storedNow = await storedNames();
    await expectFiles(1, names);
    await makeOld();
    await sweepDocuments(db, store);
    await expectFiles(0, storedNow);
  });

  test('the company cannot download a file of a driver whose applications are anonymized', async () => {
    const { db } = t.services;
    const [answer] = await answers();
    const id = answer?.attachments[0]?.id ?? '';
    // A message of an application that no longer exists is not deleted with another one.
    await db.update(messages).set({ applicationId: null }).where(eq(messages.applicationId, applicantId));
    await makeApplicationOld();
    await sweepApplications(db, 99);
    expect((await download(`/api/1.0/messages/attachments/${id}`, token)).statusCode).toBe(404);
    expect((await download(`/api/1.0/member/messages/attachments/${id}`, driverToken)).statusCode).toBe(200);
  });

  test('an old application takes the files with it', async () => {
    const { db } = t.services;
    await makeApplicationOld();
    await sweepApplications(db, 99);
    await makeOld();
    await sweepDocuments(db, t.services.media);
    await expectFiles(0, names);
  });

  test('an erased company takes the files with it', async () => {
    const { db } = t.services;
    await db
      .update(companies)
      .set({ closedAt: new Date(Date.now() - 40 * dayMs), status: 'Cancelled' })
      .where(eq(companies.id, company.id));
    await sweepClosedCompanies(t.services);
    await makeOld();
    await sweepDocuments(db, t.services.media);
    await expectFiles(0, names);
  });
});

test('the files are in the downloads of the driver and of the company', async () => {
  await send([file('CDL.pdf', pdf), file('page.pdf', '<script>')]);
  const [answer] = await answers();
  const id = answer?.attachments[0]?.id ?? '';
  for (const [reader, folder] of [
    [driverToken, ''],
    [token, 'company/'],
  ] as const) {
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/1.0/user/export',
      headers: { authorization: `Bearer ${reader}` },
    });
    const entries = unzipSync(response.rawPayload);
    expect(Buffer.from(entries[`${folder}attachments/${id}-CDL.pdf`] ?? []).equals(pdf)).toBe(true);
    const list = JSON.parse(Buffer.from(entries[`${folder}attachments.json`] ?? []).toString()) as object[];
    expect(list).toMatchObject([
      { id, name: 'CDL.pdf', reason: null },
      { name: 'page.pdf', reason: 'wrong_type' },
    ]);
    expect(Object.keys(entries).filter((name) => name.startsWith('files/'))).toEqual([]);
  }
});
