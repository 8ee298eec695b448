import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { media } from '#drizzle/schema/media.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { AppError } from '#server/errors.ts';
import { roles } from '#shared/access/access.ts';
import { text } from '#shared/texts/texts.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { fullResume, makeDocx, makePdf } from '#tests/helpers/resume-files.ts';
import { sendForm } from '#tests/helpers/send-form.ts';

/** Filling in the profile from a resume (`docs/product/drivers.md#filling-in-from-a-resume`). */
let t: TestApp;
const logLines: string[] = [];
beforeAll(async () => void (t = await startTestApp({ logLevel: 'trace' }, { write: (line) => void logLines.push(line) })));
afterEach(() => void (t.services.scanner = null));
afterAll(() => t.close());

const memberPath = '/member/resume';
const visitorPath = '/auth/code/resume';
const driverToken = async () => t.createToken(await makeDriver(t.services.db));
const sendResume = async (content: Buffer) => sendForm(t, await driverToken(), memberPath, {}, content);

/** The values of the answer without the words. */
const valuesOf = (data: Record<string, { value: unknown; excerpt: string } | null>) =>
  Object.fromEntries(Object.entries(data).map(([name, proposal]) => [name, proposal && proposal.value]));

const fullValues = {
  first_name: 'Marcus',
  last_name: 'Oyelaran',
  phone: '4025550143',
  place: { city: 'Omaha', state: 'NE', postal_code: '68102' },
  cdl_status: 'Class A',
  years_of_experience: 4,
  work_experiences: ['dryVan', 'reefer'],
  endorsements: ['H', 'N', 'TWIC'],
  owner_operator: null,
};

describe('a driver', () => {
  test.each([
    ['a PDF', makePdf(fullResume)],
    ['a DOCX', makeDocx(fullResume)],
  ])('gets what %s says, with its words, and nothing is stored or logged', async (_type, file) => {
    const { db, settings } = t.services;
    const driver = await makeDriver(db);
    const token = await t.createToken(driver);
    const before = await t.callRest('GET', '/member/profile', { token });
    const { status, body } = await sendForm(t, token, memberPath, {}, await file);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(valuesOf(body.data)).toEqual(fullValues);
    expect(body.data).toMatchObject({
      first_name: { excerpt: 'Marcus T. Oyelaran' },
      place: { excerpt: expect.stringContaining('Omaha, NE 68102') },
      years_of_experience: { excerpt: 'Truck Driver, Prairie Freight, 03/2015 - 02/2019' },
    });
    expect((await t.callRest('GET', '/member/profile', { token })).body).toEqual(before.body);
    expect(await db.select().from(media)).toEqual([]);
    expect(await readdir(join(settings.dataDir, 'media', 'incoming'))).toEqual([]);
    expect(logLines.filter((line) => /Oyelaran|Harney/.test(line))).toEqual([]);
  });

  test('whose header of the page has the name', async () => {
    const { body } = await sendResume(makeDocx(['Truck driver', 'CDL Class B'], 'Ida Marsh'));
    expect(valuesOf(body.data)).toMatchObject({ first_name: 'Ida', last_name: 'Marsh', cdl_status: 'Class B' });
  });

  test.each([
    [
      'the city after a street without a comma',
      '12 Main St Omaha, NE 68102',
      { city: 'Omaha', state: 'NE', postal_code: '68102' },
    ],
    ['a city of several words', 'Salt Lake City, Utah', { city: 'Salt Lake City', state: 'UT', postal_code: null }],
    ['a ZIP code alone', 'ZIP code: 68102', { city: 'Omaha', state: 'NE', postal_code: '68102' }],
    ['a ZIP code of another state', 'Omaha, NE 75201', null],
    ['a city that does not exist', 'Qwertyville, NE', null],
    ['two cities', 'Omaha, NE / Dallas, TX', null],
  ])('gets a place that exists: %s', async (_case, line, place) => {
    const { body } = await sendResume(makeDocx(['Dana Ortiz', line]));
    expect(valuesOf(body.data)['place']).toEqual(place);
  });

  test('gets an empty answer from a file that is no resume', async () => {
    const { status, body } = await sendResume(makeDocx(['Invoice 2031', 'Total due 400.00']));
    expect([status, ...Object.values(body.data)]).toEqual([200, ...Object.keys(fullValues).map(() => null)]);
  });

  test.each<[string, () => Buffer | Promise<Buffer>, number, RegExp]>([
    ['another type of file', () => Buffer.from('GIF89a'), 415, /PDF or a Word document/],
    ['an empty file', () => Buffer.alloc(0), 422, /empty/],
    ['a scan', () => makePdf([], { content: [{ canvas: [{ type: 'rect', x: 0, y: 0, w: 9, h: 9 }] }] }), 422, /scan or photo/],
    ['a protected file', () => makePdf(['Dana'], { userPassword: 'secret' }), 422, /password/],
    ['a damaged file', () => Buffer.from('%PDF-1.4 nothing'), 422, /couldn’t open/],
    ['a file over 10 MB', () => Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(10 * 1024 * 1024)]), 413, /up to 10 MB/],
  ])('is told why %s is refused', async (_case, make, status, message) => {
    const answer = await sendResume(await make());
    expect([answer.status, answer.body.errors[0]]).toEqual([
      status,
      { code: expect.any(String), field: 'file', message: expect.stringMatching(message) },
    ]);
  });

  test('is told that a file has a virus, before it is read', async () => {
    const virus = new AppError('wrong_media_type', text('errors.virusFound'), { field: 'file' });
    t.services.scanner = { assertClean: () => Promise.reject(virus) };
    const { status, body } = await sendResume(makeDocx(fullResume));
    expect([status, body.errors[0]?.message]).toEqual([415, expect.stringContaining('virus')]);
    expect(body.data).toBeUndefined();
  });

  test('can send 20 files in an hour', async () => {
    const token = await driverToken();
    for (let n = 0; n < 20; n += 1) await sendForm(t, token, memberPath, {}, Buffer.from('GIF89a'));
    expect((await sendForm(t, token, memberPath, {}, makeDocx(fullResume))).status).toBe(429);
  });
});

describe('everyone else', () => {
  test('is refused', async () => {
    const { db } = t.services;
    const company = await makeCompany(db);
    const employee = await t.createToken(await makeEmployee(db, company.id));
    const admin = await t.createToken(await makeUser(db, { roles: [roles.superAdmin] }));
    const file = makeDocx(fullResume);
    for (const token of [employee, admin]) expect((await sendForm(t, token, memberPath, {}, file)).status).toBe(403);
    expect((await sendForm(t, 'none', memberPath, {}, file)).status).toBe(401);
  });
});

let sequence = 0;

/** A visitor who asked for a code, and the code. */
async function askForCode() {
  const email = `resume-${++sequence}@mail.example`;
  const { body } = await t.callRest('POST', '/auth/code', { body: { email } });
  const { ticket } = body.data as { ticket: string };
  const [row] = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
  return { email, ticket, code: String(row?.data['code']) };
}

describe('a visitor', () => {
  const send = (ticket: string) => sendForm(t, '', visitorPath, { ticket }, makeDocx(fullResume));

  test('who has proved the email address gets the same, and the ticket still signs up', async () => {
    const { email, ticket, code } = await askForCode();
    expect((await send(ticket)).status).toBe(401);
    await t.callRest('POST', '/auth/code/check', { body: { email, ticket, code } });
    for (let n = 0; n < 2; n += 1) {
      const { status, body } = await send(ticket);
      expect([status, valuesOf(body.data)]).toEqual([200, fullValues]);
    }
    const person = { first_name: 'Dee', last_name: 'Fort', phone: '4025550143', timezone: 'America/Denver' };
    const signup = { ticket, device_id: 'abcdefgh', tn_terms_accepted: true, ...person };
    expect((await t.callRest('POST', '/auth/code/signup', { body: signup })).status).toBe(201);
    expect((await t.callRest('POST', '/auth/code/login', { body: { ticket, device_id: 'abcdefgh' } })).status).toBe(200);
    expect((await send(ticket)).status).toBe(401);
  });

  test('without a ticket, with an unknown one or with one that has ended is refused', async () => {
    expect((await sendForm(t, '', visitorPath, {}, makeDocx(fullResume))).status).toBe(422);
    expect((await send('unknown')).status).toBe(401);
    const { email, ticket, code } = await askForCode();
    await t.callRest('POST', '/auth/code/check', { body: { email, ticket, code } });
    await t.services.db.execute(sql`update sign_in_codes set expires_at = now() - interval '1 second' where email = ${email}`);
    expect((await send(ticket)).status).toBe(401);
  });

  test('can send 20 files with a ticket', async () => {
    const { email, ticket, code } = await askForCode();
    await t.callRest('POST', '/auth/code/check', { body: { email, ticket, code } });
    for (let n = 0; n < 20; n += 1) await sendForm(t, '', visitorPath, { ticket }, Buffer.from('GIF89a'));
    expect((await send(ticket)).status).toBe(429);
  });
});
