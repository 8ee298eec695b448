import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { logIn, makeAccount, password } from './sign-in.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

const emailsTo = (email: string) =>
  t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(desc(outbox.id));
const tokenSentTo = async (email: string) =>
  String((await emailsTo(email)).find(({ template }) => template === 'verify_email')?.data['token']);
const verify = (token: string) => t.callRest('POST', '/auth/verify-email', { body: { token } });
const find = async (id: string) => (await t.services.db.select().from(users).where(eq(users.id, id)))[0];

async function signUp(email: string) {
  const body = {
    email,
    password,
    first_name: 'Dana',
    last_name: 'Whitfield',
    phone: '4025550142',
    role: 'employer',
    tn_newsletters: false,
  };
  const answer = await t.callRest('POST', '/auth/signup', { body });
  const { data } = await logIn(t, email);
  return { id: (answer.body.data as { id: string }).id, token: data.accessToken };
}

describe('the link of the mail', () => {
  test('verifies once', async () => {
    const { id } = await signUp('once@test.example');
    const token = await tokenSentTo('once@test.example');
    expect(await verify(token)).toMatchObject({ status: 200, body: { data: {} } });
    expect((await find(id))?.emailVerifiedAt).toBeInstanceOf(Date);
    expect(await verify(token)).toMatchObject({
      status: 422,
      body: { errors: [{ message: 'This link has expired or was already used' }] },
    });
    expect((await verify('nonsense')).status).toBe(422);
  });

  test('is in the mail that is sent', async () => {
    await signUp('mailed@test.example');
    await t.worker.runOnce();
    const [mail] = await emailsTo('mailed@test.example');
    expect(mail?.sentAt).toBeInstanceOf(Date);
  });

  test('works for 24 hours', async () => {
    await signUp('late@test.example');
    const token = await tokenSentTo('late@test.example');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * 60 * 60 * 1000 + 1000 });
    expect((await verify(token)).status).toBe(422);
  });

  test('sent again voids the one before; five an hour', async () => {
    const { token } = await signUp('again@test.example');
    const old = await tokenSentTo('again@test.example');
    expect(await t.callRest('POST', '/auth/resend-verification', { token })).toMatchObject({ status: 200, body: { data: {} } });
    expect((await verify(old)).status).toBe(422);
    for (let n = 0; n < 4; n++) await t.callRest('POST', '/auth/resend-verification', { token });
    expect(await t.callRest('POST', '/auth/resend-verification', { token })).toMatchObject({ status: 429 });
    expect((await verify(await tokenSentTo('again@test.example'))).status).toBe(200);
  });

  test('is not sent again to who is verified', async () => {
    const user = await makeAccount(t);
    const { accessToken } = (await logIn(t, user.email)).data;
    expect((await t.callRest('POST', '/auth/resend-verification', { token: accessToken })).status).toBe(200);
    expect(await emailsTo(user.email)).toEqual([]);
    expect((await t.callRest('POST', '/auth/resend-verification')).status).toBe(401);
  });
});

describe('a new e-mail address', () => {
  async function employer(email: string) {
    const user = await makeAccount(t, { email, roles: [roles.companyUser] });
    return { user, token: (await logIn(t, email)).data.accessToken };
  }
  const change = (token: string, email: string) => t.callRest('PATCH', '/employer', { token, body: { email } });

  test('waits for its verification, and the old address is notified', async () => {
    const { user, token } = await employer('old@test.example');
    expect((await change(token, 'new@test.example')).body.data).toMatchObject({
      email: 'old@test.example',
      email_to_verify: 'new@test.example',
      email_verified: true,
    });
    expect(await emailsTo('old@test.example')).toMatchObject([{ template: 'email_change' }]);
    expect((await verify(await tokenSentTo('new@test.example'))).status).toBe(200);
    expect(await find(user.id)).toMatchObject({ email: 'new@test.example', emailToVerify: null });
    expect((await logIn(t, 'new@test.example')).status).toBe(200);
  });

  test('is reported to the old address once verified', async () => {
    const { token } = await employer('left@test.example');
    await change(token, 'arrived@test.example');
    await verify(await tokenSentTo('arrived@test.example'));
    expect((await emailsTo('left@test.example')).map(({ template }) => template)).toEqual(['email_changed', 'email_change']);
    expect((await logIn(t, 'left@test.example')).status).toBe(401);
  });

  test('of another account is rejected regardless of case, and its owner is emailed once a day', async () => {
    const owner = await makeAccount(t, { email: 'has@test.example' });
    const { user, token } = await employer('wants@test.example');
    for (let n = 0; n < 2; n++)
      expect(await change(token, 'Has@test.example')).toMatchObject({
        status: 409,
        body: { errors: [{ code: 'conflict', field: 'email', detail: 'Email already exists.' }] },
      });
    expect(await emailsTo('has@test.example')).toMatchObject([{ template: 'email_taken' }]);
    expect(await emailsTo('wants@test.example')).toEqual([]);
    expect(await find(user.id)).toMatchObject({ email: 'wants@test.example', emailToVerify: null });
    expect((await find(owner.id))?.email).toBe('has@test.example');
  });

  test('that is refused changes nothing else either', async () => {
    await makeAccount(t, { email: 'held@test.example' });
    const { user, token } = await employer('whole@test.example');
    const body = { email: 'held@test.example', first_name: 'Vera' };
    expect((await t.callRest('PATCH', '/employer', { token, body })).status).toBe(409);
    expect((await t.callRest('PATCH', '/user', { token, body })).status).toBe(409);
    expect((await find(user.id))?.firstName).toBe('Dana');
  });

  test('is available to every role, in their own profile', async () => {
    const driver = await makeAccount(t, { email: 'wheels@test.example', roles: [roles.driver] });
    const token = await t.createToken(driver);
    const body = { email: 'rig@test.example', first_name: 'June' };
    expect((await t.callRest('PATCH', '/user', { token, body })).body.data).toMatchObject({
      email: 'wheels@test.example',
      firstName: 'June',
    });
    expect(await (await t.createCallerFor(driver)).auth.me()).toMatchObject({ emailToVerify: 'rig@test.example' });
    await verify(await tokenSentTo('rig@test.example'));
    expect(await find(driver.id)).toMatchObject({ email: 'rig@test.example', emailToVerify: null });
  });

  test('is sent again to itself, the link before is void', async () => {
    const { token } = await employer('patient@test.example');
    await change(token, 'second@test.example');
    const old = await tokenSentTo('second@test.example');
    expect((await t.callRest('POST', '/auth/resend-verification', { token })).status).toBe(200);
    expect((await verify(old)).status).toBe(422);
    expect((await verify(await tokenSentTo('second@test.example'))).status).toBe(200);
  });

  test('is canceled by requesting the current address, or by a new password', async () => {
    const { user, token } = await employer('stays@test.example');
    await change(token, 'never@test.example');
    const proof = await tokenSentTo('never@test.example');
    expect((await change(token, 'stays@test.example')).body.data).toMatchObject({ email_to_verify: null });
    expect((await verify(proof)).status).toBe(422);
    await change(token, 'never2@test.example');
    const second = await tokenSentTo('never2@test.example');
    const passwords = { old_password: password, new_password: 'N3wer!Haul7x' };
    expect((await t.callRest('POST', '/auth/change-password', { token, body: passwords })).status).toBe(200);
    expect((await verify(second)).status).toBe(422);
    expect((await find(user.id))?.email).toBe('stays@test.example');
  });

  test('is asked for five times an hour', async () => {
    const { token } = await employer('restless@test.example');
    for (let n = 0; n < 5; n++) expect((await change(token, `restless${n}@test.example`)).status).toBe(200);
    expect(await change(token, 'restless5@test.example')).toMatchObject({
      status: 429,
      body: { errors: [{ code: 'too_many' }] },
    });
  });

  test('that another person signs up with in the meantime stays theirs', async () => {
    const { user, token } = await employer('slow@test.example');
    await change(token, 'contested@test.example');
    const proof = await tokenSentTo('contested@test.example');
    await signUp('contested@test.example');
    expect((await verify(proof)).status).toBe(422);
    expect((await find(user.id))?.email).toBe('slow@test.example');
  });
});
