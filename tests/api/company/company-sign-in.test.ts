import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asc, eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  auditLog,
  consents,
  factors,
  recommendations,
  sessions,
  textConsents,
  throttles,
  users,
} from '#drizzle/schema/accounts.ts';
import { companies, companyIdentities, companySignIns, employees } from '#drizzle/schema/companies.ts';
import { drivers } from '#drizzle/schema/drivers.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { finishCompanySignIn, startCompanySignIn } from '#server/company/sign-in/login-with-provider.ts';
import { resolveEmployee } from '#server/company/sign-in/resolve-employee.ts';
import { checkDomain } from '#server/company/sign-in/update-provider.ts';
import { makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { isAllowedProviderUrl } from '#server/http/outgoing.ts';
import { type Keys, openKeys } from '#server/session/keys.ts';
import { rotateSecret } from '#server/session/secret-file.ts';
import { startSession } from '#server/session/sessions.ts';
import { readSettings } from '#server/settings/env.ts';
import type { OwnCompany } from '#server/trpc.ts';
import { startWorker } from '#server/worker/worker.ts';
import { roles } from '#shared/access/access.ts';
import { logIn, makeAccount, password, callFromWeb } from '#tests/api/auth/sign-in.ts';
import { newEmployeeInput } from '#tests/api/company/people.ts';
import { addApp, answer, challengeFor, codeOf } from '#tests/api/factors/enroll.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
const providers: OAuth2Server[] = [];
beforeAll(async () => void (t = await startTestApp({ privateSignInProviders: ['127.0.0.1', 'localhost'] })));
afterAll(async () => {
  await Promise.all(providers.map((one) => one.stop()));
  await t.close();
});

type Claims = Record<string, unknown>;

/** A real OpenID provider on this machine. `claims` are what it says about the person who signs in next. */
async function startProvider() {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  providers.push(server);
  const identity: { claims: Claims } = { claims: {} };
  server.service.on('beforeTokenSigning', ({ payload }: { payload: Claims }) => Object.assign(payload, identity.claims));
  return { issuer: server.issuer.url ?? '', server, says: identity };
}

type Provider = Awaited<ReturnType<typeof withProvider>>;

let made = 0;
/** A company with a proved domain and its provider. */
async function withProvider(options: { isRequired?: boolean; createsAccounts?: boolean } = {}) {
  const { db } = t.services;
  const domain = `carrier-${++made}.example`;
  const company = await makeCompany(db, { companyName: `Carrier ${made}` });
  const admin = await makeEmployee(db, company.id, { roles: [roles.companyAdmin], email: `admin@${domain}` });
  const provider = await startProvider();
  const api = await t.createCallerFor(admin);
  const input = { domain, issuer: provider.issuer, clientId: 'haulboard', clientSecret: 'a-secret-of-the-provider' };
  const saved = await api.companySignIn.save({ ...input, isRequired: false, createsAccounts: false, ...options });
  const scope = { companyId: company.id } as OwnCompany;
  const actor = {
    userId: admin.id,
    impersonatorId: null,
    companyId: company.id,
    roles: admin.roles,
    language: 'en' as const,
    ip: '127.0.0.1',
  };
  const record = saved.settings?.dnsRecord ?? '';
  await checkDomain(db, scope, actor, async () => [['unrelated'], [record.slice(0, 20), record.slice(20)]]);
  return { domain, company, admin, api, input, scope, actor, ...provider };
}

/** @returns the origin of the server */
async function listenOnFreePort(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Goes to the provider as a browser does, and returns with its answer. */
async function visit(address: string): Promise<{ code: string; state: string; iss?: string }> {
  const response = await fetch(address, { redirect: 'manual' });
  const answer = new URL(response.headers.get('location') ?? '').searchParams;
  return {
    code: answer.get('code') ?? '',
    state: answer.get('state') ?? '',
    ...(answer.has('iss') ? { iss: answer.get('iss')! } : {}),
  };
}

const start = async (email: string) => (await t.createCallerFor(null)).companySignIn.start({ email });
const finish = (input: { ticket: string; code: string; state: string; iss?: string }) =>
  callFromWeb(t, 'companySignIn.finish', { deviceId: 'abcd1234', ...input });

async function signIn(email: string, identity: { claims: Claims }, claims: Claims = {}) {
  const { address, ticket } = await start(email);
  identity.claims = { email, email_verified: true, ...claims };
  return finish({ ticket, ...(await visit(address)) });
}

/** Confirms a session with the password. Answers the new token, which replaces the former one. */
async function confirm(token: string): Promise<string> {
  const { status, body } = await t.callRest('POST', '/auth/confirm', { token, body: { password } });
  expect(status).toBe(200);
  return (body.data as { access_token: string }).access_token;
}

/** Downloads the person's data with the given token. `all` is the text of all JSON files. */
async function exportWith(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await t.app.inject({ method: 'POST', url: '/api/1.0/user/export', headers });
  expect(response.statusCode).toBe(200);
  const files = Object.entries(unzipSync(response.rawPayload)).filter(([name]) => name.endsWith('.json'));
  const texts = new Map(files.map(([name, content]) => [name, Buffer.from(content).toString()]));
  return { profile: JSON.parse(texts.get('profile.json') ?? '') as unknown, all: [...texts.values()].join('\n') };
}

const mailsTo = (email: string) => t.services.db.select().from(outbox).where(eq(outbox.recipient, email)).orderBy(asc(outbox.id));

describe('company sign-in', () => {
  // Together the tests sign in more often than one address may in an hour.
  beforeEach(() => t.services.db.delete(throttles));

  test('signs an employee in, links the account, and later knows the person by the provider’s id', async () => {
    const { domain, company, says: identity } = await withProvider();
    const person = await makeEmployee(t.services.db, company.id, { email: `Dana@${domain}`, roles: [roles.companyUser] });
    const { status, data, cookie } = await signIn(`dana@${domain}`, identity, { sub: 'dana-id' });
    expect(status).toBe(200);
    expect(cookie).not.toBeNull();
    expect((await t.callRest('GET', '/user', { token: String(data?.['accessToken']) })).status).toBe(200);
    expect(await t.services.db.select().from(companyIdentities).where(eq(companyIdentities.userId, person.id))).toHaveLength(1);
    expect((await signIn(`dana@${domain}`, identity, { sub: 'dana-id', email: `renamed@${domain}` })).status).toBe(200);
    expect((await signIn(`dana@${domain}`, identity, { sub: 'another-id' })).status).toBe(403);
  });

  test('a name that the provider changes leaves the name of the account alone', async () => {
    const { domain, company, says: identity } = await withProvider({ createsAccounts: true });
    const nameOf = async (email: string) => {
      const [row] = await t.services.db.select().from(users).where(eq(users.email, email));
      return `${row?.firstName} ${row?.lastName}`;
    };
    const person = await makeEmployee(t.services.db, company.id, {
      email: `dana@${domain}`,
      firstName: 'Dana',
      lastName: 'Quist',
    });
    const added = `nia@${domain}`;
    const namesByProvider = { given_name: 'Nia', family_name: 'Okoro' };
    expect((await signIn(added, identity, { sub: 'nia', ...namesByProvider })).status).toBe(200);
    for (const names of [{ given_name: 'Other', family_name: 'Name' }, { given_name: '', family_name: null }, {}]) {
      expect((await signIn(person.email, identity, { sub: 'dana', ...names })).status).toBe(200);
      expect((await signIn(added, identity, { sub: 'nia', ...names })).status).toBe(200);
    }
    expect([await nameOf(person.email), await nameOf(added)]).toEqual(['Dana Quist', 'Nia Okoro']);
  });

  test.each([
    [true, 200],
    ['true', 200],
    [false, 403],
    ['false', 403],
    ['', 403],
    [1, 403],
    [null, 403],
  ])('the claim that the address is verified is %j: %i', async (emailVerified, status) => {
    const { domain, company, says: identity } = await withProvider();
    await makeEmployee(t.services.db, company.id, { email: `dana@${domain}` });
    expect((await signIn(`dana@${domain}`, identity, { sub: 'dana', email_verified: emailVerified })).status).toBe(status);
  });

  test.each([
    ['', '/'],
    ['/', ''],
    ['/realms/haul', '/realms/haul/'],
    ['/realms/haul/', '/realms/haul'],
  ])('the issuer ends in “%s”, and “%s” is refused with the right one', async (ownEnd, otherEnd) => {
    const { api, input } = await withProvider();
    const server = createServer((_request, response) => response.end(JSON.stringify({ issuer: origin + ownEnd })));
    const origin = await listenOnFreePort(server);
    const save = (end: string) =>
      api.companySignIn.save({ ...input, issuer: origin + end, isRequired: false, createsAccounts: false });
    await expect(save(otherEnd)).rejects.toThrow(`${origin}${ownEnd}.`);
    expect((await api.companySignIn.settings()).settings?.issuer).toBe(input.issuer);
    await expect(save(ownEnd)).resolves.toMatchObject({ settings: { issuer: origin + ownEnd } });
    await new Promise((resolve) => server.close(resolve));
    // A provider that does not answer is checked at the first sign-in.
    await expect(save(otherEnd)).resolves.toMatchObject({ settings: { issuer: origin + otherEnd } });
  });

  test('a person without an account gets one only if the company says so', async () => {
    const closed = await withProvider();
    expect((await signIn(`new@${closed.domain}`, closed.says, { sub: 'new' })).status).toBe(403);
    const open = await withProvider({ createsAccounts: true });
    const claims = { sub: 'new', given_name: 'Nia', family_name: 'Okoro' };
    expect((await signIn(`new@${open.domain}`, open.says, claims)).status).toBe(200);
    const [row] = await t.services.db
      .select()
      .from(users)
      .where(eq(users.email, `new@${open.domain}`));
    expect(row).toMatchObject({ firstName: 'Nia', roles: [roles.companyUser], passwordHash: null });
    expect(row?.emailVerifiedAt).toBeInstanceOf(Date);
    expect(await t.services.db.select().from(employees).where(eq(employees.userId, row!.id))).toMatchObject([
      { companyId: open.company.id },
    ]);
  });

  test('refuses unverified addresses, other domains, other companies’ people, staff, and deactivated people', async () => {
    const { db } = t.services;
    const { domain, company, says: identity } = await withProvider({ createsAccounts: true });
    const other = await withProvider();
    expect((await signIn(`x@${domain}`, identity, { sub: 'x1', email_verified: false })).status).toBe(403);
    expect((await signIn(`x@${domain}`, identity, { sub: 'x2', email_verified: undefined })).status).toBe(403);
    expect((await signIn(`x@${domain}`, identity, { sub: 'x3', email: other.admin.email })).status).toBe(403);
    expect((await signIn(`x@${domain}`, identity, { sub: 'x4', email: `x@evil.${domain}` })).status).toBe(403);
    expect((await signIn(`x@${domain}`, identity, { sub: 'x5', email: `a@b.example@${domain}.evil.example` })).status).toBe(403);
    await makeEmployee(db, other.company.id, { email: `elsewhere@${domain}` });
    expect((await signIn(`elsewhere@${domain}`, identity, { sub: 'x6' })).status).toBe(403);
    await makeUser(db, { email: `staff@${domain}`, roles: [roles.superAdmin] });
    expect((await signIn(`staff@${domain}`, identity, { sub: 'x7' })).status).toBe(403);
    const gone = await makeEmployee(db, company.id, { email: `gone@${domain}` });
    await db.update(employees).set({ active: false }).where(eq(employees.userId, gone.id));
    expect((await signIn(`gone@${domain}`, identity, { sub: 'x8' })).status).toBe(403);
  });

  test('an answer works once, for its own sign-in, state, nonce and provider', async () => {
    const { domain, company, says: identity, issuer } = await withProvider();
    await makeEmployee(t.services.db, company.id, { email: `dana@${domain}` });
    const other = await withProvider();
    identity.claims = { email: `dana@${domain}`, email_verified: true, sub: 'dana' };
    const first = await start(`dana@${domain}`);
    const answer = await visit(first.address);
    expect((await finish({ ticket: first.ticket, ...answer, state: 'another' })).status).toBe(401);
    expect((await finish({ ticket: 'none', ...answer })).status).toBe(401);
    // Another browser's ticket with a stolen code: the code is bound to the first ticket's verifier.
    const attacker = await start(`dana@${domain}`);
    expect((await finish({ ticket: attacker.ticket, code: answer.code, state: attacker.state })).status).toBe(401);
    // A ticket of another company's sign-in, with this provider's answer.
    const mixed = await start(`admin@${other.domain}`);
    expect((await finish({ ticket: mixed.ticket, code: answer.code, state: mixed.state })).status).toBe(401);
    const wrongIss = await start(`dana@${domain}`);
    const wrong = await visit(wrongIss.address);
    expect((await finish({ ticket: wrongIss.ticket, ...wrong, iss: other.issuer })).status).toBe(401);
    const fresh = await start(`dana@${domain}`);
    const right = await visit(fresh.address);
    expect((await finish({ ticket: fresh.ticket, ...right, iss: issuer })).status).toBe(200);
    expect((await finish({ ticket: fresh.ticket, ...right, iss: issuer })).status).toBe(401);
    for (const claims of [
      { nonce: 'another' },
      { nonce: undefined },
      { aud: 'another-client' },
      { iss: other.issuer },
      { exp: 1 },
    ])
      expect((await signIn(`dana@${domain}`, identity, { sub: 'dana', ...claims })).status, JSON.stringify(claims)).toBe(401);
    identity.claims = {};
  });

  test('a token without the provider’s signature is refused, and so is a provider that names itself otherwise', async () => {
    const { domain, company, says, server } = await withProvider();
    await makeEmployee(t.services.db, company.id, { email: `dana@${domain}` });
    server.service.once('beforeResponse', ({ body }: { body: { id_token: string } }) => {
      body.id_token = body.id_token.replace(/\.[\w-]{8}(?=[\w-]*$)/, '.AAAAAAAA');
    });
    expect((await signIn(`dana@${domain}`, says, { sub: 'dana' })).status).toBe(401);
    expect((await signIn(`dana@${domain}`, says, { sub: 'dana' })).status).toBe(200);
    server.service.on('beforeWellKnownOpenIdConfiguration', ({ body }: { body: { issuer: string } }) => {
      body.issuer = 'https://id.example.com';
    });
    await expect(start(`dana@${domain}`)).rejects.toMatchObject({ cause: { code: 'provider_failed' } });
  });

  test('works for proved domains only, one company each, and not while the company is cancelled', async () => {
    const { domain, company, api, input, scope, actor } = await withProvider();
    await expect(start('someone@unknown.example')).rejects.toMatchObject({ cause: { code: 'not_found' } });
    const otherProvider = await withProvider();
    await otherProvider.api.companySignIn.save({ ...otherProvider.input, domain, isRequired: false, createsAccounts: true });
    const record = (await otherProvider.api.companySignIn.settings()).settings?.dnsRecord ?? '';
    await expect(
      checkDomain(t.services.db, otherProvider.scope, otherProvider.actor, async () => [['other']]),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
    await expect(
      checkDomain(t.services.db, otherProvider.scope, otherProvider.actor, async () => [[record]]),
    ).rejects.toMatchObject({
      code: 'conflict',
    });
    expect((await start(`a@${domain}`)).address).toContain(new URL(input.issuer).host);
    await api.companySignIn.save({ ...input, domain: `new-${domain}`, isRequired: false, createsAccounts: false });
    await expect(start(`a@${domain}`)).rejects.toMatchObject({ cause: { code: 'not_found' } });
    await expect(start(`a@new-${domain}`)).rejects.toMatchObject({ cause: { code: 'not_found' } });
    expect([scope.companyId, actor.companyId]).toEqual([company.id, company.id]);
  });

  test('when required, company users sign in no other way; admins keep their password', async () => {
    const { db } = t.services;
    const { domain, company } = await withProvider({ isRequired: true });
    const person = await makeAccount(t, { email: `pat@${domain}`, roles: [roles.companyUser] });
    const admin = await makeAccount(t, { email: `boss@${domain}`, roles: [roles.companyAdmin] });
    for (const { id } of [person, admin]) await db.insert(employees).values({ userId: id, companyId: company.id });
    expect(await logIn(t, person.email)).toMatchObject({ status: 403, errors: [{ code: 'company_sign_in_required' }] });
    expect(await logIn(t, person.email, { password: `${password}x` })).toMatchObject({ status: 401 });
    expect((await logIn(t, admin.email)).status).toBe(200);
  });

  describe('a session that the provider opened', () => {
    /** An employee who is a driver too and has a password, signed in by the provider. */
    async function signedIn() {
      const provider = await withProvider();
      const userRoles = [roles.companyUser, roles.driver];
      const person = await makeAccount(t, { email: `ed@${provider.domain}`, roles: userRoles });
      await t.services.db.insert(employees).values({ userId: person.id, companyId: provider.company.id });
      await t.services.db.insert(drivers).values({ userId: person.id });
      const again = () => signIn(person.email, provider.says, { sub: 'ed' });
      const { status, data, cookie } = await again();
      expect(status).toBe(200);
      return { ...provider, person, again, cookie, token: String(data?.['accessToken']) };
    }
    const statusOf = async (token: string, path: string) => (await t.callRest('GET', path, { token })).status;

    test('has the employer roles only, also after a refresh; the person’s own sign-in has all', async () => {
      const { person, token, cookie } = await signedIn();
      const refreshed = await callFromWeb(t, 'auth.refresh', {}, { cookie });
      for (const one of [token, String(refreshed.data?.['accessToken'])]) {
        expect(await statusOf(one, '/employer')).toBe(200);
        expect(await statusOf(one, '/member/profile')).toBe(403);
        expect(await statusOf(one, '/member/applications')).toBe(403);
        expect(await (await t.createCallerWithToken(one)).auth.me()).toMatchObject({ roles: [roles.companyUser] });
        expect((await t.callRest('GET', '/user', { token: one })).body.data).toMatchObject({ roles: [roles.companyUser] });
      }
      const own = (await logIn(t, person.email)).data.accessToken;
      expect(await statusOf(own, '/member/profile')).toBe(200);
    });

    test('does not count as confirmed, until the person enters the password', async () => {
      const { token, domain } = await signedIn();
      const email = `edward@${domain}`;
      const change = (one: string) => t.callRest('PATCH', '/user', { token: one, body: { email } });
      expect(await change(token)).toMatchObject({ status: 403, body: { errors: [{ code: 'step_up_required' }] } });
      expect((await t.callRest('POST', '/user/export', { token })).status).toBe(403);
      const confirmedToken = await confirm(token);
      expect((await change(token)).status).toBe(401);
      expect((await change(confirmedToken)).status).toBe(200);
    });

    test('exports no data of the driver, also once it is confirmed; the person’s own sign-in exports all', async () => {
      const { db } = t.services;
      const { person, company, token } = await signedIn();
      const userId = person.id;
      await db.update(drivers).set({ birthdate: '1979-11-23', street1: '77 Xylophone Way' }).where(eq(drivers.userId, userId));
      await db.insert(textConsents).values({ userId, phone: '4025550199', version: 'first' });
      const consent = {
        kind: 'texts',
        isGiven: true,
        phone: '4025550199',
        version: 'first',
        source: 'settings',
        wording: 'Yes',
        language: 'en',
      } as const;
      await db.insert(consents).values({ userId, ...consent });
      await db.insert(outbox).values({ recipient: person.email, template: 'application_rejected', data: {} });
      await db.insert(recommendations).values({ recommenderId: userId, fullName: 'Frida Friend', email: 'frida@friend.example' });
      await db.insert(auditLog).values([
        { actorId: userId, action: 'application.withdraw', subjectType: 'application' },
        { actorId: userId, action: 'job.update', subjectType: 'job', companyId: company.id },
      ]);
      const driverData = ['1979-11-23', 'Xylophone', '4025550199', 'application_rejected', 'frida@', 'application.withdraw'];
      const opened = await exportWith(await confirm(token));
      expect(opened.profile).toMatchObject({ account: { id: userId }, employment: { companyId: company.id } });
      expect(opened.all).toContain('job.update');
      for (const secret of driverData) expect(opened.all, secret).not.toContain(secret);
      const own = await exportWith((await logIn(t, person.email)).data.accessToken);
      for (const part of [...driverData, company.id]) expect(own.all, part).toContain(part);
    });

    test('exports everything of an employee who has no private part', async () => {
      const { company, domain, says } = await withProvider();
      const person = await makeAccount(t, { email: `ida@${domain}`, roles: [roles.companyUser] });
      await t.services.db.insert(employees).values({ userId: person.id, companyId: company.id });
      const { data } = await signIn(person.email, says, { sub: 'ida' });
      const { all } = await exportWith(await confirm(String(data?.['accessToken'])));
      expect(all).toContain('company_sign_in_linked');
    });

    test('stays one when the person changes the password in it', async () => {
      const { token } = await signedIn();
      const change = { oldPassword: password, newPassword: 'N3w!Convoy#42' };
      const { status, data } = await callFromWeb(t, 'auth.changePassword', change, { token });
      expect(status).toBe(200);
      expect(await statusOf(String(data?.['accessToken']), '/employer')).toBe(200);
      expect(await statusOf(String(data?.['accessToken']), '/member/profile')).toBe(403);
    });

    test('the link is emailed to the owner once', async () => {
      const { person, company, again } = await signedIn();
      expect((await again()).status).toBe(200);
      const mails = await mailsTo(person.email);
      const linked = mails.filter(({ template }) => template === 'company_sign_in_linked');
      expect(linked).toMatchObject([{ data: { companyName: company.companyName, isPasswordVoid: false } }]);
    });

    test('ends when the address leaves the company’s domain, and no new one starts', async () => {
      const { person, token, again } = await signedIn();
      const own = (await logIn(t, person.email)).data.accessToken;
      const email = `ed-${person.id}@home.example`;
      expect((await t.callRest('PATCH', '/user', { token: own, body: { email } })).status).toBe(200);
      const link = (await mailsTo(email)).at(-1)?.data['token'];
      expect((await t.callRest('POST', '/auth/verify-email', { token: own, body: { token: link } })).status).toBe(200);
      expect(await statusOf(token, '/user')).toBe(401);
      expect(await statusOf(own, '/user')).toBe(200);
      expect((await again()).status).toBe(403);
    });

    test.each(['removed', 'replaced'])('ends when the provider is %s, and no other session does', async (change) => {
      const { person, token, api, input } = await signedIn();
      const own = (await logIn(t, person.email)).data.accessToken;
      const elsewhere = await signedIn();
      if (change === 'removed') await api.companySignIn.remove();
      else await api.companySignIn.save({ ...input, clientId: 'another', isRequired: false, createsAccounts: false });
      expect(await statusOf(token, '/user')).toBe(401);
      expect(await statusOf(own, '/user')).toBe(200);
      expect(await statusOf(elsewhere.token, '/user')).toBe(200);
    });

    test('does not start once the provider is gone, though the provider has answered before', async () => {
      const { person, api, company, input, domain } = await signedIn();
      const { db } = t.services;
      const provider = { companyId: company.id, ...input, createsAccounts: false };
      const identity = {
        subject: 'ed',
        email: person.email,
        isEmailVerified: true,
        firstName: null,
        lastName: null,
        ip: '127.0.0.1',
        language: 'en',
        hasAcceptedTerms: false,
      } as const;
      const account = await resolveEmployee(db, provider, identity);
      const client = { kind: 'web', deviceId: 'abcd1234', ip: '127.0.0.1', userAgent: null, language: 'en' } as const;
      const open = () => startSession(db, t.services, account, client, { providerCompanyId: company.id, isPrivate: false });
      expect(await statusOf((await open()).accessToken, '/user')).toBe(200);
      await api.companySignIn.save({ ...input, domain, clientId: 'another', isRequired: false, createsAccounts: false });
      await expect(open()).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(resolveEmployee(db, provider, identity)).rejects.toMatchObject({ code: 'unauthenticated' });
      await resolveEmployee(db, { ...provider, clientId: 'another' }, identity);
      await api.companySignIn.remove();
      await expect(open()).rejects.toMatchObject({ code: 'unauthenticated' });
      await expect(resolveEmployee(db, { ...provider, clientId: 'another' }, identity)).rejects.toMatchObject({
        code: 'unauthenticated',
      });
    });

    test('ends when the person works for another company', async () => {
      const { person, token } = await signedIn();
      const other = await makeCompany(t.services.db);
      await t.services.db.update(employees).set({ companyId: other.id }).where(eq(employees.userId, person.id));
      expect(await statusOf(token, '/user')).toBe(401);
      expect(await statusOf((await logIn(t, person.email)).data.accessToken, '/employer')).toBe(200);
    });
  });

  describe('a second factor', () => {
    const chosen = 'N3w!Convoy#42';
    const factorsOf = (userId: string) => t.services.db.select().from(factors).where(eq(factors.userId, userId));

    async function addedEmployee({ domain, admin }: Awaited<ReturnType<typeof withProvider>>) {
      const email = `pat@${domain}`;
      const body = newEmployeeInput({ email, password });
      const added = await t.callRest('POST', '/employees', { token: await t.createToken(admin), body });
      expect(added.status).toBe(201);
      const first = (await logIn(t, email)).data.accessToken;
      const change = { old_password: password, new_password: chosen };
      expect((await t.callRest('POST', '/auth/change-password', { token: first, body: change })).status).toBe(200);
      const token = (await logIn(t, email, { password: chosen })).data.accessToken;
      const id = (added.body.data as { id: string }).id;
      const { secret } = await addApp(t, { id, roles: [] }, await t.createCallerWithToken(token));
      return { id, email, secret };
    }

    test.each([false, true])('is asked for after the provider’s answer and kept; required: %s', async (isRequired) => {
      const provider = await withProvider({ isRequired: false });
      const { id, email, secret } = await addedEmployee(provider);
      await provider.api.companySignIn.save({ ...provider.input, isRequired, createsAccounts: false });
      const asked = await signIn(email, provider.says, { sub: 'pat' });
      expect(asked).toMatchObject({ status: 401, code: 'second_factor_required', cookie: null });
      expect(await factorsOf(id)).toHaveLength(1);
      const { status, data } = await callFromWeb(t, 'auth.secondFactor', { challenge: asked.challenge, code: codeOf(secret) });
      expect({ status, data }).toMatchObject({ status: 200, data: { userRoles: [roles.companyUser] } });
      const token = String(data?.['accessToken']);
      expect((await t.callRest('GET', '/user', { token })).status).toBe(200);
      expect((await t.callRest('POST', '/user/export', { token })).body.errors).toMatchObject([{ code: 'step_up_required' }]);
      expect(await logIn(t, email, { password: chosen })).toMatchObject({ status: 401 });
    });

    test.each([
      ['removed the provider', async ({ api }: Provider) => void (await api.companySignIn.remove())],
      [
        'named another provider',
        async ({ api, input }: Provider) =>
          void (await api.companySignIn.save({ ...input, clientId: 'another', isRequired: false, createsAccounts: false })),
      ],
      [
        'named another domain',
        async ({ api, input, domain }: Provider) =>
          void (await api.companySignIn.save({ ...input, domain: `new-${domain}`, isRequired: false, createsAccounts: false })),
      ],
      [
        'changed the address of the person',
        async (_: Provider, id: string) =>
          void (await t.services.db
            .update(users)
            .set({ email: `${id}@home.example` })
            .where(eq(users.id, id))),
      ],
      [
        'was cancelled',
        async ({ company }: Provider) =>
          void (await t.services.db.update(companies).set({ status: 'Cancelled' }).where(eq(companies.id, company.id))),
      ],
    ])('does not finish the sign-in if the company %s in the meantime', async (_, change) => {
      const provider = await withProvider();
      const { id, email, secret } = await addedEmployee(provider);
      const asked = await signIn(email, provider.says, { sub: 'pat' });
      await change(provider, id);
      const finished = await callFromWeb(t, 'auth.secondFactor', { challenge: asked.challenge, code: codeOf(secret) });
      expect(finished.status).toBe(401);
      expect(await t.services.db.select().from(sessions).where(eq(sessions.providerCompanyId, provider.company.id))).toEqual([]);
    });

    test('is not removed by a company admin who sets the password before the first sign-in with the provider', async () => {
      const { company, domain, admin, says } = await withProvider();
      const colleague = await makeEmployee(t.services.db, company.id, { email: `lee@${domain}`, roles: [roles.companyUser] });
      await addApp(t, colleague);
      const body = { employeeId: colleague.id, password: chosen };
      const token = await t.createToken(admin);
      expect((await t.callRest('POST', '/employees/password', { token, body })).status).toBe(200);
      expect(await signIn(colleague.email, says, { sub: 'lee' })).toMatchObject({ status: 401, code: 'second_factor_required' });
      expect(await factorsOf(colleague.id)).toHaveLength(1);
      expect(await mailsTo(colleague.email)).toContainEqual(
        expect.objectContaining({
          template: 'company_sign_in_linked',
          data: expect.objectContaining({ isPasswordVoid: true }),
        }),
      );
    });

    test('does not let the password in where the provider is required', async () => {
      const { domain, company } = await withProvider({ isRequired: true });
      const person = await makeAccount(t, { email: `kim@${domain}`, roles: [roles.companyUser] });
      await addApp(t, person);
      await t.services.db.insert(employees).values({ userId: person.id, companyId: company.id });
      await expect(challengeFor(t, person.email)).rejects.toThrow('company_sign_in_required');
    });
  });

  describe('where the provider is required, the own sign-in of an employee who is a driver too', () => {
    async function driver() {
      const { company, domain } = await withProvider({ isRequired: true });
      const person = await makeAccount(t, { email: `ed@${domain}`, roles: [roles.companyUser, roles.driver] });
      await t.services.db.insert(employees).values({ userId: person.id, companyId: company.id });
      await t.services.db.insert(drivers).values({ userId: person.id });
      return person;
    }
    const statusesOf = (token: string) =>
      Promise.all(
        ['/member/profile', '/member/applications', '/employer', '/jobs', '/employees'].map(
          async (path) => (await t.callRest('GET', path, { token })).status,
        ),
      );
    const privateOnly = [200, 200, 403, 403, 403];

    test('opens the driver part and no company, also after a refresh and a changed password', async () => {
      const { email } = await driver();
      const { status, data } = await logIn(t, email);
      expect({ status, data }).toMatchObject({ status: 200, data: { userRoles: [roles.driver], redirect: '/members' } });
      expect(await statusesOf(data.accessToken)).toEqual(privateOnly);
      const refreshed = await t.callRest('POST', '/auth/refresh', { body: { refresh_token: data.refreshToken } });
      const token = (refreshed.body.data as { accessToken: string }).accessToken;
      expect(await statusesOf(token)).toEqual(privateOnly);
      const change = { oldPassword: password, newPassword: 'N3w!Convoy#42' };
      const web = await callFromWeb(t, 'auth.changePassword', change, { token });
      expect(web.status).toBe(200);
      expect(await statusesOf(String(web.data?.['accessToken']))).toEqual(privateOnly);
    });

    test('tells nothing of the company, also not in the exported data', async () => {
      const person = await driver();
      const token = (await logIn(t, person.email)).data.accessToken;
      const nothing = { companyId: null, companyName: null, companyStatus: null, companyColor: null, companyLogo: null };
      expect(await (await t.createCallerWithToken(token)).auth.me()).toMatchObject(nothing);
      const { db } = t.services;
      const [employee] = await db.select().from(employees).where(eq(employees.userId, person.id));
      const entry = { actorId: person.id, action: 'job.update', companyId: employee!.companyId };
      await db.insert(auditLog).values([entry, { actorId: person.id, action: 'application.withdraw' }]);
      const { profile, all } = await exportWith(token);
      expect(profile).toMatchObject({ account: { id: person.id }, employment: null, driverProfile: { cdlStatus: null } });
      expect(all).toContain('application.withdraw');
      for (const part of [employee!.companyId, 'job.update']) expect(all, part).not.toContain(part);
    });

    test('lasts as long as the account’s shortest times say, and lists them', async () => {
      const person = await driver();
      const { accessToken: token } = (await logIn(t, person.email)).data;
      const { maxAgeMs, maxIdleMs } = t.services.settings.sessionLimits.employer;
      const [session] = await t.services.db.select().from(sessions).where(eq(sessions.userId, person.id));
      expect(session!.expiresAt.getTime()).toBe(session!.createdAt.getTime() + maxAgeMs);
      const { items } = await (await t.createCallerWithToken(token)).account.sessions();
      expect(items).toMatchObject([{ endsAt: session!.expiresAt, idleMinutes: maxIdleMs / 60_000 }]);
    });

    test('asks for the second factor, and opens the same', async () => {
      const person = await driver();
      const { secret } = await addApp(t, person);
      const { token: challenge } = await challengeFor(t, person.email);
      const { status, body } = await answer(t, challenge, { code: codeOf(secret) });
      expect({ status, data: body.data }).toMatchObject({ status: 200, data: { userRoles: [roles.driver] } });
      expect(await statusesOf((body.data as { accessToken: string }).accessToken)).toEqual(privateOnly);
    });
  });

  describe('where the provider is required, an address', () => {
    const change = (token: string, email: string) => t.callRest('PATCH', '/employer', { token, body: { email } });
    const openLink = async (email: string) => {
      const link = (await mailsTo(email)).at(-1)?.data['token'];
      return t.callRest('POST', '/auth/verify-email', { body: { token: link } });
    };
    async function employee(provider: Awaited<ReturnType<typeof withProvider>>, role: 'companyUser' | 'companyAdmin') {
      const person = await makeAccount(t, { email: `${role}@${provider.domain}`, roles: [roles[role]] });
      await t.services.db.insert(employees).values({ userId: person.id, companyId: provider.company.id });
      return { person, token: await t.createToken(person), privateEmail: `${role}-${person.id}@home.example` };
    }

    test('stays in the company’s domain, so that the password does not work again', async () => {
      const provider = await withProvider({ isRequired: true });
      const { person, token, privateEmail } = await employee(provider, 'companyUser');
      const refused = { status: 403, body: { errors: [{ code: 'forbidden', field: 'email' }] } };
      for (const email of [privateEmail, `x@sub.${provider.domain}`, `x@${provider.domain}.evil.example`])
        expect(await change(token, email), email).toMatchObject(refused);
      const boss = await t.createToken(await makeAccount(t, { roles: [roles.superAdmin] }));
      const body = { email: privateEmail };
      expect(await t.callRest('PATCH', `/admin/employer/${person.id}`, { token: boss, body })).toMatchObject(refused);
      expect(await mailsTo(privateEmail)).toEqual([]);
      const renamed = `renamed@${provider.domain}`;
      expect((await change(token, renamed)).status).toBe(200);
      expect((await openLink(renamed)).status).toBe(200);
      expect(await logIn(t, renamed)).toMatchObject({ status: 403, errors: [{ code: 'company_sign_in_required' }] });
    });

    test('does not change later either, if the change was requested before', async () => {
      const provider = await withProvider({ isRequired: false });
      const { person, token, privateEmail } = await employee(provider, 'companyUser');
      expect((await change(token, privateEmail)).status).toBe(200);
      await provider.api.companySignIn.save({ ...provider.input, isRequired: true, createsAccounts: false });
      expect((await openLink(privateEmail)).status).toBe(403);
      expect((await t.services.db.select().from(users).where(eq(users.id, person.id)))[0]).toMatchObject({ email: person.email });
    });

    test('of a company admin may be any, as may be the password', async () => {
      const provider = await withProvider({ isRequired: true });
      const { token, privateEmail } = await employee(provider, 'companyAdmin');
      expect((await change(token, privateEmail)).status).toBe(200);
      expect((await openLink(privateEmail)).status).toBe(200);
    });
  });

  test('the secret is encrypted, never answered, and entered again for another provider', async () => {
    const { api, company, input } = await withProvider();
    const [row] = await t.services.db.select().from(companySignIns).where(eq(companySignIns.companyId, company.id));
    expect(JSON.stringify(row)).not.toContain(input.clientSecret);
    expect(JSON.stringify(await api.companySignIn.settings())).not.toContain(input.clientSecret);
    await expect(
      api.companySignIn.save({
        ...input,
        clientSecret: undefined,
        issuer: 'https://other.example',
        isRequired: false,
        createsAccounts: false,
      }),
    ).rejects.toMatchObject({ cause: { code: 'invalid', field: 'clientSecret' } });
    await api.companySignIn.remove();
    expect((await api.companySignIn.settings()).settings).toBeNull();
  });

  test('after a rotation of the keys the worker encrypts the secret again, and the key before can be deleted', async () => {
    const { domain, company, says } = await withProvider();
    const person = await makeEmployee(t.services.db, company.id, { email: `dana@${domain}` });
    const { dataDir } = t.services.settings;
    const readKeys = () => openKeys({ current: undefined }, dataDir);
    const keysBefore = readKeys();
    expect(keysBefore.id).toBe(t.services.keys.id);
    rotateSecret(dataDir);
    const keysAfter = readKeys();
    expect(keysAfter.previous?.id).toBe(keysBefore.id);
    const [none, onlyAfter] = [
      { ...keysBefore, previous: null },
      { ...keysAfter, previous: null },
    ];
    const signInBy = async (keys: Keys) => {
      const services = { ...t.services, keys };
      const { address, ticket } = await startCompanySignIn(services, person.email, '127.0.0.1');
      says.claims = { email: person.email, email_verified: true, sub: 'dana' };
      const request = { ticket, ...(await visit(address)), deviceId: 'abcd1234', tnTermsAccepted: false };
      const client = { kind: 'web' as const, ip: '127.0.0.1', userAgent: 'test', language: 'en' as const };
      return finishCompanySignIn(services, request, client);
    };
    const opened = { accessToken: expect.any(String) };
    const locked = /unable to authenticate/i;
    expect(await signInBy(keysAfter), 'before the worker ran').toMatchObject(opened);
    await expect(signInBy(onlyAfter)).rejects.toThrow(locked);
    const worker = startWorker({ ...t.services, keys: keysAfter }, t.transport, { ticking: false });
    await worker.runOnce();
    await worker.stop();
    expect(await signInBy(onlyAfter), 'without the previous key').toMatchObject(opened);
    await expect(signInBy(none)).rejects.toThrow(locked);
  });

  test('is set up, checked and removed through REST, each by its own company', async () => {
    const { domain, company, admin } = await withProvider();
    const other = await makeCompany(t.services.db);
    const otherAdmin = await makeEmployee(t.services.db, other.id, { roles: [roles.companyAdmin] });
    const [token, otherToken] = [await t.createToken(admin), await t.createToken(otherAdmin)];
    const path = '/companies/sign-in';
    const saved = { domain: `new-${domain}`, client_id: 'haulboard', is_required: false, creates_accounts: true };
    const body = { ...saved, issuer: 'https://id.example.com', client_secret: 'a-secret' };
    const { status, body: answer } = await t.callRest('POST', path, { token, body });
    expect({ status, data: answer.data }).toMatchObject({
      status: 200,
      data: {
        redirect_uri: expect.stringMatching(/\/login\/social$/),
        settings: { ...saved, domain_verified_at: null, dns_record: expect.stringContaining('haulboard-domain-verification=') },
      },
    });
    expect(JSON.stringify(answer)).not.toContain('a-secret');
    expect((await t.callRest('GET', path, { token })).body.data).toEqual(answer.data);
    expect((await t.callRest('GET', path, { token: otherToken })).body.data).toMatchObject({ settings: null });
    expect((await t.callRest('POST', `${path}/check-domain`, { token: otherToken })).status).toBe(404);
    expect((await t.callRest('DELETE', path, { token: otherToken })).body.data).toEqual({ id: other.id });
    expect((await t.callRest('GET', path, { token })).body.data).toEqual(answer.data);
    expect((await t.callRest('DELETE', path, { token })).body.data).toEqual({ id: company.id });
    expect((await t.callRest('GET', path, { token })).body.data).toMatchObject({ settings: null });
  });

  test.each([
    'https://10.0.0.1',
    'https://localhost',
    'http://id.example.com',
    'https://[::1]',
    'https://idp.internal',
    'https://u:p@id.example.com',
    'file:///etc/passwd',
    'https://id.example.com:22',
    'https://id.example.com:80',
    'http://127.0.0.1:8154',
    'https://u:p@id.corp.example',
    'https://id.corp.example.evil.example:25',
  ])('a company cannot make the server call %s', (address) =>
    expect(isAllowedProviderUrl(address, ['id.corp.example'])).toBe(false),
  );

  test.each(['https://id.example.com/tenant', 'https://id.example.com:8443', 'http://id.corp.example:81', 'http://10.0.0.5'])(
    'the server may call %s',
    (address) => expect(isAllowedProviderUrl(address, ['id.corp.example', '10.0.0.5'])).toBe(true),
  );

  test('private providers are those that the operator names', () => {
    const read = (hosts?: string) =>
      readSettings({ DATA_DIR: '/tmp', NODE_ENV: 'test', ...(hosts ? { PRIVATE_SIGN_IN_PROVIDERS: hosts } : {}) });
    expect(read().privateSignInProviders).toEqual([]);
    expect(read('off').privateSignInProviders).toEqual([]);
    expect(read('ID.corp.example, 10.0.0.5,[fd00::5]').privateSignInProviders).toEqual([
      'id.corp.example',
      '10.0.0.5',
      '[fd00::5]',
    ]);
    for (const wrong of ['on', 'https://id.corp.example', 'id.corp.example:8443', 'a b', '*'])
      expect(() => read(wrong), wrong).toThrow('PRIVATE_SIGN_IN_PROVIDERS');
  });
});
