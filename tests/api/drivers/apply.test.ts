import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobAddons, jobDays, jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let company: Awaited<ReturnType<typeof makeCompany>>;
let employer: Awaited<ReturnType<typeof makeEmployee>>;
beforeAll(async () => {
  t = await startTestApp();
  company = await makeCompany(t.services.db);
  employer = await makeEmployee(t.services.db, company.id, { email: 'dana@prairie.example' });
});
afterAll(() => t.close());

const newJob = (overrides = {}) => makeJob(t.services.db, company.id, { employerId: employer.id, ...overrides });
const jobRow = async (id: string) => (await t.services.db.select().from(jobs).where(eq(jobs.id, id)))[0]!;

describe('applying', () => {
  it('stores what the driver sent, counts it, emails both sides and updates open screens', async () => {
    const { db, events } = t.services;
    const job = await newJob();
    const driver = await makeDriver(db, { user: { email: 'marcus@drivers.example' } });
    const stop = new AbortController();
    const heard = events.subscribe(stop.signal)[Symbol.asyncIterator]();
    const news = heard.next();
    const before = (await jobRow(job.id)).updatedAt;
    const { status, body } = await t.callRest('POST', `/jobs/${job.id}/apply`, {
      token: await t.createToken(driver),
      body: { message: ' I can start Monday. ' },
    });
    expect(status).toBe(201);
    const { id } = body.data as { id: string };
    const [row] = await db.select().from(applications).where(eq(applications.id, id));
    expect(row).toMatchObject({
      jobId: job.id,
      companyId: company.id,
      fullName: 'Marcus Oyelaran',
      withinRange: true,
      isOver21: true,
      message: 'I can start Monday.',
    });
    expect(row!.distance).toBeGreaterThan(45);
    expect(row!.distance).toBeLessThan(55);
    expect(await jobRow(job.id)).toMatchObject({ applicationCount: 1, updatedAt: before });
    expect(await db.select().from(jobDays).where(eq(jobDays.jobId, job.id))).toMatchObject([{ applications: 1 }]);
    const mails = (await db.select().from(outbox)).filter(({ data }) => data['title'] === job.title);
    expect(mails.map(({ recipient, template }) => `${template} ${recipient}`).sort()).toEqual([
      'application_sent marcus@drivers.example',
      'new_applicant dana@prairie.example',
    ]);
    const { data } = mails.find(({ template }) => template === 'new_applicant')!;
    expect(data['facts']).toEqual({
      cdlStatus: row!.cdlStatus,
      years: row!.yearsOfExperience,
      miles: row!.distance,
      matchScore: expect.closeTo(row!.matchScore ?? 0, 5),
      phone: row!.phone,
    });
    const { details, links } = writeEmail('new_applicant', data, 'https://haulboard.example', 'en');
    expect(details?.map(([label]) => label)).toEqual(['CDL', 'Years of experience', 'Distance', 'Match score']);
    expect(links).toEqual([{ label: expect.stringMatching(/^Call Marcus Oyelaran: \(\d{3}\)/), url: `tel:+1${row!.phone}` }]);
    expect((await news).value).toEqual({ type: 'application', companyId: company.id, jobId: job.id, applicationId: id });
    stop.abort();
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['was deactivated', (id) => t.services.db.update(employees).set({ active: false }).where(eq(employees.userId, id))],
    ['was locked', (id) => t.services.db.update(users).set({ status: 'Locked' }).where(eq(users.id, id))],
  ])('mails the company, and not who posted the job and %s', async (_why, leave) => {
    const { db } = t.services;
    const poster = await makeEmployee(db, company.id);
    const job = await newJob({ employerId: poster.id, status: 'POSTED' });
    await leave(poster.id);
    const token = await t.createToken(await makeDriver(db));
    expect(await t.callRest('POST', `/jobs/${job.id}/apply`, { token })).toMatchObject({ status: 201 });
    const admin = await t.createCallerFor(await makeUser(db, { roles: [roles.admin] }));
    await admin.jobs.disable({ id: job.id });
    const mails = (await db.select().from(outbox)).filter(({ data }) => data['jobId'] === job.id);
    const toCompany = mails.filter(({ template }) => template === 'new_applicant' || template === 'job_disabled');
    expect(toCompany.map(({ template, recipient }) => `${template} ${recipient}`).toSorted()).toEqual([
      `job_disabled ${company.email}`,
      `new_applicant ${company.email}`,
    ]);
    expect(mails.map(({ recipient }) => recipient)).not.toContain(poster.email);
  });

  it('emails the company’s admins if the person who posted the job is gone and the company’s address is unverified', async () => {
    const { db } = t.services;
    const unproven = await makeCompany(db, { email: 'mistyped@stranger.example', emailVerifiedAt: null });
    const admins = [await makeEmployee(db, unproven.id), await makeEmployee(db, unproven.id)];
    await makeEmployee(db, unproven.id, { roles: [roles.companyUser] });
    await makeEmployee(db, unproven.id, { status: 'Locked' });
    const internal = await makeUser(db, { roles: [roles.internalUser] });
    const job = await makeJob(db, unproven.id, { employerId: internal.id });
    const token = await t.createToken(await makeDriver(db));
    expect(await t.callRest('POST', `/jobs/${job.id}/apply`, { token })).toMatchObject({ status: 201 });
    await (await t.createCallerFor(await makeUser(db, { roles: [roles.admin] }))).jobs.disable({ id: job.id });
    const mails = (await db.select().from(outbox)).filter(({ data }) => data['jobId'] === job.id);
    expect(mails.map(({ template, recipient }) => `${template} ${recipient}`).toSorted()).toEqual(
      ['job_disabled', 'new_applicant'].flatMap((template) => admins.map(({ email }) => `${template} ${email}`)).toSorted(),
    );
  });

  it('counts one of twenty parallel applications', async () => {
    const job = await newJob();
    const driver = await makeDriver(t.services.db);
    const token = await t.createToken(driver);
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.callRest('POST', `/jobs/${job.id}/apply`, { token })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    expect((await jobRow(job.id)).applicationCount).toBe(1);
  });

  it('notifies everyone in the company in the app, with one line for all applicants until it is read', async () => {
    const { db } = t.services;
    const other = await makeCompany(db);
    const stranger = await makeEmployee(db, other.id);
    const ours = await makeCompany(db);
    const [owner, colleague] = [await makeEmployee(db, ours.id), await makeEmployee(db, ours.id)];
    const [job, second] = [await makeJob(db, ours.id), await makeJob(db, ours.id)];
    const applyTo = async ({ id }: { id: string }) =>
      t.callRest('POST', `/jobs/${id}/apply`, { token: await t.createToken(await makeDriver(db)) });
    await applyTo(job);
    await applyTo(second);
    await Promise.all([applyTo(job), applyTo(job)]);
    const api = await t.createCallerFor(owner);
    const { items } = await api.notifications.list({});
    expect(items).toMatchObject([
      {
        kind: 'new_application',
        title: expect.stringMatching(/^3 new applicants/),
        path: `/company/jobs/${job.id}/detail#applicants`,
      },
      {
        kind: 'new_application',
        title: expect.stringMatching(/^Marcus Oyelaran applied for /),
        path: expect.stringMatching(`^/company/jobs/${second.id}/detail\\?applicant=`),
      },
    ]);
    expect((await (await t.createCallerFor(colleague)).notifications.unread()).count).toBe(2);
    expect((await (await t.createCallerFor(stranger)).notifications.unread()).count).toBe(0);
    await api.notifications.markRead({});
    await applyTo(job);
    expect((await api.notifications.list({})).items.map(({ readAt }) => readAt === null)).toEqual([true, false, false]);
  });

  it('counts all of ten drivers who apply in parallel', async () => {
    const job = await newJob();
    const drivers = await Promise.all(Array.from({ length: 10 }, () => makeDriver(t.services.db)));
    const tokens = await Promise.all(drivers.map((driver) => t.createToken(driver)));
    const answers = await Promise.all(tokens.map((token) => t.callRest('POST', `/jobs/${job.id}/apply`, { token })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect((await jobRow(job.id)).applicationCount).toBe(10);
  });

  it('is for public jobs only', async () => {
    const token = await t.createToken(await makeDriver(t.services.db));
    const applyTo = async (id: string) => (await t.callRest('POST', `/jobs/${id}/apply`, { token })).status;
    expect(await applyTo((await newJob({ status: 'CLOSED' })).id)).toBe(410);
    expect(await applyTo((await newJob({ expirationDate: new Date(Date.now() - 1000) })).id)).toBe(410);
    expect(await applyTo((await newJob({ status: 'DISABLED' })).id)).toBe(404);
    expect(await applyTo('no-such-job')).toBe(404);
    const cancelled = await makeCompany(t.services.db, { status: 'Cancelled' });
    expect(await applyTo((await makeJob(t.services.db, cancelled.id)).id)).toBe(404);
  });

  it('is for drivers only', async () => {
    const job = await newJob();
    expect((await t.callRest('POST', `/jobs/${job.id}/apply`)).status).toBe(401);
    expect((await t.callRest('POST', `/jobs/${job.id}/apply`, { token: await t.createToken(employer) })).status).toBe(403);
  });

  it('sends to the page of an employer who takes applications there', async () => {
    const job = await newJob();
    const page = 'https://prairie.example/apply';
    await t.services.db
      .insert(jobAddons)
      .values({ jobId: job.id, addonType: 'hyperlink', costCents: 100_00, externalUrl: page, paidAt: new Date() });
    const { status, body } = await t.callRest('POST', `/jobs/${job.id}/apply`, {
      token: await t.createToken(await makeDriver(t.services.db)),
    });
    expect(status).toBe(409);
    expect(body.errors[0]).toMatchObject({ code: 'conflict', detail: page });
  });
});

describe('what an application needs', () => {
  const fieldsOf = (errors: { field?: string }[]) => errors.map(({ field }) => field);

  it('is named, each missing answer, and nothing is sent', async () => {
    const job = await newJob();
    const account = await makeUser(t.services.db, { roles: [roles.driver] });
    const token = await t.createToken(account);
    const patch = (body: object) => t.callRest('PATCH', '/member/profile', { token, body });
    const apply = async () => {
      const { status, body } = await t.callRest('POST', `/jobs/${job.id}/apply`, { token });
      return [status, ...fieldsOf(body.errors ?? [])];
    };
    expect(await apply()).toEqual([422, 'cdl_status', 'city', 'postal_code', 'years_of_experience']);
    await patch({ cdl_status: 'Permit', city: 'Lincoln' });
    expect(await apply()).toEqual([422, 'state', 'postal_code', 'years_of_experience']);
    await patch({ city: '', postal_code: '68508' });
    expect(await apply()).toEqual([422, 'years_of_experience']);
    await patch({ cdl_status: null, years_of_experience: 0 });
    expect(await apply()).toEqual([422, 'cdl_status']);
    expect((await jobRow(job.id)).applicationCount).toBe(0);
    expect(await t.services.db.select().from(applications).where(eq(applications.jobId, job.id))).toEqual([]);
    await patch({ cdl_status: 'Class C' });
    expect(await apply()).toEqual([201]);
  });

  it('is named in the same way by the web', async () => {
    const job = await newJob();
    const driver = await makeDriver(t.services.db, { profile: { cdlStatus: null, yearsOfExperience: null } });
    const web = await t.createCallerFor(driver);
    const error: unknown = await web.drivers.applyTo({ id: job.id }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({ cause: { status: 422, issues: [{ field: 'cdlStatus' }, { field: 'yearsOfExperience' }] } });
  });

  it('may be the answer that there is no CDL, which the employer reads', async () => {
    const job = await newJob();
    const driver = await makeDriver(t.services.db, { profile: { cdlStatus: null } });
    const token = await t.createToken(driver);
    const saved = await t.callRest('PATCH', '/member/profile', { token, body: { cdl_status: 'No CDL' } });
    expect(saved).toMatchObject({ status: 200, body: { data: { cdl_status: 'No CDL', completeness: 1 } } });
    expect((await t.callRest('POST', `/jobs/${job.id}/apply`, { token })).status).toBe(201);
    const applicants = await t.callRest('GET', `/jobs/${job.id}/applicants`, { token: await t.createToken(employer) });
    expect(applicants.body.data).toMatchObject([{ cdl_status: 'No CDL' }]);
  });
});

describe('my applications', () => {
  it('show the outcome of each; a withdrawn one disappears for the employer and can be sent again', async () => {
    const driver = await makeDriver(t.services.db);
    const token = await t.createToken(driver);
    const job = await newJob();
    const other = await newJob({ title: 'Another' });
    const { body } = await t.callRest('POST', `/jobs/${job.id}/apply`, { token });
    const { id } = body.data as { id: string };
    await t.callRest('POST', `/jobs/${other.id}/apply`, { token });
    await t.services.db.update(jobs).set({ status: 'CLOSED' }).where(eq(jobs.id, other.id));
    const list = await t.callRest('GET', '/member/applications', { token });
    expect(list.body.pagination.total).toBe(2);
    expect((list.body.data as { title: string; status: string }[]).map(({ title, status }) => [title, status])).toEqual([
      ['Another', 'closed'],
      [job.title, 'sent'],
    ]);
    const one = await t.callRest('GET', `/member/applications?job_id=${job.id}`, { token });
    expect([one.body.pagination.total, (one.body.data as { id: string }[])[0]?.id]).toEqual([1, id]);
    const stranger = await makeDriver(t.services.db);
    const otherApplications = await t.callRest('GET', `/member/applications?job_id=${job.id}`, {
      token: await t.createToken(stranger),
    });
    expect(otherApplications.body.pagination.total).toBe(0);
    expect((await t.callRest('DELETE', `/member/applications/${id}`, { token: await t.createToken(stranger) })).status).toBe(404);
    expect(await t.callRest('DELETE', `/member/applications/${id}`, { token })).toMatchObject({
      status: 200,
      body: { data: { id } },
    });
    expect((await t.callRest('DELETE', `/member/applications/${id}`, { token })).status).toBe(409);
    expect((await jobRow(job.id)).applicationCount).toBe(0);
    const applicants = await t.callRest('GET', `/jobs/${job.id}/applicants`, { token: await t.createToken(employer) });
    expect(applicants.body.pagination.total).toBe(0);
    const again = await t.callRest('POST', `/jobs/${job.id}/apply`, { token });
    expect(again).toMatchObject({ status: 201, body: { data: { id } } });
    expect((await jobRow(job.id)).applicationCount).toBe(1);
  });
});

describe('a profile', () => {
  it('is empty at first, fills up, and is found on the map', async () => {
    const account = await makeUser(t.services.db, { roles: [roles.driver], phone: null });
    const token = await t.createToken(account);
    expect((await t.callRest('GET', '/member/profile', { token })).body.data).toMatchObject({
      completeness: 0,
      endorsements: [],
      birthdate: null,
    });
    const body = {
      phone: '(402)555-0199',
      city: 'Lincoln',
      state: 'Nebraska',
      postal_code: '68508',
      birthdate: '1990-02-28',
      cdl_status: 'Class A',
      years_of_experience: 2.5,
      work_experiences: ['dryVan'],
      endorsements: ['H'],
      equipment: ['tarps', 'liftgate'],
      owner_operator: false,
      home_time: 'HW',
      expected_pay: 1450.5,
      shifts: ['night'],
      available_from: '2026-12-15',
    };
    const twice = { ...body, work_experiences: ['dryVan', 'dryVan'] };
    const saved = await t.callRest('PATCH', '/member/profile', { token, body: twice });
    expect(saved.status).toBe(200);
    expect(saved.body.data).toMatchObject({ ...body, phone: '4025550199', state: 'NE', completeness: 1 });
    const job = await newJob();
    await t.callRest('POST', `/jobs/${job.id}/apply`, { token });
    const [row] = await t.services.db.select().from(applications).where(eq(applications.jobId, job.id));
    expect(row!.distance).toBeGreaterThan(40);
    const { equipment, shifts, available_from } = body;
    expect(row).toMatchObject({ equipment, shifts, availableFrom: available_from });
    const cleared = await t.callRest('PATCH', '/member/profile', { token, body: { postal_code: null, city: '', state: null } });
    expect(cleared.body.data).toMatchObject({ city: null, state: null, postal_code: null, cdl_status: 'Class A' });
  });

  it('rejects an unknown place and impossible answers', async () => {
    const token = await t.createToken(await makeDriver(t.services.db));
    const patch = async (body: object) => {
      const answer = await t.callRest('PATCH', '/member/profile', { token, body });
      return [answer.status, answer.body.errors?.[0]?.field];
    };
    expect(await patch({ postal_code: '00001' })).toEqual([422, 'postal_code']);
    expect(await patch({ birthdate: '2999-01-01' })).toEqual([422, 'birthdate']);
    expect(await patch({ birthdate: '1990-02-30' })).toEqual([422, 'birthdate']);
    expect(await patch({ cdl_status: 'Class Z' })).toEqual([422, 'cdl_status']);
    expect(await patch({ years_of_experience: -1 })).toEqual([422, 'years_of_experience']);
    expect(await patch({ first_name: '' })).toEqual([422, 'first_name']);
  });
});
