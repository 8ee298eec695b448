import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { roles } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { posting, postingPrice } from '#tests/helpers/posting.ts';
import { addonPrice, jobPrice } from '#tests/helpers/prices.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function employer(company = {}) {
  const { id } = await makeCompany(t.services.db, company);
  return makeEmployee(t.services.db, id);
}

const wire = {
  title: 'Flatbed OTR',
  job_type: 'flatBed',
  required_experience: 'Y1',
  home_time: 'D5',
  job_description: '<p>Haul <strong>steel</strong>.</p><script>alert(1)</script>',
  drive_unload: true,
  expected_pay: 1850.5,
  signon_bonus: 2500,
  salary_type: 'weekly',
  benefits: [{ detail: 'dentalCoverage' }, 'visionCoverage'],
  endorsements: ['X', 'TWIC'],
  addons: [
    { addon_type: 'hyperlink', subscribed: true, external_url: 'https://steel.example/apply' },
    { addon_type: 'noAddons' },
  ],
  addresses: [{ city: 'Gary', state: 'Indiana', postal_code: '46402', country: 'United States' }],
  tags: ['steel'],
  somethingElse: 'is stripped',
};

describe('an internal user', () => {
  const post = async (token: string, change: object) => {
    const { status, body } = await t.rest('POST', '/jobs', { token, body: { ...wire, ...change } });
    return { status, body };
  };

  it('creates an unpaid job for the company it names, in the log under their own name, and cannot pay for it', async () => {
    const company = await makeCompany(t.services.db);
    const internal = await makeUser(t.services.db, { roles: [roles.internalUser] });
    const token = await t.tokenOf(internal);
    const { status, body } = await post(token, { company_id: company.id });
    expect(status).toBe(201);
    const {
      order_id,
      jobs_post_token,
      jobs: created,
    } = body.data as {
      order_id: string;
      jobs_post_token: string;
      jobs: { id: string }[];
    };
    const [row] = await t.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.id, created[0]?.id ?? ''));
    expect(row).toMatchObject({ companyId: company.id, status: 'INACTIVE' });
    const [line] = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, order_id));
    expect(line).toMatchObject({ action: 'order.place', actorId: internal.id, companyId: company.id });
    const charge = { secret_token: jobs_post_token, action_type: 'new_job' };
    expect((await t.rest('POST', '/payment/company/invoice/charge', { token, body: charge })).status).toBe(403);
    const admin = await makeEmployee(t.services.db, company.id);
    expect((await t.rest('GET', `/jobs/${row?.id}`, { token: await t.tokenOf(admin) })).status).toBe(200);
  });

  it('tells everyone at the company in the app, with a link to the job; an employee’s own job tells no one', async () => {
    const { db } = t.services;
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    const admin = await makeEmployee(db, company.id);
    const user = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
    const stranger = await makeEmployee(db, other.id);
    const inboxOf = async (account: typeof admin) => (await (await t.as(account)).notifications.list({})).items;
    await post(await t.tokenOf(user), {});
    expect(await inboxOf(admin)).toEqual([]);
    const token = await t.tokenOf(await makeUser(db, { roles: [roles.internalUser] }));
    const { jobs: created } = (await post(token, { company_id: company.id })).body.data as { jobs: { id: string }[] };
    const news = [{ kind: 'job_created', path: `/company/jobs/${created[0]?.id}/detail`, readAt: null }];
    expect(await inboxOf(admin)).toMatchObject(news);
    expect(await inboxOf(user)).toMatchObject(news);
    expect(await inboxOf(stranger)).toEqual([]);
    expect((await t.rest('GET', `/jobs/${created[0]?.id}`, { token: await t.tokenOf(user) })).status).toBe(200);
  });

  it('tells everyone at the company of a copy that staff made; an employee’s own copy tells no one', async () => {
    const { db } = t.services;
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    const employee = await makeEmployee(db, company.id);
    const stranger = await makeEmployee(db, other.id);
    const { id } = await makeJob(db, company.id);
    const inboxOf = async (account: typeof employee) => (await (await t.as(account)).notifications.list({})).items;
    await (await t.as(employee)).jobs.duplicate({ id });
    expect(await inboxOf(employee)).toEqual([]);
    const copy = await (await t.as(await makeUser(db, { roles: [roles.admin] }))).jobs.duplicate({ id });
    expect(await inboxOf(employee)).toMatchObject([{ kind: 'job_created', path: `/company/jobs/${copy.id}/detail` }]);
    expect(await inboxOf(stranger)).toEqual([]);
  });

  it('must name a company that is there and may post', async () => {
    const token = await t.tokenOf(await makeUser(t.services.db, { roles: [roles.internalUser] }));
    expect(await post(token, {})).toMatchObject({ status: 422, body: { errors: [{ field: 'company_id' }] } });
    expect((await post(token, { company_id: newId() })).status).toBe(404);
    const { id } = await makeCompany(t.services.db, { status: 'Inactive' });
    expect((await post(token, { company_id: id })).status).toBe(403);
  });

  it('finds companies that can post by name, and employees only their own', async () => {
    const { db } = t.services;
    const [active, inactive] = await Promise.all([
      makeCompany(db, { companyName: 'Quillback Freight' }),
      makeCompany(db, { companyName: 'Quillback Idle', status: 'Inactive' }),
    ]);
    const internal = await t.as(await makeUser(db, { roles: [roles.internalUser] }));
    expect(await internal.company.names({ text: 'quillback' })).toEqual([{ id: active.id, companyName: 'Quillback Freight' }]);
    expect(await (await t.as(await makeEmployee(db, inactive.id))).company.names({ text: 'quillback' })).toEqual([]);
  });

  it('is the only one who can name a company: an employee can only name their own', async () => {
    const [own, other] = await Promise.all([makeCompany(t.services.db), makeCompany(t.services.db)]);
    const token = await t.tokenOf(await makeEmployee(t.services.db, own.id));
    expect((await post(token, { company_id: other.id })).status).toBe(404);
    expect((await post(token, { company_id: own.id })).status).toBe(201);
  });
});

describe('POST /jobs', () => {
  it('makes one unpaid job for each address and copies the prices', async () => {
    const user = await employer();
    const { status, body } = await t.rest('POST', '/jobs', { token: await t.tokenOf(user), body: wire });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      jobs_post_token: expect.stringMatching(/^[\w-]{32}$/),
      order_id: expect.any(String),
      jobs: [
        {
          id: expect.any(String),
          cost: jobPrice(),
          addons: [
            {
              id: expect.any(String),
              addon_type: 'hyperlink',
              cost: addonPrice('hyperlink'),
              subscribed: true,
              is_paid: false,
              job_hyperlink: 'https://steel.example/apply',
            },
          ],
        },
      ],
    });
  });

  it('is read back as the job detail', async () => {
    const user = await employer();
    const token = await t.tokenOf(user);
    const created = await t.rest('POST', '/jobs', { token, body: wire });
    const {
      jobs: [job],
    } = created.body.data as { jobs: { id: string }[] };
    const { status, body } = await t.rest('GET', `/jobs/${job?.id}`, { token });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      id: job?.id,
      title: 'Flatbed OTR',
      status: 'INACTIVE',
      renewable: false,
      auto_renew: true,
      job_type: 'flatBed',
      required_experience: 'Y1',
      home_time: 'D5',
      job_description: '<p>Haul <strong>steel</strong>.</p>',
      drive_unload: true,
      driver_unload: true,
      expected_pay: 1850.5,
      salary_type: 'weekly',
      signon_bonus: 2500,
      starting_bonus: 0,
      benefits: [{ detail: 'dentalCoverage' }, { detail: 'visionCoverage' }],
      endorsements: [{ detail: 'X' }, { detail: 'TWIC' }],
      city: 'Gary',
      state: 'IN',
      postal_code: '46402',
      country: 'US',
      coordinates: { latitude: expect.closeTo(41.6, 0), longitude: expect.closeTo(-87.3, 0) },
      cost: jobPrice(),
      tags: [{ id: expect.any(String), text: 'steel' }],
      posting_date: null,
      video_url: null,
    });
  });

  it('refuses what the specification refuses, naming the field', async () => {
    const token = await t.tokenOf(await employer());
    const expectRefusal = async (changes: object) => {
      const { status, body } = await t.rest('POST', '/jobs', { token, body: { ...wire, ...changes } });
      return { status, field: body.errors[0]?.field, message: body.errors[0]?.message };
    };
    expect(await expectRefusal({ salary_type: undefined })).toMatchObject({ status: 422, field: 'salary_type' });
    expect(await expectRefusal({ addresses: [] })).toMatchObject({ status: 422, field: 'addresses' });
    expect(await expectRefusal({ addresses: Array(51).fill(wire.addresses[0]) })).toMatchObject({
      status: 422,
      field: 'addresses',
    });
    expect(await expectRefusal({ addresses: [{ ...wire.addresses[0], country: 'Canada' }] })).toMatchObject({
      status: 422,
      message: en.errors.addressNotUs,
    });
    expect(await expectRefusal({ addresses: [{ city: 'Gary' }] })).toMatchObject({
      status: 422,
      message: en.errors.addressTooVague,
    });
    expect(await expectRefusal({ addresses: [{ city: 'Nowhereville', state: 'IN' }] })).toMatchObject({
      status: 422,
      message: en.errors.addressTooVague,
    });
    expect(await expectRefusal({ addons: [{ addon_type: 'hyperlink', subscribed: true }] })).toMatchObject({ status: 422 });
    expect(await expectRefusal({ addons: [{ addon_type: 'hyperlink', external_url: 'http://plain.example' }] })).toMatchObject({
      status: 422,
    });
    expect(await expectRefusal({ job_description: '<script>x</script>' })).toMatchObject({
      status: 422,
      field: 'job_description',
    });
    expect(await expectRefusal({ expected_pay: -1 })).toMatchObject({ status: 422, field: 'expected_pay' });
  });

  it('is for employees of an active company', async () => {
    const inactive = await t.tokenOf(await employer({ status: 'Inactive' }));
    const refusal = await t.rest('POST', '/jobs', { token: inactive, body: wire });
    expect(refusal).toMatchObject({ status: 403, body: { errors: [{ code: 'company_inactive' }] } });
    const cancelled = await t.tokenOf(await employer({ status: 'Cancelled' }));
    expect(await t.rest('POST', '/jobs', { token: cancelled, body: wire })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'company_cancelled' }] },
    });
    expect((await t.rest('POST', '/jobs', { body: wire })).status).toBe(401);
  });
});

describe('an order', () => {
  it('is shown with its jobs, lines and total', async () => {
    const user = await employer();
    const api = await t.as(user);
    const placed = await api.checkout.placeOrder(posting());
    const order = await api.checkout.order({ orderId: placed.orderId });
    expect(order).toMatchObject({
      state: 'payable',
      orderToken: placed.orderToken,
      total: postingPrice,
      billingType: 'card',
      declineReason: null,
      jobs: [
        { city: 'Omaha', cost: jobPrice(), status: 'INACTIVE' },
        { city: 'Tulsa', coordinates: { latitude: 36.1509, longitude: -95.9934 } },
      ],
    });
    expect(order.lines).toHaveLength(8);
    expect(await api.checkout.order({ jobId: placed.jobs[1]?.id })).toMatchObject({ orderId: placed.orderId });
    expect(await api.checkout.order({ orderToken: placed.orderToken })).toMatchObject({ orderId: placed.orderId });
  });

  it('is not there for another company', async () => {
    const placed = await (await t.as(await employer())).checkout.placeOrder(posting());
    const stranger = await t.as(await employer());
    await expect(stranger.checkout.order({ orderId: placed.orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.checkout.charge({ orderToken: placed.orderToken, cardToken: 'any' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const jobId = placed.jobs[0]?.id ?? '';
    await expect(stranger.jobs.get({ id: jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.jobs.update({ id: jobId, title: 'Mine now' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.jobs.close({ id: jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.checkout.editAddons({ id: jobId, addons: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('follows its add-ons while it is unpaid', async () => {
    const api = await t.as(await employer());
    const placed = await api.checkout.placeOrder(posting());
    const id = placed.jobs[0]?.id ?? '';
    const addons = await api.checkout.editAddons({ id, addons: [{ addonType: 'boost' }] });
    expect(addons).toMatchObject([{ addonType: 'boost', cost: addonPrice('boost'), isPaid: false }]);
    expect((await api.checkout.order({ orderId: placed.orderId })).total).toBe(postingPrice - addonPrice('promote', 'hyperlink'));
    expect(await api.checkout.editAddons({ id, addons: [] })).toEqual([]);
    expect((await api.checkout.order({ orderId: placed.orderId })).total).toBe(
      postingPrice - addonPrice('promote', 'boost', 'hyperlink'),
    );
  });
});

describe('a posting date ahead', () => {
  it('is kept on the jobs', async () => {
    const api = await t.as(await employer());
    const at = daysFromNow(3);
    const placed = await api.checkout.placeOrder(posting({ postingDate: at.toISOString() }));
    const [job] = await t.services.db
      .select({ at: jobs.scheduledAt })
      .from(jobs)
      .where(eq(jobs.id, placed.jobs[0]?.id ?? ''));
    expect(job?.at).toEqual(at);
  });
});
