import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { roles } from '#shared/access/access.ts';
import { makeAccount } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { getOneHourFromNow, startSocialProviders } from '#tests/helpers/social-providers.ts';
import { accountByEmail, arrive, identitiesOf, emailsTo, signedInAs } from './arrive.ts';

let t: TestApp;
let p: Awaited<ReturnType<typeof startSocialProviders>>;
beforeAll(async () => {
  p = await startSocialProviders();
  t = await startTestApp({ social: p.social });
});
afterAll(async () => {
  await t.close();
  await p.stop();
});

let sequence = 0;
const newEmail = () => `face-${++sequence}@mail.example`;
const newId = () => `${10_000_000 + ++sequence}`;
const classic = (token: string) => arrive(t, 'facebook', token);
const limited = async (claims: object) => arrive(t, 'facebook', await p.facebook.createIdToken({ ...claims }));
const facebookRefusal = { status: 401, errors: [{ message: 'Facebook couldn’t confirm your identity. Try again.' }] };

describe('an access token', () => {
  test('that Facebook gave to our app signs in', async () => {
    const email = newEmail();
    const token = p.graph.issueToken('good', { me: { id: newId(), email, first_name: 'Lee', last_name: 'Park' } });
    expect(await signedInAs(t, await classic(token))).toMatchObject({
      email,
      firstName: 'Lee',
      lastName: 'Park',
      roles: ['Driver'],
    });
  });
  test('signs in once', async () => {
    const token = p.graph.issueToken('once', { me: { id: newId(), email: newEmail() } });
    expect((await classic(token)).status).toBe(200);
    expect((await classic(token)).status).toBe(401);
  });
  test.each([
    ['of another app', { app_id: '999' }],
    ['that Facebook reports as expired', { is_valid: false }],
    ['that has expired by our clock', { expires_at: getOneHourFromNow() - 7200 }],
    ['of a page', { type: 'PAGE' }],
    ['of another person than its profile', { user_id: '666' }],
  ])('%s is refused', async (name, facts) => {
    const email = newEmail();
    const token = p.graph.issueToken(name, { me: { id: newId(), email }, ...facts });
    expect(await classic(token)).toMatchObject(facebookRefusal);
    expect(await accountByEmail(t, email)).toBeUndefined();
  });
  test('that Facebook does not know is refused', async () => {
    expect(await classic('made-up')).toMatchObject(facebookRefusal);
  });
  test('without the permission to read the email explains what to do', async () => {
    const token = p.graph.issueToken('no-email', { me: { id: newId() } });
    expect(await classic(token)).toMatchObject({ status: 422, message: expect.stringContaining('Facebook didn’t share') });
  });
  test('cannot be judged while Facebook is down', async () => {
    const token = p.graph.issueToken('down', { me: { id: newId(), email: newEmail() } });
    p.graph.state.isBroken = true;
    expect(await classic(token)).toMatchObject({ status: 502, errors: [{ code: 'provider_failed' }] });
    p.graph.state.isBroken = false;
    expect((await classic(token)).status).toBe(200);
  });
  test('is not taken without the secret of our app, and cannot be judged with a wrong one', async () => {
    const facebook = { ...p.facebook.settings, ...p.graph.settings };
    const without = await startTestApp({ social: { ...p.social, facebook: { ...facebook, appSecret: undefined } } });
    expect(await arrive(without, 'facebook', 'any')).toMatchObject({ status: 422, errors: [{ field: 'token' }] });
    await without.close();
    const wrong = await startTestApp({ social: { ...p.social, facebook: { ...facebook, appSecret: 'another' } } });
    expect((await arrive(wrong, 'facebook', 'any')).status).toBe(502);
    await wrong.close();
  });
});

describe('access token and ID token', () => {
  test('lead to one account', async () => {
    const [id, email] = [newId(), newEmail()];
    const one = await signedInAs(t, await classic(p.graph.issueToken('both', { me: { id, email } })));
    const two = await signedInAs(t, await limited({ sub: id, email }));
    expect(two.id).toBe(one.id);
  });
});

describe('Facebook does not say whether an address is verified', () => {
  test('so a new account is verified by mail, like after any sign-up', async () => {
    const email = newEmail();
    expect((await limited({ sub: newId(), email })).status).toBe(200);
    expect((await accountByEmail(t, email))?.emailVerifiedAt).toBeNull();
    const mail = (await emailsTo(t, email)).find(({ template }) => template === 'verify_email');
    const token = String(mail?.data['token']);
    expect((await t.callRest('POST', '/auth/verify-email', { body: { token } })).status).toBe(200);
    expect((await accountByEmail(t, email))?.emailVerifiedAt).toBeInstanceOf(Date);
  });
  test('so no account is taken over by it', async () => {
    const driver = await makeAccount(t, { email: newEmail(), roles: [roles.driver] });
    const refusal = {
      status: 403,
      errors: [{ code: 'email_unverified', message: expect.stringContaining('Sign in with your password') }],
    };
    expect(await limited({ sub: newId(), email: driver.email })).toMatchObject(refusal);
    const token = p.graph.issueToken('takeover', { me: { id: newId(), email: driver.email } });
    expect(await classic(token)).toMatchObject(refusal);
    expect(await identitiesOf(t, driver.id)).toEqual([]);
  });
  test('an address that it confirms is linked', async () => {
    const driver = await makeAccount(t, { email: newEmail(), roles: [roles.driver] });
    expect((await limited({ sub: newId(), email: driver.email, email_verified: true })).status).toBe(200);
  });
});
