import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { jobAddons, jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { jobStatuses } from '#shared/jobs/jobs.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function employer() {
  const { id: companyId } = await makeCompany(t.services.db);
  const account = await makeEmployee(t.services.db, companyId);
  const job = (overrides: Partial<typeof jobs.$inferInsert> = {}) => makeJob(t.services.db, companyId, overrides);
  return { companyId, job, api: await t.createCallerFor(account), token: await t.createToken(account) };
}

const read = async (id: string) => (await t.services.db.select().from(jobs).where(eq(jobs.id, id)))[0];

describe('closing a job', () => {
  it('is final and audited', async () => {
    const { api, job } = await employer();
    const { id } = await job();
    expect(await api.checkout.closeJob({ id })).toMatchObject({ id, status: 'CLOSED', nextBillingDate: null });
    await expect(api.jobs.update({ id, title: 'Open again' })).rejects.toMatchObject({ code: 'CONFLICT' });
    const log = await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, id));
    expect(log).toEqual([{ action: 'job.close' }]);
  });

  it('is refused from every state that does not allow it, naming both', async () => {
    const { token, job } = await employer();
    for (const status of jobStatuses.filter((one) => one !== 'POSTED' && one !== 'SCHEDULED')) {
      const { id } = await job({ status });
      const { status: http, body } = await t.callRest('POST', `/jobs/${id}/close`, { token });
      expect({ http, code: body.errors[0]?.code }).toEqual({ http: 409, code: 'conflict' });
      expect(body.message).toContain(status.toLowerCase().replace('_', ' '));
      expect(body.message).toContain('closed');
    }
  });

  it('happens once when two ask at the same time', async () => {
    const { api, job } = await employer();
    const { id } = await job();
    const outcomes = await Promise.allSettled([api.checkout.closeJob({ id }), api.checkout.closeJob({ id })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('cancelling the renewal', () => {
  it('keeps the job posted with the reason, and can be undone', async () => {
    const { token, job, api } = await employer();
    const { id } = await job();
    const { status, body } = await t.callRest('PATCH', `/jobs/${id}/cancel`, {
      token,
      body: { renewalCancelationReason: 'Seats are filled' },
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'POSTED',
      auto_renew: false,
      next_billing_date: null,
      renewal_canceled_at: expect.any(String),
      renewal_cancellation_reason: 'Seats are filled',
    });
    const again = await api.jobs.update({ id, autoRenew: true });
    expect(again).toMatchObject({ autoRenew: true, renewalCanceledAt: null });
    expect(again.nextBillingDate).toEqual(again.expirationDate);
  });

  it('is rejected for a job that is not posted', async () => {
    const { api, job } = await employer();
    const { id } = await job({ status: 'INACTIVE' });
    await expect(api.jobs.cancelRenewal({ id })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { text: { parameters: { status: 'INACTIVE' } } },
    });
  });
});

describe('a job whose paid period has ended', () => {
  it('goes inactive and is renewable', async () => {
    const { api, job } = await employer();
    const { id } = await job({ postingDate: daysFromNow(-31), expirationDate: daysFromNow(-0.01) });
    const running = await job();
    await t.worker.runOnce();
    expect(await api.jobs.get({ id })).toMatchObject({ status: 'INACTIVE', renewable: true });
    expect((await read(running.id))?.status).toBe('POSTED');
  });
});

describe('editing', () => {
  it('changes what is given and nothing else', async () => {
    const { token, job } = await employer();
    const created = await job();
    const body = {
      title: 'New title',
      expected_pay: 2000,
      job_description: 'Line one\n\nLine <two>',
      benefits: [],
      drive_unload: true,
    };
    const answer = await t.callRest('PATCH', `/jobs/${created.id}`, { token, body });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          title: 'New title',
          expected_pay: 2000,
          job_description: '<p>Line one</p><p>Line &lt;two&gt;</p>',
          benefits: [],
          driver_unload: true,
          status: 'POSTED',
          city: 'Omaha',
          home_time: 'HW',
        },
      },
    });
    expect((await read(created.id))?.descriptionText).toBe('Line one\nLine <two>');
  });

  it('moves a job to one address of the US', async () => {
    const { token, job } = await employer();
    const { id } = await job();
    const move = (addresses: object[]) => t.callRest('PATCH', `/jobs/${id}/addresses`, { token, body: { addresses } });
    expect((await move([{ postal_code: '75201' }])).body.data).toMatchObject({
      city: 'Dallas',
      state: 'TX',
      postal_code: '75201',
    });
    expect((await move([{ postal_code: '75201' }, { postal_code: '75202' }])).status).toBe(422);
  });

  it('adds and removes tags', async () => {
    const { token, job } = await employer();
    const { id } = await job();
    const tagged = await t.callRest('POST', `/jobs/${id}/tag`, { token, body: { text: 'Night' } });
    expect(tagged).toMatchObject({ status: 201, body: { data: { id: expect.any(String), text: 'Night' } } });
    const tag = tagged.body.data as { id: string };
    expect((await t.callRest('POST', `/jobs/${id}/tag`, { token, body: { text: 'night' } })).body.data).toMatchObject({
      id: tag.id,
    });
    expect((await t.callRest('GET', `/jobs/${id}`, { token })).body.data).toMatchObject({ tags: [{ text: 'Night' }] });
    const stranger = await employer();
    expect((await t.callRest('DELETE', `/jobs/tag/${tag.id}`, { token: stranger.token })).status).toBe(404);
    expect(await t.callRest('DELETE', `/jobs/tag/${tag.id}`, { token })).toMatchObject({
      status: 200,
      body: { data: { id: tag.id } },
    });
    expect((await t.callRest('GET', `/jobs/${id}`, { token })).body.data).toMatchObject({ tags: [] });
  });
});

describe('duplicating', () => {
  it('makes an unpaid copy with an order of its own', async () => {
    const { token, api, job } = await employer();
    const created = await job({ title: 'T'.repeat(120), boostUntil: daysFromNow(3) });
    await api.checkout.editAddons({ id: created.id, addons: [{ addonType: 'hyperlink', externalUrl: 'https://a.example/x' }] });
    const { status, body } = await t.callRest('POST', `/jobs/${created.id}/duplicate`, { token });
    expect(status).toBe(201);
    const { id } = body.data as { id: string };
    const copy = await api.jobs.get({ id });
    expect(copy).toMatchObject({
      title: `${'T'.repeat(115)} Copy`,
      status: 'INACTIVE',
      postingDate: null,
      boostActive: false,
      city: 'Omaha',
      addons: [{ addonType: 'hyperlink', isPaid: false, jobHyperlink: 'https://a.example/x' }],
    });
    expect(await api.checkout.order({ jobId: id })).toMatchObject({ state: 'payable', total: getJobPrice('hyperlink') });
  });
});

describe("a job's add-ons", () => {
  it('are paid until they end, in the order in which they were requested', async () => {
    const { api, job } = await employer();
    const { id } = await job();
    expect((await api.jobs.get({ id })).addons).toEqual([]);
    const addon = { jobId: id, costCents: 100, subscribed: false };
    await t.services.db.insert(jobAddons).values([
      { ...addon, addonType: 'promote', paidAt: daysFromNow(-3), endsAt: daysFromNow(-1), createdAt: daysFromNow(-3) },
      {
        ...addon,
        addonType: 'hyperlink',
        externalUrl: 'https://a.example/x',
        paidAt: daysFromNow(-2),
        endsAt: null,
        createdAt: daysFromNow(-1),
      },
      { ...addon, addonType: 'boost', paidAt: daysFromNow(-2), endsAt: daysFromNow(1), createdAt: daysFromNow(-2) },
    ]);
    expect((await api.jobs.get({ id })).addons).toMatchObject([
      { addonType: 'promote', isPaid: false },
      { addonType: 'boost', isPaid: true },
      { addonType: 'hyperlink', isPaid: true },
    ]);
  });
});

describe('duplicating a job that does not renew', () => {
  it('makes a copy that does not either', async () => {
    const { token, api, job } = await employer();
    const { id } = await job({ autoRenew: false });
    const { body } = await t.callRest('POST', `/jobs/${id}/duplicate`, { token });
    expect(await api.jobs.get(body.data as { id: string })).toMatchObject({ autoRenew: false });
  });
});

describe('duplicating an ended job', () => {
  it.each([
    ['a closed job', { status: 'CLOSED' as const }],
    ['an expired job', { status: 'INACTIVE' as const, expirationDate: daysFromNow(-2) }],
    ['a job that an administrator took down', { status: 'DISABLED' as const }],
  ])('%s makes a copy with its content and tags', async (_, overrides) => {
    const { api, job } = await employer();
    const { id } = await job({ ...overrides, title: 'Night run', endorsements: ['H'] });
    await api.jobs.addTag({ id, text: 'Coast' });
    const copy = await api.jobs.get(await api.jobs.duplicate({ id }));
    expect(copy).toMatchObject({
      title: 'Night run Copy',
      status: 'INACTIVE',
      renewable: false,
      endorsements: [{ detail: 'H' }],
      tags: [{ text: 'Coast' }],
    });
    expect(await api.checkout.order({ jobId: copy.id })).toMatchObject({ state: 'payable', total: getJobPrice() });
  });
});

describe('what others change', () => {
  it('reaches open screens of its own company only', async () => {
    const { api, job } = await employer();
    const other = await employer();
    const { id } = await job();
    const listening = await api.jobs.live();
    const iterator = listening[Symbol.asyncIterator]();
    const next = iterator.next();
    await other.api.checkout.closeJob({ id: (await other.job()).id });
    await api.checkout.closeJob({ id });
    expect((await next).value).toEqual({ type: 'job', jobId: id, orderId: null, applicationId: null });
    await iterator.return?.();
  });

  it('reaches a limited number of screens per person, and new ones after some are closed', async () => {
    const { api, companyId } = await employer();
    const { events, db } = t.services;
    const news = { type: 'job' as const, companyId, jobId: companyId };
    const listen = async () => (await api.jobs.live())[Symbol.asyncIterator]();
    const screens = await Promise.all(Array.from({ length: 50 }, listen));
    const heard = screens.map((screen) => screen.next());
    await expect(listen()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    const colleague = await t.createCallerFor(await makeEmployee(db, companyId));
    const other = (await colleague.jobs.live())[Symbol.asyncIterator]();
    heard.push(other.next());
    await db.transaction((tx) => events.publish(tx, news));
    for (const one of await Promise.all(heard)) expect(one).toMatchObject({ done: false, value: { type: 'job' } });
    await screens[0]?.return?.();
    const again = await listen();
    const next = again.next();
    await db.transaction((tx) => events.publish(tx, news));
    expect(await next).toMatchObject({ done: false });
    for (const screen of [...screens, other, again]) await screen.return?.();
  });
});
