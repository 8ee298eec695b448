import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '#server/demo/generate.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { findEmailedLink, readOutbox } from '#tests/helpers/mailbox.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';
import { createCardToken, filterApprovedSales, readLedgerLines, testCards } from '#tests/helpers/test-cards.ts';

/**
 * The main flow as a legacy client runs it, through REST only and next to other companies' jobs. A carrier signs up, posts
 * a job at two addresses and pays. A driver finds it and applies. The carrier sees the applicant.
 */
let app: TestApp;
let base: string;
const password = 'Long-Haul#2026';
const carrier = 'owner@redrock.example';
const trucker = 'june@driver.example';

beforeAll(async () => {
  app = await startTestApp();
  base = `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/api/1.0`;
  await generate(app.services.db, { companies: 50, jobs: 1_000, drivers: 500, applications: 5_000 });
});
afterAll(() => app.close());

type Wire = Record<string, never> & { [key: string]: never };

type Answer = { data: Wire; errors?: { message: string; code: string; detail?: string }[]; pagination?: object };

/** What such a client uses: fetch, JSON or a form, a bearer token. */
async function send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object, token?: string) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  });
  const { data, errors, pagination } = (await response.json()) as Answer;
  return { status: response.status, data, errors, pagination };
}

async function signIn(email: string, role: string): Promise<string> {
  const { status, data } = await send('POST', '/auth/login', { email, password, device_id: 'k3j4h5g6', role });
  expect(status).toBe(200);
  expect(data).toMatchObject({ email, mustChangePassword: false, ssnLogin: false });
  return data['accessToken'] as unknown as string;
}

async function verify(email: string): Promise<void> {
  await app.worker.runOnce();
  const link = await findEmailedLink(app.services.settings.dataDir, email, '/email/validation');
  expect((await send('POST', '/auth/verify-email', { token: link.searchParams.get('token') })).status).toBe(200);
}

test('sign up, post at two addresses, pay, be found, be applied to', { timeout: 120_000 }, async () => {
  const signup = {
    email: carrier,
    password,
    first_name: 'Wanda',
    last_name: 'Stone',
    phone: '(435)555-0188',
    role: 'employer',
    tn_newsletters: false,
  };
  const signedUp = await send('POST', '/auth/signup', signup);
  expect(signedUp).toMatchObject({ status: 201, data: { id: expect.any(String) } });
  const again = await send('POST', '/auth/signup', { ...signup, email: carrier.toUpperCase() });
  expect(again).toMatchObject({ status: 409, errors: [{ detail: 'Email already exists.' }] });

  const token = await signIn(carrier, 'employer');
  const company = {
    company_name: 'Red Rock Hauling',
    size: '6-10',
    email: 'ap@redrock.example',
    billing_type: 'CELERO',
    type: 2,
    street1: '100 S State St',
    city: 'Salt Lake City',
    state: 'UT',
    postal_code: '84111',
    phone: '4355550188',
  };
  const created = await send('POST', '/companies', company, token);
  expect(created).toMatchObject({
    status: 201,
    data: { company_name: 'Red Rock Hauling', billing_type: 'CELERO', status: 'Active', state: 'UT' },
  });

  const job = {
    title: 'Canyon Country Tanker Driver',
    job_type: 'tanker',
    required_experience: 'Y1',
    home_time: 'D3',
    job_description: 'Haul water and fuel between Moab and Price. <script>alert(1)</script><b>Home every weekend.</b>',
    driver_unload: true,
    expected_pay: 1875.5,
    signon_bonus: 2500,
    starting_bonus: 0,
    benefits: ['healthCoverage', { detail: 'retirementPlan' }],
    endorsements: ['N', 'H'],
    salary_type: 'weekly',
    unknown_field: 'dropped',
    addons: [{ addon_type: 'promote', subscribed: true }],
    addresses: [
      {
        street1: '125 E Center St',
        city: 'Moab',
        state: 'UT',
        postal_code: '84532',
        country: 'US',
        coordinates: { latitude: 38.5733, longitude: -109.5498 },
      },
      {
        street1: '185 E Main St',
        city: 'Price',
        state: 'UT',
        postal_code: '84501',
        country: 'USA',
        coordinates: { latitude: 39.5994, longitude: -110.8107 },
      },
    ],
  };
  const posted = await send('POST', '/jobs', job, token);
  expect(posted).toMatchObject({
    status: 201,
    data: {
      jobs_post_token: expect.any(String),
      jobs: [
        { cost: getJobPrice(), addons: [{ addon_type: 'promote', cost: getAddonPrice('promote') }] },
        { cost: getJobPrice() },
      ],
    },
  });
  const order = posted.data as unknown as { jobs_post_token: string; jobs: { id: string }[] };

  const charge = (card_token?: string) =>
    send(
      'POST',
      '/payment/company/invoice/charge',
      { secret_token: order.jobs_post_token, action_type: 'new_job', card_token },
      token,
    );
  expect(await charge('anything')).toMatchObject({ status: 403, errors: [{ code: 'email_unverified' }] });
  await verify(carrier);

  const { url, publicKey } = app.gatewayKeys;
  const declined = await charge(await createCardToken(url, testCards.noFunds, publicKey));
  expect(declined).toMatchObject({ status: 402, errors: [{ message: expect.stringMatching(/insufficient/i) }] });
  const stored = await send(
    'POST',
    '/payment/company/billing',
    { card_token: await createCardToken(url, testCards.approved, publicKey), card_holder_name: 'Wanda Stone' },
    token,
  );
  expect(stored).toMatchObject({
    status: 200,
    data: { card_holder_name: 'Wanda Stone', masked_number: expect.stringMatching(/1111$/) },
  });
  const paid = await charge();
  expect(paid).toMatchObject({
    status: 200,
    data: {
      status: 'paid',
      amount: 2 * getJobPrice('promote'),
      invoice_custom_id: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
      transaction_id: expect.any(String),
    },
  });
  expect(await charge()).toMatchObject({ status: 409, errors: [{ message: expect.stringContaining('is already paid') }] });
  expect(filterApprovedSales(await readLedgerLines(url)).map(({ amount }) => amount)).toEqual([
    toCents(2 * getJobPrice('promote')),
  ]);

  const list = await send('GET', '/jobs', undefined, token);
  expect(list.pagination).toMatchObject({ offset: 0, limit: 10, total: 2 });
  const detail = await send('GET', `/jobs/${order.jobs[0]?.id}`, undefined, token);
  expect(detail).toMatchObject({
    status: 200,
    data: {
      title: job.title,
      expected_pay: 1875.5,
      drive_unload: true,
      city: 'Moab',
      benefits: [{ detail: 'healthCoverage' }, { detail: 'retirementPlan' }],
    },
  });
  expect(JSON.stringify(detail.data)).not.toContain('<script');

  const update = new FormData();
  update.append('additional_experience', 'Doubles and triples');
  update.append('benefits', JSON.stringify([{ detail: 'dentalCoverage' }]));
  expect(await send('PATCH', `/jobs/${order.jobs[0]?.id}`, update, token)).toMatchObject({
    status: 200,
    data: { additional_experience: 'Doubles and triples', benefits: [{ detail: 'dentalCoverage' }], title: job.title },
  });

  const found = await send('GET', '/public/jobs?query=canyon%20country&postal_code=84501&radius=60');
  expect(found.data).toHaveLength(1);
  expect(found.data).toMatchObject([{ id: order.jobs[1]?.id, title: job.title }]);
  const page = await app.app.inject({ url: `/jobs/${order.jobs[1]?.id}`, headers: { accept: 'text/html' } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('application/ld+json');
  expect(page.body).toContain('Canyon Country Tanker Driver');

  await send('POST', '/auth/signup', { ...signup, email: trucker, first_name: 'June', last_name: 'Pacheco', role: 'driver' });
  const driverToken = await signIn(trucker, 'member');
  const profile = {
    street1: '50 N 100 W',
    city: 'Price',
    state: 'UT',
    postal_code: '84501',
    cdl_status: 'Class A',
    years_of_experience: 6,
    work_experiences: ['tanker'],
    endorsements: ['N', 'H'],
    owner_operator: false,
    birthdate: '1990-02-03',
  };
  expect(await send('PATCH', '/member/profile', profile, driverToken)).toMatchObject({
    status: 200,
    data: { cdl_status: 'Class A' },
  });
  const applied = await send('POST', `/jobs/${order.jobs[1]?.id}/apply`, { message: 'I run that road today.' }, driverToken);
  expect(applied).toMatchObject({ status: 201, data: { id: expect.any(String) } });
  expect((await send('POST', `/jobs/${order.jobs[1]?.id}/apply`, {}, driverToken)).status).toBe(409);

  const applicants = await send(
    'POST',
    `/jobs/${order.jobs[1]?.id}/applicants/search`,
    {
      filters: { and: [{ field: 'applicant', operator: 'ilike', value: 'pach' }] },
      orders: [{ field: 'applicant', direction: 'asc' }],
    },
    token,
  );
  expect(applicants).toMatchObject({ status: 200, pagination: { total: 1 } });
  expect(applicants.data).toMatchObject([
    { first_name: 'June', last_name: 'Pacheco', cdl_status: 'Class A', birthdate: null, within_range: true, email: trucker },
  ]);
  expect(JSON.stringify(applicants.data)).not.toMatch(/(?<!\w)1990(?!\w)/);

  expect(await send('POST', '/auth/logout', undefined, token)).toMatchObject({ status: 200, data: {} });
  expect((await send('GET', '/jobs', undefined, token)).status).toBe(401);

  // Emails are sent in batches, so the worker runs while there are more.
  for (let rounds = 0; rounds < 20 && (await app.worker.runOnce()) > 0; rounds++) continue;
  const subjects = (await readOutbox(app.services.settings.dataDir))
    .filter((mail) => mail.to === carrier)
    .map((mail) => mail.subject);
  expect(subjects.some((subject) => subject.includes('June Pacheco applied'))).toBe(true);
  expect(subjects.some((subject) => subject.startsWith('Posted'))).toBe(true);
});
