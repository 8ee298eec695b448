import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog, consents, sessions, users } from '#drizzle/schema/accounts.ts';
import { companyIdentities, companySignIns } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents, interviews, jobInvitations } from '#drizzle/schema/hiring.ts';
import { media } from '#drizzle/schema/media.ts';
import { conversations, messages } from '#drizzle/schema/messages.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { storeImage } from '#server/media/store-image.ts';
import { roles } from '#shared/access/access.ts';
import { newslettersConsent } from '#shared/accounts/auth.ts';
import { termsVersion } from '#shared/accounts/sign-in.ts';
import { writeText } from '#shared/texts/write-text.ts';
import { logIn, makeAccount } from '#tests/api/auth/sign-in.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => void (t = await startTestApp()));
afterAll(() => t.close());

type Account = Parameters<TestApp['createToken']>[0];
type Rows = Record<string, unknown>[];

/** The files of a ZIP by name, read by another library than the one that wrote it. */
const unzip = (content: Buffer) => new Map(Object.entries(unzipSync(content)).map(([name, file]) => [name, Buffer.from(file)]));

async function request(token: string) {
  const headers = { authorization: `Bearer ${token}` };
  return t.app.inject({ method: 'POST', url: '/api/1.0/user/export', headers });
}

async function exported(account: Account) {
  const response = await request(await t.createToken(account));
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/zip');
  expect(response.headers['content-disposition']).toMatch(/^attachment; filename="haulboard-data-\d{4}-\d\d-\d\d\.zip"$/);
  expect(response.headers['cache-control']).toBe('no-store');
  const files = unzip(response.rawPayload);
  return {
    files,
    names: [...files.keys()],
    read: (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null') as Rows,
    all: [...files].map(([name, content]) => (name.endsWith('.json') ? content.toString() : '')).join('\n'),
  };
}

/** A driver who applied to a company that noted and rated, and exchanged messages with it. */
async function applied() {
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Heron Freight' });
  const admin = await makeEmployee(db, company.id, { roles: [roles.companyAdmin] });
  const colleague = await makeEmployee(db, company.id, { roles: [roles.companyUser], phoneExtension: '12' });
  const driver = await makeDriver(db, { profile: { birthdate: '1979-11-23', street1: '77 Xylophone Way' } });
  const job = await makeJob(db, company.id, { title: 'Heron hauler', employerId: admin.id });
  const answer = { questionId: '1', type: 'yes_no' as const, text: 'Tanker experience?', value: false, isFlagged: true };
  const row = {
    ...rowOfApplication(job, driver),
    message: 'Call me any time',
    rating: 2,
    isFlagged: true,
    screeningAnswers: [answer],
  };
  const [application] = await db.insert(applications).values(row).returning({ id: applications.id });
  const of = { applicationId: application!.id, companyId: company.id };
  await db.insert(applicationEvents).values({ ...of, kind: 'note', authorId: colleague.id, text: 'Smelled of onions' });
  const talk = { companyId: company.id, driverId: driver.id, applicationId: application!.id, lastSender: 'company' as const };
  const [conversation] = await db.insert(conversations).values(talk).returning({ id: conversations.id });
  const conversationId = conversation!.id;
  await db.insert(messages).values({ conversationId, sender: 'company', authorId: colleague.id, body: 'When can you start?' });
  await db.insert(messages).values({ conversationId, sender: 'driver', body: 'On Monday' });
  const times = [new Date(Date.now() + 86_400_000)];
  await db
    .insert(interviews)
    .values({ ...of, proposedBy: colleague.id, kind: 'phone', minutes: 30, times, note: 'Bring your CDL', status: 'no_show' });
  await db.insert(jobInvitations).values({ companyId: company.id, jobId: job.id, driverId: driver.id, invitedBy: colleague.id });
  return { company, admin, colleague, driver, job };
}

async function pictureOf(userId: string, companyId: string | null = null): Promise<string> {
  const square = { width: 8, height: 8, channels: 3 as const, background: '#c45a14' };
  const data = await sharp({ create: square }).webp().toBuffer();
  const owner = { ownerId: userId, companyId, kind: companyId ? ('logo' as const) : ('picture' as const) };
  return (await storeImage(t.services.db, t.services.media, { data, width: 8, height: 8 }, owner)).name;
}

describe('the data of a driver', () => {
  test('has the profile, applications, messages and files, and nothing that a company noted', async () => {
    const { driver, colleague } = await applied();
    const name = await pictureOf(driver.id);
    const { names, files, read, all } = await exported(driver);
    expect(names).toEqual(expect.arrayContaining(['profile.json', 'consents.json', 'sessions.json', `files/${name}`]));
    expect(read('profile.json')).toMatchObject({
      account: { id: driver.id, email: driver.email },
      driverProfile: { birthdate: '1979-11-23', street1: '77 Xylophone Way' },
    });
    expect(read('applications.json')).toMatchObject([
      {
        job: 'Heron hauler',
        company: 'Heron Freight',
        message: 'Call me any time',
        email: driver.email,
        screeningAnswers: [{ question: 'Tanker experience?', answer: false }],
      },
    ]);
    expect(read('messages.json').map(({ sender, body }) => [sender, body])).toEqual([
      ['company', 'When can you start?'],
      ['driver', 'On Monday'],
    ]);
    // The driver is not told of a no-show.
    expect(read('interviews.json')).toMatchObject([{ company: 'Heron Freight', note: 'Bring your CDL', status: 'over' }]);
    expect(read('job-invitations.json')).toMatchObject([{ company: 'Heron Freight', job: 'Heron hauler' }]);
    expect(files.get(`files/${name}`)?.subarray(0, 4).toString()).toBe('RIFF');
    expect(names.filter((file) => file.startsWith('company/'))).toEqual([]);
    for (const secret of ['onions', 'rating', 'isFlagged', 'passwordHash', 'refreshHash', colleague.id, colleague.email])
      expect(all, secret).not.toContain(secret);
  });

  test('has more rows than fit into a batch, each once', async () => {
    const driver = await makeDriver(t.services.db);
    const rows = Array.from({ length: 2345 }, (_, n) => ({ event: 'sign_out.success', userId: driver.id, detail: { n } }));
    await t.services.db.insert(securityEvents).values(rows);
    const ids = (await exported(driver)).read('security-events.json').map(({ id }) => id);
    expect(new Set(ids).size).toBeGreaterThanOrEqual(rows.length);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('the data of an employer', () => {
  test('has what the person wrote, and the company’s data only for its admins', async () => {
    const { admin, colleague, company, driver } = await applied();
    const logo = await pictureOf(colleague.id, company.id);
    const ofColleague = await exported(colleague);
    expect(ofColleague.read('messages-written.json')).toMatchObject([{ body: 'When can you start?' }]);
    expect(ofColleague.read('notes-written.json')).toMatchObject([{ text: 'Smelled of onions' }]);
    expect(ofColleague.read('profile.json')).toMatchObject({ account: { phoneExtension: '12' } });
    expect(ofColleague.names.filter((name) => name.startsWith('company/'))).toEqual([]);
    expect(ofColleague.all).not.toContain(driver.email);
    const ofAdmin = await exported(admin);
    expect(ofAdmin.read('company/company.json')).toMatchObject([{ id: company.id, companyName: 'Heron Freight' }]);
    expect(ofAdmin.read('company/people.json').map(({ email }) => email)).toEqual([admin.email, colleague.email]);
    expect(ofAdmin.read('company/people.json')).toMatchObject([{ phoneExtension: null }, { phoneExtension: '12' }]);
    expect(ofAdmin.read('company/jobs.json')).toMatchObject([{ title: 'Heron hauler', addons: [] }]);
    expect(ofAdmin.read('company/applicants.json')).toMatchObject([{ email: driver.email, rating: 2, isFlagged: true }]);
    expect(ofAdmin.read('company/notes-and-calls.json')).toMatchObject([{ text: 'Smelled of onions' }]);
    expect(ofAdmin.read('company/messages.json')).toHaveLength(2);
    expect(ofAdmin.read('company/interviews.json')).toMatchObject([{ note: 'Bring your CDL', status: 'no_show' }]);
    expect(ofAdmin.read('company/job-invitations.json')).toMatchObject([{ invitedBy: colleague.id }]);
    expect(ofAdmin.read('company/invoices.json')).toEqual([]);
    expect(ofAdmin.names).toContain(`files/${logo}`);
    expect(ofAdmin.all).not.toContain('79-11-23');
  });

  test('names the company’s sign-in provider without its secret, and tells the person that it is linked', async () => {
    const { admin, colleague, company } = await applied();
    const { db } = t.services;
    const provider = { issuer: 'https://id.heron.example', clientId: 'haulboard' };
    const hidden = { sealedSecret: 'of-the-provider', domainToken: 'of-the-domain' };
    await db.insert(companySignIns).values({ companyId: company.id, domain: 'heron.example', ...provider, ...hidden });
    await db
      .insert(companyIdentities)
      .values({ companyId: company.id, issuer: provider.issuer, subject: 'colleague', userId: colleague.id });
    const { read, all } = await exported(admin);
    expect(read('company/company.json')).toMatchObject([{ companySignIn: { ...provider, domain: 'heron.example' } }]);
    for (const secret of Object.values(hidden)) expect(all).not.toContain(secret);
    expect((await exported(colleague)).read('profile.json')).toMatchObject({ companySignIns: [{ issuer: provider.issuer }] });
  });

  test('has nothing of another company, also not of one that the person left', async () => {
    const { db } = t.services;
    const { colleague, company } = await applied();
    const logo = await pictureOf(colleague.id, company.id);
    await (await t.createCallerFor(colleague)).employees.leave();
    const other = await makeCompany(db, { companyName: 'Ibis Haulage' });
    const stranger = await makeEmployee(db, other.id, { roles: [roles.companyAdmin] });
    await makeJob(db, other.id, { title: 'Ibis hauler' });
    for (const account of [colleague, stranger]) {
      const { all, names } = await exported(account);
      for (const foreign of ['Heron hauler', 'onions', 'When can you start', 'Call me any time'])
        expect(all, foreign).not.toContain(foreign);
      expect(names).not.toContain(`files/${logo}`);
    }
  });

  test('hides the address of an administrator who acted as the person', async () => {
    const { admin } = await applied();
    const superAdmin = await makeUser(t.services.db, { roles: [roles.superAdmin] });
    const entry = { actorId: superAdmin.id, impersonatedId: admin.id, action: 'job.edit', ip: '203.0.113.77' };
    await t.services.db.insert(auditLog).values(entry);
    await t.createImpersonationToken(superAdmin, admin);
    const { read, all } = await exported(admin);
    expect(read('activity.json')).toEqual(
      expect.arrayContaining([expect.objectContaining({ action: 'job.edit', isByAdministrator: true, ip: null })]),
    );
    expect(all).not.toContain('203.0.113.77');
    expect(all).not.toContain(superAdmin.id);
  });
});

describe('the download', () => {
  test('is recorded, needs a confirmed person, and is refused while impersonating', async () => {
    const { db } = t.services;
    const { admin } = await applied();
    await exported(admin);
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.actorId, admin.id));
    expect(entry).toMatchObject({ action: 'account.export', subjectId: admin.id });
    expect(await db.select().from(securityEvents).where(eq(securityEvents.event, 'account.export'))).not.toEqual([]);
    const token = await t.createToken(admin);
    await db.update(sessions).set({ confirmedAt: new Date(Date.now() - 11 * 60_000) });
    expect((await request(token)).json()).toMatchObject({ errors: [{ code: 'step_up_required' }] });
    const superAdmin = await makeUser(db, { roles: [roles.superAdmin] });
    const impersonated = await request(await t.createImpersonationToken(superAdmin, admin));
    expect(impersonated.json()).toMatchObject({ errors: [{ code: 'impersonating' }] });
    expect((await t.app.inject({ method: 'POST', url: '/api/1.0/user/export' })).statusCode).toBe(401);
  });

  test('is refused after five times a day', async () => {
    const token = await t.createToken(await makeDriver(t.services.db));
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await request(token)).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('skips a file that the store has lost', async () => {
    const driver = await makeDriver(t.services.db);
    const [lost, kept] = [await pictureOf(driver.id), await pictureOf(driver.id)];
    await t.services.media.remove(lost);
    const { names } = await exported(driver);
    expect(names).toContain(`files/${kept}`);
    expect(names).not.toContain(`files/${lost}`);
    expect(await t.services.db.select().from(media).where(eq(media.ownerId, driver.id))).toHaveLength(2);
  });
});

describe('consent records', () => {
  const consentsOf = (userId: string) =>
    t.services.db.select().from(consents).where(eq(consents.userId, userId)).orderBy(consents.at);

  test('say who agreed to which terms, from where and in which language; agreeing again adds none', async () => {
    const account = await makeAccount(t, { termsAcceptedAt: null, termsVersion: null });
    await logIn(t, account.email, { tn_terms_accepted: true }, '198.51.100.77');
    await logIn(t, account.email, { tn_terms_accepted: true }, '198.51.100.78');
    expect(await consentsOf(account.id)).toMatchObject([
      { kind: 'terms', isGiven: true, wording: termsVersion, ip: '198.51.100.77', language: 'en' },
    ]);
    await t.services.db.update(users).set({ termsVersion: '2020-01-01' }).where(eq(users.id, account.id));
    const caller = await t.createCallerFor(account);
    await caller.auth.acceptTerms();
    await caller.auth.acceptTerms();
    expect((await consentsOf(account.id)).map(({ ip }) => ip)).toEqual(['198.51.100.77', '127.0.0.1']);
  });

  test('keep the wording in the language it was shown in, and the withdrawal', async () => {
    const body = { email: 'consents@test.example', first_name: 'Ana', last_name: 'Ruiz', phone: '4025550123', role: 'driver' };
    const headers = { 'accept-language': 'es' };
    const signedUp = await t.callRest('POST', '/auth/signup', {
      headers,
      body: { ...body, password: 'Str0ng!Haul7x', tn_newsletters: true },
    });
    const { id } = signedUp.body.data as { id: string };
    await (await t.createCallerFor({ id, roles: [roles.driver] })).account.setMailPreferences({ newsletters: false });
    expect(await consentsOf(id)).toMatchObject([
      { kind: 'newsletters', isGiven: true, wording: writeText(newslettersConsent, 'es'), language: 'es', ip: '127.0.0.1' },
      { kind: 'newsletters', isGiven: false, wording: null, language: 'en', ip: '127.0.0.1' },
    ]);
  });
});
