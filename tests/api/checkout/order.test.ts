import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { jobs, postingOrders } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { en } from '#shared/texts/en.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest, postingPrice } from '#tests/helpers/posting.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';

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
    const { status, body } = await t.callRest('POST', '/jobs', { token, body: { ...wire, ...change } });
    return { status, body };
  };

  it('creates an unpaid job for the company it names, in the log under their own name, and cannot pay for it', async () => {
    const company = await makeCompany(t.services.db);
    const internal = await makeUser(t.services.db, { roles: [roles.internalUser] });
    const token = await t.createToken(internal);
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
    expect((await t.callRest('POST', '/payment/company/invoice/charge', { token, body: charge })).status).toBe(403);
    const admin = await makeEmployee(t.services.db, company.id);
    expect((await t.callRest('GET', `/jobs/${row?.id}`, { token: await t.createToken(admin) })).status).toBe(200);
  });

  it('notifies everyone at the company in the app, with a link to the job; an employee’s own job notifies no one', async () => {
    const { db } = t.services;
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    const admin = await makeEmployee(db, company.id);
    const user = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
    const stranger = await makeEmployee(db, other.id);
    const inboxOf = async (account: typeof admin) => (await (await t.createCallerFor(account)).notifications.list({})).items;
    await post(await t.createToken(user), {});
    expect(await inboxOf(admin)).toEqual([]);
    const token = await t.createToken(await makeUser(db, { roles: [roles.internalUser] }));
    const { jobs: created } = (await post(token, { company_id: company.id })).body.data as { jobs: { id: string }[] };
    const news = [{ kind: 'job_created', path: `/company/jobs/${created[0]?.id}/detail`, readAt: null }];
    expect(await inboxOf(admin)).toMatchObject(news);
    expect(await inboxOf(user)).toMatchObject(news);
    expect(await inboxOf(stranger)).toEqual([]);
    expect((await t.callRest('GET', `/jobs/${created[0]?.id}`, { token: await t.createToken(user) })).status).toBe(200);
  });

  it('notifies everyone at the company of a copy that staff made; an employee’s own copy notifies no one', async () => {
    const { db } = t.services;
    const [company, other] = [await makeCompany(db), await makeCompany(db)];
    const employee = await makeEmployee(db, company.id);
    const stranger = await makeEmployee(db, other.id);
    const { id } = await makeJob(db, company.id);
    const inboxOf = async (account: typeof employee) => (await (await t.createCallerFor(account)).notifications.list({})).items;
    await (await t.createCallerFor(employee)).jobs.duplicate({ id });
    expect(await inboxOf(employee)).toEqual([]);
    const copy = await (await t.createCallerFor(await makeUser(db, { roles: [roles.admin] }))).jobs.duplicate({ id });
    expect(await inboxOf(employee)).toMatchObject([{ kind: 'job_created', path: `/company/jobs/${copy.id}/detail` }]);
    expect(await inboxOf(stranger)).toEqual([]);
  });

  it('must name a company that is there and may post', async () => {
    const token = await t.createToken(await makeUser(t.services.db, { roles: [roles.internalUser] }));
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
    const internal = await t.createCallerFor(await makeUser(db, { roles: [roles.internalUser] }));
    expect(await internal.company.names({ text: 'quillback' })).toEqual([{ id: active.id, companyName: 'Quillback Freight' }]);
    expect(await (await t.createCallerFor(await makeEmployee(db, inactive.id))).company.names({ text: 'quillback' })).toEqual([]);
  });

  it('is the only one who can name a company: an employee can only name their own', async () => {
    const [own, other] = await Promise.all([makeCompany(t.services.db), makeCompany(t.services.db)]);
    const token = await t.createToken(await makeEmployee(t.services.db, own.id));
    expect((await post(token, { company_id: other.id })).status).toBe(404);
    expect((await post(token, { company_id: own.id })).status).toBe(201);
  });
});

describe('POST /jobs', () => {
  it('makes one unpaid job for each address and copies the prices', async () => {
    const user = await employer();
    const { status, body } = await t.callRest('POST', '/jobs', { token: await t.createToken(user), body: wire });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      jobs_post_token: expect.stringMatching(/^[\w-]{32}$/),
      order_id: expect.any(String),
      jobs: [
        {
          id: expect.any(String),
          cost: getJobPrice(),
          addons: [
            {
              id: expect.any(String),
              addon_type: 'hyperlink',
              cost: getAddonPrice('hyperlink'),
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
    const token = await t.createToken(user);
    const created = await t.callRest('POST', '/jobs', { token, body: wire });
    const {
      jobs: [job],
    } = created.body.data as { jobs: { id: string }[] };
    const { status, body } = await t.callRest('GET', `/jobs/${job?.id}`, { token });
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
      cost: getJobPrice(),
      tags: [{ id: expect.any(String), text: 'steel' }],
      posting_date: null,
      video_url: null,
    });
  });

  it('refuses what the specification refuses, naming the field', async () => {
    const token = await t.createToken(await employer());
    const expectRefusal = async (changes: object) => {
      const { status, body } = await t.callRest('POST', '/jobs', { token, body: { ...wire, ...changes } });
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
    const inactive = await t.createToken(await employer({ status: 'Inactive' }));
    const refusal = await t.callRest('POST', '/jobs', { token: inactive, body: wire });
    expect(refusal).toMatchObject({ status: 403, body: { errors: [{ code: 'company_inactive' }] } });
    const cancelled = await t.createToken(await employer({ status: 'Cancelled' }));
    expect(await t.callRest('POST', '/jobs', { token: cancelled, body: wire })).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'company_cancelled' }] },
    });
    expect((await t.callRest('POST', '/jobs', { body: wire })).status).toBe(401);
  });
});

describe('an order', () => {
  it('is shown with its jobs, lines and total', async () => {
    const user = await employer();
    const api = await t.createCallerFor(user);
    const placed = await api.checkout.placeOrder(makeJobRequest());
    const order = await api.checkout.order({ orderId: placed.orderId });
    expect(order).toMatchObject({
      state: 'payable',
      orderToken: placed.orderToken,
      total: postingPrice,
      billingType: 'card',
      declineReason: null,
      jobs: [
        { city: 'Omaha', cost: getJobPrice(), status: 'INACTIVE' },
        { city: 'Tulsa', coordinates: { latitude: 36.1509, longitude: -95.9934 } },
      ],
    });
    expect(order.lines).toHaveLength(8);
    expect(await api.checkout.order({ jobId: placed.jobs[1]?.id })).toMatchObject({ orderId: placed.orderId });
    expect(await api.checkout.order({ orderToken: placed.orderToken })).toMatchObject({ orderId: placed.orderId });
  });

  it('is not there for another company', async () => {
    const placed = await (await t.createCallerFor(await employer())).checkout.placeOrder(makeJobRequest());
    const stranger = await t.createCallerFor(await employer());
    await expect(stranger.checkout.order({ orderId: placed.orderId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.checkout.charge({ orderToken: placed.orderToken, cardToken: 'any' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const jobId = placed.jobs[0]?.id ?? '';
    await expect(stranger.jobs.get({ id: jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.jobs.update({ id: jobId, title: 'Mine now' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.checkout.closeJob({ id: jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.checkout.editAddons({ id: jobId, addons: [] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it.skipIf(inject('server') === null)('is neither locked nor waited for by another company', async () => {
    const { orderId, jobs: placed } = await (await t.createCallerFor(await employer())).checkout.placeOrder(makeJobRequest());
    const stranger = await t.createCallerFor(await employer());
    await t.services.db.transaction(async (tx) => {
      await tx.select().from(postingOrders).where(eq(postingOrders.id, orderId)).for('update');
      const attempt = stranger.checkout.editAddons({ id: placed[0]?.id ?? '', addons: [] }).catch((error: unknown) => error);
      const deadline = pause(60_000, 'still waiting', { ref: false });
      expect(await Promise.race([attempt, deadline])).toMatchObject({ code: 'NOT_FOUND' });
    });
  });

  it('follows its add-ons while it is unpaid', async () => {
    const api = await t.createCallerFor(await employer());
    const placed = await api.checkout.placeOrder(makeJobRequest());
    const id = placed.jobs[0]?.id ?? '';
    const addons = await api.checkout.editAddons({ id, addons: [{ addonType: 'boost' }] });
    expect(addons).toMatchObject([{ addonType: 'boost', cost: getAddonPrice('boost'), isPaid: false }]);
    expect((await api.checkout.order({ orderId: placed.orderId })).total).toBe(
      postingPrice - getAddonPrice('promote', 'hyperlink'),
    );
    expect(await api.checkout.editAddons({ id, addons: [] })).toEqual([]);
    expect((await api.checkout.order({ orderId: placed.orderId })).total).toBe(
      postingPrice - getAddonPrice('promote', 'boost', 'hyperlink'),
    );
  });
});

describe('a posting date ahead', () => {
  it('is kept on the jobs', async () => {
    const api = await t.createCallerFor(await employer());
    const at = daysFromNow(3);
    const placed = await api.checkout.placeOrder(makeJobRequest({ postingDate: at.toISOString() }));
    const [job] = await t.services.db
      .select({ at: jobs.scheduledAt })
      .from(jobs)
      .where(eq(jobs.id, placed.jobs[0]?.id ?? ''));
    expect(job?.at).toEqual(at);
  });
});
