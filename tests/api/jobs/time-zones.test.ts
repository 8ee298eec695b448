import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { users } from '#drizzle/schema/accounts.ts';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { jobDays, jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { countView, sweepJobViewers } from '#server/jobs/public-search.ts';
import { writeEmail } from '#server/mail/outbox.ts';
import { roles } from '#shared/access/access.ts';
import { calendarDate } from '#shared/format.ts';
import { addDays, localDay, instantOf, startOfDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';

/** Which time zone each date uses: the reader's, the company's or the job's. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
afterEach(() => void vi.useRealTimers());

const seattle = { city: 'Seattle', state: 'WA', postalCode: '98101' };
const west = 'US/Pacific';

const textOf = ({ body }: { body: unknown }) => String(body);

/** A company with a job, and a person in each of two zones. */
async function carrier(place = {}) {
  const { db } = t.services;
  const company = await makeCompany(db);
  const job = await makeJob(db, company.id, place);
  const tokenIn = async (timezone: 'US/Eastern' | 'US/Pacific') =>
    t.createToken(await makeEmployee(db, company.id, { timezone, roles: [roles.companyAdmin] }));
  return { company, job, east: await tokenIn('US/Eastern'), pacific: await tokenIn('US/Pacific') };
}

async function applyAt(job: Parameters<typeof rowOfApplication>[0], applicationAt: Date) {
  const { db } = t.services;
  await db.insert(applications).values(rowOfApplication(job, await makeDriver(db), { applicationAt }));
}

describe('the reader’s zone', () => {
  it('decides who applied today', async () => {
    const { job, east, pacific } = await carrier();
    const at = startOfDay(localDay('US/Eastern', Date.now()), 'US/Eastern');
    await applyAt(job, at);
    await applyAt(job, new Date(at.getTime() - 1));
    const countFor = async (token: string, path: string) => {
      const { data } = (await t.callRest('GET', path, { token })).body;
      return ([data].flat() as { today_applicants: number }[])[0]?.today_applicants;
    };
    const pacificCount = at >= startOfDay(localDay(west, Date.now()), west) ? 2 : 0;
    for (const path of ['/jobs', `/jobs/${job.id}`]) {
      expect(await countFor(east, path)).toBe(1);
      expect(await countFor(pacific, path)).toBe(pacificCount);
    }
  });

  it('decides what a calendar date in a filter means, also on days of 23 and 25 hours', async () => {
    const { job, east, pacific } = await carrier();
    for (const at of ['2026-03-08T04:30:00Z', '2026-03-09T04:30:00Z', '2026-11-01T04:30:00Z', '2026-11-02T04:59:00Z'])
      await applyAt(job, new Date(at));
    const found = async (token: string, operator: string, value: unknown) => {
      const filters = { and: [{ field: 'application_at', operator, value }] };
      const { body } = await t.callRest('POST', `/jobs/${job.id}/applicants/search`, { token, body: { filters } });
      return (body.data as { application_at: string }[]).map(({ application_at: at }) => at.slice(0, 16)).toSorted();
    };
    expect(await found(east, 'equals', '2026-03-08')).toEqual([]);
    expect(await found(pacific, 'equals', '2026-03-08')).toEqual(['2026-03-09T04:30']);
    expect(await found(east, 'between', ['2026-03-07', '2026-03-09'])).toEqual(['2026-03-08T04:30', '2026-03-09T04:30']);
    expect(await found(east, 'in', ['2026-11-01'])).toEqual(['2026-11-01T04:30', '2026-11-02T04:59']);
    expect(await found(pacific, 'less_than', '2026-03-08')).toEqual(['2026-03-08T04:30']);
    expect(await found(pacific, 'between', ['2026-03-09T04:30:00Z', '2026-03-09T04:30:00.000Z'])).toEqual(['2026-03-09T04:30']);
  });

  it('is that of the files that they export', async () => {
    const { job, east, pacific } = await carrier();
    await applyAt(job, new Date('2026-07-01T05:30:00Z'));
    const file = async (token: string) =>
      textOf(await t.callRest('POST', `/jobs/${job.id}/applicants/export`, { token, body: {} }));
    expect(await file(east)).toMatch(/Applied \(Eastern time\).*\r\n.*2026-07-01 01:30/);
    expect(await file(pacific)).toMatch(/Applied \(Pacific time\).*\r\n.*2026-06-30 22:30/);
  });
});

describe('the job’s zone', () => {
  it('gives a job one date on its page, in its structured data, in the feed and in files, for every reader', async () => {
    const posted = addDays(localDay(west, Date.now()), -2);
    const ends = addDays(posted, 30);
    const dates = { postingDate: instantOf(`${posted}T21:30`, west), expirationDate: instantOf(`${ends}T21:30`, west) };
    const { job, east } = await carrier({ ...seattle, ...dates, nextBillingDate: dates.expirationDate });
    const { data } = (await t.callRest('GET', `/jobs/${job.id}`, { token: east })).body;
    expect(data).toMatchObject({ time_zone: west, posting_date: dates.postingDate.toISOString() });

    const page = (await t.app.inject({ url: `/jobs/${job.id}`, headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0' } })).body;
    expect(page.match(/\d\d\/\d\d\/\d{4}/g)?.toSorted()).toEqual(
      [posted, posted, ends].map((day) => calendarDate(day)).toSorted(),
    );
    const jobPosting = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}') as {
      datePosted: string;
      validThrough: string;
    };
    expect([jobPosting.datePosted.slice(0, 10), jobPosting.validThrough.slice(0, 10)]).toEqual([posted, ends]);
    expect(new Date(jobPosting.validThrough)).toEqual(dates.expirationDate);

    const feed = (await t.app.inject({ url: '/feeds/jobs.xml' })).body;
    const entry = feed.split('<job>').find((one) => one.includes(job.id));
    expect(entry).toContain(`<date><![CDATA[${posted}T21:30`);
    expect(entry).toContain(`<expirationdate><![CDATA[${ends}T21:30`);

    const file = textOf(await t.callRest('POST', '/jobs/export', { token: east, body: {} }));
    expect(file).toContain(`,${posted},${ends},${ends},`);
  });

  it('is used in bills and in a driver’s application, and files have the billing date in it', async () => {
    const { db } = t.services;
    const { company, job, east } = await carrier(seattle);
    const billingDate = new Date('2026-07-02T05:30:00Z');
    const [invoice] = await db
      .insert(invoices)
      .values({
        companyId: company.id,
        invoiceCustomId: `INV-2026-${String(job.id).slice(0, 6)}`,
        purpose: 'new_job',
        subjectKey: `new_job:${job.id}`,
        paymentMethod: 'card',
        status: 'paid',
        amountCents: 30_000,
        paidAt: billingDate,
        billingDate,
      })
      .returning({ id: invoices.id });
    const line = { invoiceId: invoice?.id ?? '', jobId: job.id, description: job.title, amountCents: 30_000 };
    await db.insert(invoiceLines).values(line);
    const history = (await t.callRest('GET', '/payment/company/history', { token: east })).body.data;
    expect(history).toMatchObject([{ id: job.id, time_zone: west, billing_date: billingDate.toISOString() }]);
    const file = textOf(await t.callRest('POST', '/payment/company/history/export', { token: east, body: {} }));
    expect(file).toContain(`${job.title},2026-07-01,`);

    const driver = await makeDriver(db, { user: { timezone: 'US/Eastern' } });
    await db.insert(applications).values(rowOfApplication(job, driver));
    const sent = (await t.callRest('GET', '/member/applications', { token: await t.createToken(driver) })).body.data;
    expect(sent).toMatchObject([{ job_id: job.id, time_zone: west }]);
  });

  it('counts its days', async () => {
    const { db } = t.services;
    const { job, east } = await carrier({ city: 'Honolulu', state: 'HI', postalCode: '96801' });
    const publicPlace = { id: job.id, state: 'HI', postalCode: '96801', latitude: null, longitude: null };
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-02T09:59:00Z') });
    await countView(db, publicPlace, 'one');
    await sweepJobViewers(db);
    await countView(db, publicPlace, 'one');
    vi.setSystemTime(new Date('2026-05-02T10:00:00Z'));
    await countView(db, publicPlace, 'one');
    const days = await db.select().from(jobDays).where(eq(jobDays.jobId, job.id));
    expect(Object.fromEntries(days.map(({ day, views }) => [day, views]))).toEqual({ '2026-05-01': 1, '2026-05-02': 1 });
    vi.setSystemTime(new Date('2026-05-02T09:59:00Z'));
    const postedToday = await t.createCallerWithToken(east);
    const { byDay: shown } = await postedToday.jobs.statistics({ id: job.id });
    expect(shown.at(-1)).toMatchObject({ date: '2026-05-01', views: 1 });
  });

  it('begins a day of posting, for each address of an order', async () => {
    const { east } = await carrier();
    const addresses = [
      { city: 'Albany', state: 'NY', postal_code: '12207', coordinates: { latitude: 42.65, longitude: -73.75 } },
      { city: 'El Paso', state: 'TX', postal_code: '79901', coordinates: { latitude: 31.76, longitude: -106.49 } },
      { city: 'Phoenix', state: 'AZ', postal_code: '85001', coordinates: { latitude: 33.45, longitude: -112.07 } },
    ];
    const order = async (postingDate: string) => {
      const body = { ...makeJobRequest(), addresses, posting_date: postingDate, postingDate: undefined };
      const { status, body: created } = await t.callRest('POST', '/jobs', { token: east, body });
      expect(status).toBe(201);
      const { jobs: rows } = created.data as { jobs: { id: string }[] };
      const scheduled = rows.map(
        async ({ id }) => (await t.services.db.select().from(jobs).where(eq(jobs.id, id)))[0]?.scheduledAt,
      );
      return (await Promise.all(scheduled)).map((at) => at?.toISOString());
    };
    expect(await order('2099-07-01')).toEqual([
      '2099-07-01T04:00:00.000Z',
      '2099-07-01T06:00:00.000Z',
      '2099-07-01T07:00:00.000Z',
    ]);
    const instant = '2099-07-01T12:00:00.000Z';
    expect(await order(instant)).toEqual([instant, instant, instant]);
  });
});

describe('an address near a border between zones', () => {
  it.each([
    [{ city: 'Sidney', state: 'NE', postal_code: '69162' }, 'US/Mountain', 'US/Mountain'],
    [{ city: 'Sidney', state: 'NE' }, 'US/Mountain', 'US/Mountain'],
    [{ city: 'Goodland', state: 'KS' }, 'US/Mountain', 'US/Mountain'],
    [{ city: 'Tullahoma', state: 'TN', postal_code: '37388' }, 'US/Central', 'US/Central'],
    [{ city: 'Ontario', state: 'OR', postal_code: '97914' }, 'US/Mountain', 'US/Mountain'],
    [{ city: 'Kayenta', state: 'AZ', postal_code: '86033' }, 'US/Mountain', 'US/Mountain'],
    [{ city: 'Adak', state: 'AK', postal_code: '99546' }, 'US/Aleutian', 'US/Pacific'],
  ])('of %o has the zone %s for the job, its posting day, and %s for a driver', async (address, zone, profileZone) => {
    const { db } = t.services;
    const { east } = await carrier();
    const body = { ...makeJobRequest(), addresses: [address], posting_date: '2099-12-01', postingDate: undefined };
    const created = await t.callRest('POST', '/jobs', { token: east, body });
    expect(created.status).toBe(201);
    const [{ id } = { id: '' }] = (created.body.data as { jobs: { id: string }[] }).jobs;
    expect((await t.callRest('GET', `/jobs/${id}`, { token: east })).body.data).toMatchObject({ time_zone: zone });
    const [row] = await db.select({ scheduledAt: jobs.scheduledAt }).from(jobs).where(eq(jobs.id, id));
    expect(row?.scheduledAt).toEqual(startOfDay('2099-12-01', zone));
    const driver = await makeUser(db, { roles: [roles.driver], timezone: null });
    const saved = await t.callRest('PATCH', '/member/profile', { token: await t.createToken(driver), body: address });
    expect(saved.status).toBeLessThan(300);
    expect(await db.select({ zone: users.timezone }).from(users).where(eq(users.id, driver.id))).toEqual([{ zone: profileZone }]);
  });
});

describe('a new account', () => {
  const password = 'Long-Haul-2026!';
  const person = (email: string, timezone?: string) => ({
    email,
    password,
    first_name: 'Dana',
    last_name: 'Whitfield',
    phone: '4025550142',
    ...(timezone === undefined ? {} : { timezone }),
  });
  const zoneOf = async (email: string) =>
    (await t.services.db.select({ timezone: users.timezone }).from(users).where(eq(users.email, email)))[0]?.timezone;

  it.each([
    ['America/Los_Angeles', 'US/Pacific'],
    ['US/Mountain', 'US/Mountain'],
    ['Europe/Berlin', null],
    ['nowhere', null],
    [undefined, null],
  ])('in a browser of %s has the zone %s', async (browser, zone) => {
    const email = `zone-${String(browser).replace(/\W/g, '')}@test.example`;
    expect((await t.callRest('POST', '/auth/signup', { body: person(email, browser) })).status).toBe(201);
    expect(await zoneOf(email)).toBe(zone);
  });

  it('has that of its company’s address where the browser said none, and Central until then', async () => {
    const { db } = t.services;
    const company = (email: string) => ({
      company_name: 'Hudson Freight',
      size: '1-5',
      email,
      street1: '1 State St',
      city: 'Albany',
      state: 'NY',
      postal_code: '12207',
    });
    const unknown = await makeUser(db, { roles: [roles.companyUser], timezone: null });
    const token = await t.createToken(unknown);
    expect((await t.callRest('GET', '/user', { token })).body.data).toMatchObject({ timezone: 'US/Central' });
    expect((await t.callRest('POST', '/companies', { token, body: company('a@hudson.example') })).status).toBe(201);
    expect((await t.callRest('GET', '/user', { token })).body.data).toMatchObject({ timezone: 'US/Eastern' });
    const chosen = await makeUser(db, { roles: [roles.companyUser], timezone: 'US/Pacific' });
    await t.callRest('POST', '/companies', { token: await t.createToken(chosen), body: company('b@hudson.example') });
    expect(await zoneOf(chosen.email)).toBe('US/Pacific');
    const added = person('new-here@hudson.example');
    expect((await t.callRest('POST', '/employees', { token, body: added })).status).toBe(201);
    expect(await zoneOf(added.email)).toBe('US/Eastern');
    const driver = await makeDriver(db, { user: { timezone: null } });
    const moved = await t.callRest('PATCH', '/member/profile', {
      token: await t.createToken(driver),
      body: { city: 'Denver', state: 'CO', postal_code: '80202' },
    });
    expect([moved.status, await zoneOf(driver.email)]).toEqual([200, 'US/Mountain']);
  });
});

it('an invoice is due on a day in the zone of the company that gets it', () => {
  const receipt = {
    kind: 'invoice',
    number: 'INV-2026-000001',
    status: 'open',
    company: { name: 'Hudson Freight', address: [], email: 'a@hudson.example' },
    billedAt: '2026-11-01T03:30:00.000Z',
    dueAt: '2026-12-01T03:30:00.000Z',
    paidAt: null,
    voidedAt: null,
    paidWith: null,
    lines: [],
    totalCents: 300_00,
    refunds: [],
  } as const;
  const subjectIn = (timeZone?: string) => writeEmail('invoice_issued', { receipt: { ...receipt, timeZone } }, '', 'en').subject;
  expect([subjectIn('US/Pacific'), subjectIn('UTC'), subjectIn()]).toEqual([
    expect.stringContaining('11/30/2026'),
    expect.stringContaining('12/01/2026'),
    expect.stringContaining('11/30/2026'),
  ]);
});
