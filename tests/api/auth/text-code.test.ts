// @engine both
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  auditLog,
  factors,
  provedPhones,
  sessions,
  signInCodes,
  textConsents,
  throttles,
  users,
} from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { endOwnSession } from '#server/auth/account/own-sessions.ts';
import { putPassword } from '#server/auth/passwords/put-password.ts';
import { issueResetCodes } from '#server/auth/passwords/reset-password.ts';
import type { Actor } from '#server/session/authenticate.ts';
import { endEverySession } from '#server/session/sessions.ts';
import { TextRefusedError } from '#server/sms/port.ts';
import { roles } from '#shared/access/access.ts';
import { signInCodeLength } from '#shared/accounts/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount } from './sign-in.ts';

/** Signing in and up with a texted code (`docs/product/access.md#codes-by-text-message`). */
let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

let sequence = 0;
const newEmail = () => `text-${++sequence}@mail.example`;
const newPhone = () => `402555${String(++sequence).padStart(4, '0')}`;
/** A new caller for each request, so that tests share no rate limit. */
const newAddress = () => `2001:db8:7e47:${(++sequence).toString(16)}::1`;
let devices = 0;
const newDevice = () => `device${String(++devices).padStart(3, '0')}`;

type Body = { data: Record<string, unknown>; errors: { field?: string; code: string }[] };
async function post(path: string, payload: object, ip = newAddress()) {
  const response = await t.app.inject({ method: 'POST', url: `/api/1.0/auth/code${path}`, payload, remoteAddress: ip });
  const body = response.json<Body>();
  return { status: response.statusCode, body, data: body.data, field: body.errors?.[0]?.field };
}

/** The texts to a number, in the order in which they were sent. */
function textsTo(phone: string): string[] {
  const folder = join(t.services.settings.dataDir, 'outbox');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sms.txt'));
  const texts = files.toSorted().map((name) => readFileSync(join(folder, name), 'utf8'));
  return texts.filter((text) => text.startsWith(`To: +1${phone}\n`));
}
const codeIn = (text: string | undefined) => /: (\d{6}) is your code/.exec(text ?? '')?.[1] ?? '';
const otherCode = (code: string) => String((Number(code) + 1) % 10 ** signInCodeLength).padStart(signInCodeLength, '0');

type Requested = { phone: string; ticket: string; code: string };
async function request(phone: string, more: object = {}): Promise<Requested> {
  const { status, data } = await post('', { phone, ...more });
  expect(status).toBe(200);
  return { phone, ticket: String(data['ticket']), code: codeIn(textsTo(phone).at(-1)) };
}
const check = ({ phone, ticket, code }: Requested, device = '') => post('/check', { phone, ticket, code, device_id: device });
const login = (ticket: string, device: string) => post('/login', { ticket, device_id: device });
const signup = (ticket: string, email: string | undefined, device = newDevice()) =>
  post('/signup', { ticket, device_id: device, tn_terms_accepted: true, first_name: 'Dee', last_name: 'Fort', email });

/** A ticket whose code was entered on a device. */
async function prove(phone: string, device = newDevice()) {
  const requested = await request(phone, { device_id: device });
  const { status, data } = await check(requested, device);
  expect(status).toBe(200);
  return { ticket: requested.ticket, hasAccount: data['has_account'], needsEmail: data['needs_email'] };
}

/** Someone who signed up with a number on a device. */
async function makeMember() {
  const [phone, email, device] = [newPhone(), newEmail(), newDevice()];
  const { ticket } = await prove(phone, device);
  const { status, data } = await signup(ticket, email, device);
  expect(status).toBe(201);
  return { phone, email, device, id: await idOf(email), token: String(data['accessToken']) };
}
const accountOf = async (email: string) => (await t.services.db.select().from(users).where(eq(users.email, email)))[0];
const idOf = async (email: string) => (await accountOf(email))?.id ?? '';
const proofOf = (userId: string) => t.services.db.select().from(provedPhones).where(eq(provedPhones.userId, userId));
const templatesTo = async (email: string) =>
  (await t.services.db.select({ template: outbox.template }).from(outbox).where(eq(outbox.recipient, email))).map(
    ({ template }) => template,
  );

describe('a new number', () => {
  test('gets a driver account without a password, whose email is still to be verified', async () => {
    const [phone, email] = [newPhone(), newEmail()];
    const { ticket, hasAccount, needsEmail } = await prove(
      `+1 (${phone.slice(0, 3)}) ${phone.slice(3)}`.replace(/\D/g, '').slice(1),
    );
    expect({ hasAccount, needsEmail }).toEqual({ hasAccount: false, needsEmail: false });
    const { status, data } = await signup(ticket, email);
    expect(status).toBe(201);
    expect(data).toMatchObject({ email, phone, userRoles: [roles.driver] });
    expect(await accountOf(email)).toMatchObject({ passwordHash: null, phone, emailVerifiedAt: null });
    expect(await templatesTo(email)).toEqual(['verify_email']);
    const id = await idOf(email);
    expect(await proofOf(id)).toMatchObject([{ phone }]);
    const actions = await t.services.db.select().from(auditLog).where(eq(auditLog.actorId, id));
    expect(actions.map(({ action }) => action)).toEqual(['account.create', 'phone.prove']);
    expect((await t.callRest('GET', '/member/profile', { token: String(data['accessToken']) })).status).toBe(200);
  });

  test('needs an email address, and a taken one uses up nothing and tells its owner', async () => {
    const taken = (await makeAccount(t, { email: newEmail() })).email;
    const { ticket } = await prove(newPhone());
    expect(await signup(ticket, undefined)).toMatchObject({ status: 422, field: 'email' });
    expect(await signup(ticket, taken.toUpperCase())).toMatchObject({ status: 409, field: 'email' });
    expect(await templatesTo(taken)).toEqual(['email_taken']);
    expect((await signup(ticket, newEmail())).status).toBe(201);
    expect((await signup(ticket, newEmail())).status).toBe(401);
  });

  test('or email address is asked for, never both', async () => {
    for (const payload of [{}, { email: newEmail(), phone: newPhone() }])
      expect(await post('', payload)).toMatchObject({ status: 422, field: 'email' });
    for (const phone of ['12', '+52 55 1234 5678', '4025550143 ext. 2', '1234567890', '4021234567', 7])
      expect(await post('', { phone })).toMatchObject({ status: 422, field: 'phone' });
  });
});

describe('a number of an account', () => {
  test('signs in on a device of its owner', async () => {
    const { phone, device, id } = await makeMember();
    const { ticket, hasAccount, needsEmail } = await prove(phone, device);
    expect({ hasAccount, needsEmail }).toEqual({ hasAccount: true, needsEmail: false });
    const { status, data } = await login(ticket, device);
    expect(status).toBe(200);
    const own = await t.callRest('GET', '/member/profile', { token: String(data['accessToken']) });
    expect(own).toMatchObject({ status: 200, body: { data: { id } } });
    expect((await login(ticket, device)).status).toBe(401);
  });

  test('does not sign in on another device, because numbers get new owners', async () => {
    const { phone, device, id } = await makeMember();
    for (const other of [newDevice(), '']) {
      const { ticket, hasAccount, needsEmail } = await prove(phone, other);
      expect({ hasAccount, needsEmail }).toEqual({ hasAccount: true, needsEmail: true });
      expect((await login(ticket, other)).status).toBe(403);
      // The refusal does not use up the ticket.
      expect((await login(ticket, device)).status).toBe(200);
    }
    const open = await t.services.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(new Set(open.map(({ deviceId }) => deviceId))).toEqual(new Set([device]));
  });

  test('opens no account without a proof', async () => {
    const phone = newPhone();
    await makeAccount(t, { email: newEmail(), phone, roles: [roles.driver] });
    expect(await prove(phone)).toMatchObject({ hasAccount: false, needsEmail: false });
  });

  test('moves to the new owner, who opens nothing of the account before', async () => {
    const former = await makeMember();
    await t.services.db.insert(textConsents).values({ userId: former.id, phone: former.phone, version: '1' });
    const { ticket } = await prove(former.phone);
    const email = newEmail();
    expect((await signup(ticket, email)).status).toBe(201);
    expect(await proofOf(former.id)).toEqual([]);
    expect(await t.services.db.select().from(textConsents).where(eq(textConsents.userId, former.id))).toEqual([]);
    expect(await templatesTo(former.email)).toContain('phone_lost');
    expect(await proofOf(await idOf(email))).toMatchObject([{ phone: former.phone }]);
    // The former owner's device does not open the new account either.
    expect(await prove(former.phone, former.device)).toMatchObject({ hasAccount: true, needsEmail: true });
  });

  test('ends the consent to texts of other accounts that have it', async () => {
    const phone = newPhone();
    const { id } = await makeAccount(t, { email: newEmail(), phone, roles: [roles.driver] });
    await t.services.db.insert(textConsents).values({ userId: id, phone, version: '1', isStopped: true });
    const { ticket } = await prove(phone);
    expect((await signup(ticket, newEmail())).status).toBe(201);
    expect(await t.services.db.select().from(textConsents).where(eq(textConsents.phone, phone))).toEqual([]);
  });

  test('has one owner, also if two people prove it at the same time', async () => {
    const phone = newPhone();
    const tickets = [(await prove(phone)).ticket, (await prove(phone)).ticket, (await prove(phone)).ticket];
    const answers = await Promise.all(tickets.map((ticket) => signup(ticket, newEmail())));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await t.services.db.select().from(provedPhones).where(eq(provedPhones.phone, phone))).toHaveLength(1);
  });

  test.each([
    ['all sessions end', async (id: string) => void (await t.services.db.transaction((tx) => endEverySession(tx, id)))],
    [
      'another person sets the password',
      async (id: string) => {
        const password = { userId: id, passwordHash: 'x', mustChange: true, isSetByOther: true, condition: undefined };
        await t.services.db.transaction((tx) => putPassword(tx, password));
      },
    ],
    [
      'the owner of the mailbox resets the password',
      async (id: string) => {
        const [{ email } = { email: '' }] = await t.services.db
          .select({ email: users.email })
          .from(users)
          .where(eq(users.id, id));
        await t.callRest('POST', '/auth/token-password', { body: { email } });
        await issueResetCodes(t.services);
        const mails = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
        const code = mails.find(({ template }) => template === 'reset_code')?.data['code'];
        const body = { email, code, new_password: 'N3w!Haul7xyz' };
        expect((await t.callRest('POST', '/auth/reset-password', { body })).status).toBe(200);
      },
    ],
  ])('signs in no more after %s', async (_name, change) => {
    const { phone, device, id } = await makeMember();
    await change(id);
    expect(await proofOf(id)).toEqual([]);
    const { ticket } = await prove(phone, device);
    expect((await login(ticket, device)).status).toBe(401);
  });

  test('signs in no more on a lost phone that its owner signed out', async () => {
    const { phone, device, email, id, token } = await makeMember();
    const { data } = await post('', { email });
    const mails = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
    const code = mails.find(({ template }) => template === 'sign_in_code')?.data['code'];
    await t.services.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, id));
    const ticket = String(data['ticket']);
    expect((await post('/check', { email, ticket, code })).status).toBe(200);
    const laptop = await login(ticket, newDevice());
    const [lost] = await t.services.db.select().from(sessions).where(eq(sessions.deviceId, device));
    const [current] = await t.services.db
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, id), ne(sessions.deviceId, device)));
    expect(laptop.status).toBe(200);
    const actor = { userId: id, sessionId: current?.id ?? '' } as Actor;
    await endOwnSession(t.services.db, { ...actor, impersonatorId: null }, newAddress(), lost?.id ?? '');
    expect((await t.callRest('GET', '/member/profile', { token })).status).toBe(401);
    const again = await prove(phone, device);
    expect((await login(again.ticket, device)).status).toBe(401);
  });

  test('does not open an account that works for a company', async () => {
    const { phone, device, id } = await makeMember();
    await t.services.db
      .update(users)
      .set({ roles: [roles.driver, roles.companyUser] })
      .where(eq(users.id, id));
    const { ticket, needsEmail } = await prove(phone, device);
    expect(needsEmail).toBe(true);
    expect((await login(ticket, device)).status).toBe(403);
  });

  test('is no longer proved after the account gets another number', async () => {
    const { phone, device, id, token } = await makeMember();
    expect((await t.callRest('PATCH', '/member/profile', { token, body: { phone: newPhone() } })).status).toBe(200);
    expect(await proofOf(id)).toEqual([]);
    expect((await t.callRest('PATCH', '/member/profile', { token, body: { phone } })).status).toBe(200);
    expect(await prove(phone, device)).toMatchObject({ hasAccount: false });
  });

  test('asks for the second factor', async () => {
    const { phone, device, id } = await makeMember();
    await t.services.db.insert(factors).values({ userId: id, kind: 'totp', name: 'App', sealedSecret: 'x' });
    const { ticket } = await prove(phone, device);
    expect(await login(ticket, device)).toMatchObject({ status: 401, body: { errors: [{ code: 'second_factor_required' }] } });
  });

  test('loses its proof when the owner of the mailbox takes the account over', async () => {
    const { email, id } = await makeMember();
    const { data } = await post('', { email });
    const [mail] = (await t.services.db.select().from(outbox).where(eq(outbox.recipient, email))).filter(
      ({ template }) => template === 'sign_in_code',
    );
    const ticket = String(data['ticket']);
    expect((await post('/check', { email, ticket, code: mail?.data['code'] })).status).toBe(200);
    expect((await login(ticket, newDevice())).status).toBe(200);
    expect(await proofOf(id)).toEqual([]);
    expect(await templatesTo(email)).toContain('access_ended');
  });

  test.each([
    ['staff', { roles: [roles.admin] }],
    ['a locked account', { status: 'Locked' as const }],
    ['a deactivated person', { roles: [] }],
  ])('of %s does not sign in', async (_name, overrides) => {
    const { phone, device, id } = await makeMember();
    await t.services.db.update(users).set(overrides).where(eq(users.id, id));
    const { ticket } = await prove(phone, device);
    expect((await login(ticket, device)).status).toBe(403);
  });
});

describe('a code', () => {
  test('is texted right away, with a line that lets the phone fill it in', async () => {
    const { phone, code } = await request(newPhone());
    const host = new URL(t.services.settings.publicUrl).hostname;
    expect(textsTo(phone)).toHaveLength(1);
    expect(textsTo(phone)[0]).toContain(`@${host} #${code}\n`);
  });

  test('works only with the ticket of its own request, once, and not for another number or address', async () => {
    const [one, two] = [await request(newPhone()), await request(newPhone())];
    expect((await check({ ...one, code: two.code === one.code ? otherCode(one.code) : two.code })).status).toBe(422);
    expect((await check({ ...one, ticket: two.ticket })).status).toBe(422);
    expect((await check({ ...one, phone: two.phone })).status).toBe(422);
    expect((await post('/check', { email: newEmail(), ticket: one.ticket, code: one.code })).status).toBe(422);
    expect((await login(one.ticket, newDevice())).status).toBe(401);
    expect((await check(one)).status).toBe(200);
  });

  test('is void after five wrong tries, also at the same time', async () => {
    const requested = await request(newPhone());
    const wrong = { ...requested, code: otherCode(requested.code) };
    const tries = await Promise.all(Array.from({ length: 8 }, () => check(wrong)));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([422]));
    expect((await check(requested)).status).toBe(422);
  });

  test('ends after its time, and its row is stored without the code', async () => {
    const requested = await request(newPhone());
    const [row] = await t.services.db.select().from(signInCodes).where(eq(signInCodes.phone, requested.phone));
    expect(JSON.stringify(row)).not.toContain(requested.code);
    await t.services.db.update(signInCodes).set({ expiresAt: new Date() }).where(eq(signInCodes.phone, requested.phone));
    expect((await check(requested)).status).toBe(422);
  });

  test('creates one account by two calls at the same time', async () => {
    const { ticket } = await prove(newPhone());
    const email = newEmail();
    const answers = await Promise.all([signup(ticket, email), signup(ticket, email)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await proofOf(await idOf(email))).toHaveLength(1);
  });

  test('is limited per number, per caller and per network address', async () => {
    const phone = newPhone();
    const ip = newAddress();
    for (let n = 0; n < 5; n++) expect((await post('', { phone }, ip)).status).toBe(200);
    expect((await post('', { phone }, ip)).status).toBe(429);
    for (let n = 0; n < 5; n++) expect((await post('', { phone })).status).toBe(200);
    expect((await post('', { phone })).status).toBe(429);
    expect(textsTo(phone)).toHaveLength(10);
    const caller = newAddress();
    for (let n = 0; n < 30; n++) expect((await post('', { phone: newPhone() }, caller)).status).toBe(200);
    expect((await post('', { phone: newPhone() }, caller)).status).toBe(429);
    expect((await post('', { email: newEmail() }, caller)).status).toBe(200);
  });

  test('is limited for all callers together', async () => {
    const key = { bucket: 'code_texts', key: 'all' };
    const windowEndsAt = new Date(Date.now() + 3_600_000);
    const counted = await t.services.db.select().from(throttles).where(eq(throttles.bucket, key.bucket));
    await t.services.db.update(throttles).set({ hits: 500, windowEndsAt }).where(eq(throttles.bucket, key.bucket));
    const { status } = await post('', { phone: newPhone() });
    await t.services.db
      .update(throttles)
      .set({ hits: counted[0]?.hits ?? 0 })
      .where(eq(throttles.bucket, key.bucket));
    expect(status).toBe(429);
    expect((await post('', { phone: newPhone() })).status).toBe(200);
  });

  test('by email sends nothing to another address that was typed', async () => {
    const other = (await makeAccount(t, { email: newEmail() })).email;
    const own = newEmail();
    const { data } = await post('', { email: own });
    const [mail] = await t.services.db.select().from(outbox).where(eq(outbox.recipient, own));
    const ticket = String(data['ticket']);
    await post('/check', { email: own, ticket, code: mail?.data['code'] });
    const answer = await post('/signup', {
      ticket,
      device_id: newDevice(),
      first_name: 'Dee',
      last_name: 'Fort',
      phone: newPhone(),
      email: other,
    });
    expect(answer).toMatchObject({ status: 201, data: { email: own } });
    expect(await templatesTo(other)).toEqual([]);
  });

  test('is answered in the same way for a number with and without an account', async () => {
    const { phone } = await makeMember();
    const [known, unknown] = [await post('', { phone }), await post('', { phone: newPhone() })];
    expect(Object.keys(known.data)).toEqual(Object.keys(unknown.data));
    expect(known.status).toBe(unknown.status);
  });
});

describe('a text that cannot be sent', () => {
  test('is refused if its owner replied STOP', async () => {
    const { sms } = t.services;
    t.services.sms = { ...sms, send: async () => Promise.reject(new TextRefusedError('stop', { isStopped: true })) };
    const answer = await post('', { phone: newPhone() });
    t.services.sms = sms;
    expect(answer).toMatchObject({ status: 422, field: 'phone' });
  });

  test('asks to try again if the service fails', async () => {
    const { sms } = t.services;
    t.services.sms = { ...sms, send: async () => Promise.reject(new Error('lost')) };
    const { status } = await post('', { phone: newPhone() });
    t.services.sms = sms;
    expect(status).toBe(503);
  });

  test('is not offered where no texts are sent', async () => {
    const { settings } = t.services;
    t.services.settings = { ...settings, offersTexts: false };
    const { status } = await post('', { phone: newPhone() });
    t.services.settings = settings;
    expect(status).toBe(409);
  });
});

describe('the settings', () => {
  const path = '/user/text-sign-in';
  async function makeDriver() {
    const [phone, email] = [newPhone(), newEmail()];
    const { id } = await makeAccount(t, { email, phone, roles: [roles.driver] });
    const device = newDevice();
    const { data } = await logIn(t, email, { device_id: device });
    return { phone, email, id, device, token: data.accessToken };
  }

  test('turn it on for the own number, and off', async () => {
    const { phone, id, device, token } = await makeDriver();
    expect((await t.callRest('GET', path, { token })).body.data).toEqual({ is_offered: true, phone, is_on: false });
    const { ticket } = await prove(phone, device);
    expect(await t.callRest('POST', path, { token, body: { ticket } })).toMatchObject({
      status: 200,
      body: { data: { is_on: true } },
    });
    expect(await proofOf(id)).toMatchObject([{ phone }]);
    const again = await prove(phone, device);
    expect((await login(again.ticket, device)).status).toBe(200);
    expect((await t.callRest('DELETE', path, { token })).status).toBe(200);
    expect(await proofOf(id)).toEqual([]);
    expect(await prove(phone, device)).toMatchObject({ hasAccount: false });
  });

  test('refuse another number, a code that was not entered, and people who are not drivers', async () => {
    const { phone, id, token } = await makeDriver();
    const other = await prove(newPhone());
    expect((await t.callRest('POST', path, { token, body: { ticket: other.ticket } })).status).toBe(409);
    const { ticket } = await request(phone);
    expect((await t.callRest('POST', path, { token, body: { ticket } })).status).toBe(409);
    expect(await proofOf(id)).toEqual([]);
    await t.services.db
      .update(users)
      .set({ roles: [roles.companyUser] })
      .where(eq(users.id, id));
    const employee = await logIn(t, (await t.services.db.select().from(users).where(eq(users.id, id)))[0]?.email ?? '');
    const proved = await prove(phone);
    const answer = await t.callRest('POST', path, { token: employee.data.accessToken, body: { ticket: proved.ticket } });
    expect(answer.status).toBe(409);
  });

  test('need a recent confirmation', async () => {
    const { id, token } = await makeDriver();
    await t.services.db
      .update(sessions)
      .set({ confirmedAt: new Date(Date.now() - 3_600_000) })
      .where(eq(sessions.userId, id));
    const refused = await t.callRest('POST', path, { token, body: { ticket: 'x' } });
    expect(refused).toMatchObject({ status: 403, body: { errors: [{ code: 'step_up_required' }] } });
  });
});
