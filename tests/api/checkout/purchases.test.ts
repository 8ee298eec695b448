// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { invoices } from '#drizzle/schema/billing.ts';
import { jobAddons } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { answerLimits } from '#server/checkout/charge-effects.ts';
import { daysFromNow, makeUser } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';
import { daysUntil, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';
import { createCardToken, testCards } from '#tests/helpers/test-cards.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const invoicesOf = (companyId: string) => t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
const addonsOf = (jobId: string) => t.services.db.select().from(jobAddons).where(eq(jobAddons.jobId, jobId));
const emailsTo = async (email: string) => {
  const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
  return rows.filter(({ template }) => /_job$|failed_payments/.test(template));
};

describe('renewing manually', () => {
  it('shows the price first, then adds the days to the running period and bills what renews with it', async () => {
    const { api, account, companyId, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, {
      addons: [{ type: 'promote' }, { type: 'hyperlink', subscribed: false }],
    });
    const quote = await api.checkout.quote({ jobId: job.id, kind: 'renewal' });
    expect(quote).toMatchObject({ state: 'payable', total: getJobPrice('promote'), purchases: 0, billingType: 'card' });
    expect(quote.lines.map(({ addonType, amount }) => [addonType, amount])).toEqual([
      [null, getJobPrice()],
      ['promote', getAddonPrice('promote')],
    ]);
    expect(daysUntil(quote.until)).toBe(40);
    const answer = await t.callRest('POST', '/payment/invoice/renewal', {
      token: await t.createToken(account),
      body: { job_id: job.id, purchases: quote.purchases },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'paid',
          amount: getJobPrice('promote'),
          invoice_custom_id: expect.stringMatching(/^INV-/),
          transaction_id: expect.any(String),
        },
      },
    });
    const after = await findJobRow(t, job.id);
    expect([
      after.status,
      daysUntil(after.expirationDate),
      daysUntil(after.nextBillingDate),
      daysUntil(after.promotedUntil),
    ]).toEqual(['POSTED', 40, 40, 40]);
    const rows = await addonsOf(job.id);
    expect(rows.find(({ addonType }) => addonType === 'promote')?.endsAt).toBeNull();
    expect(daysUntil(rows.find(({ addonType }) => addonType === 'hyperlink')?.endsAt ?? null)).toBe(10);
    expect(await readSales()).toMatchObject([{ amount: toCents(getJobPrice('promote')) }]);
    expect(await emailsTo(account.email)).toMatchObject([
      { template: 'renew_job', data: { total: getJobPrice('promote'), jobId: job.id } },
    ]);
  });

  it('charges once for a double click, and says so the second time', async () => {
    const { api, companyId, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId);
    const { purchases } = await api.checkout.quote({ jobId: job.id, kind: 'renewal' });
    const clicks = await Promise.allSettled(Array.from({ length: 8 }, () => api.checkout.renew({ jobId: job.id, purchases })));
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = clicks.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    for (const { message, cause } of refusals)
      expect({ message, cause }).toMatchObject({
        message: expect.stringContaining('is already paid'),
        cause: { code: 'already_paid' },
      });
    await expect(api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await readSales()).toHaveLength(1);
    expect(daysUntil((await findJobRow(t, job.id)).expirationDate)).toBe(40);
    const again = await api.checkout.quote({ jobId: job.id, kind: 'renewal' });
    expect(await api.checkout.renew({ jobId: job.id, purchases: again.purchases })).toMatchObject({ status: 'paid' });
    expect(daysUntil((await findJobRow(t, job.id)).expirationDate)).toBe(70);
    await expect(api.checkout.buyBoost({ jobId: job.id, purchases })).rejects.toMatchObject({ cause: { code: 'edit_conflict' } });
  });

  it('posts a lapsed job again from now, and leaves it lapsed with the reason if the card is declined', async () => {
    const { api, companyId, readSales } = await makePayingCompany(t, { card: testCards.noFunds });
    const job = await makeRunningJob(t, companyId, {
      endsInDays: -3,
      status: 'INACTIVE',
      nextBillingDate: null,
      addons: [{ type: 'boost' }],
    });
    await expect(api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(await findJobRow(t, job.id)).toMatchObject({ status: 'INACTIVE', declineReason: expect.stringMatching(/funds/i) });
    const otherCard = await createCardToken(t.simulator.url);
    expect(await api.checkout.renew({ jobId: job.id, cardToken: otherCard })).toMatchObject({
      status: 'paid',
      amount: getJobPrice('boost'),
    });
    const after = await findJobRow(t, job.id);
    expect([after.status, daysUntil(after.expirationDate), daysUntil(after.boostUntil), after.declineReason]).toEqual([
      'POSTED',
      30,
      7,
      null,
    ]);
    expect(await readSales()).toHaveLength(1);
  });

  it('is invoiced on terms, and refused in states that name themselves', async () => {
    const { api, companyId } = await makePayingCompany(t, { card: null, company: { billingType: 'invoice' } });
    const job = await makeRunningJob(t, companyId);
    expect(await api.checkout.renew({ jobId: job.id, purchases: 0 })).toMatchObject({ status: 'invoiced', transactionId: null });
    await expect(api.checkout.renew({ jobId: job.id, purchases: 0 })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await invoicesOf(companyId)).toMatchObject([
      { status: 'open', purpose: 'renewal', amountCents: toCents(getJobPrice()) },
    ]);
    const closed = await makeRunningJob(t, companyId, { status: 'CLOSED' });
    await expect(api.checkout.renew({ jobId: closed.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You can’t renew this job because it’s closed.',
    });
    const stranger = await makePayingCompany(t);
    await expect(stranger.api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.api.checkout.quote({ jobId: job.id, kind: 'boost' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the outcome of a purchase', () => {
  const { answerWithinMs } = answerLimits;
  afterEach(() => Object.assign(answerLimits, { answerWithinMs }));

  it('is read from the payment itself, for its company', async () => {
    const { api, companyId } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId);
    const ended = () => api.checkout.outcome({ jobId: job.id });
    expect(await ended()).toEqual({ state: 'unpaid' });
    answerLimits.answerWithinMs = 50;
    const buy = async (number: string) =>
      api.checkout.buyBoost({ jobId: job.id, cardToken: await createCardToken(t.simulator.url, number) });
    expect(await buy(testCards.slow)).toMatchObject({ status: 'processing' });
    expect(await ended()).toEqual({ state: 'processing' });
    await expect.poll(ended, { timeout: 20_000 }).toEqual({ state: 'paid' });
    const stranger = await makePayingCompany(t);
    await expect(stranger.api.checkout.outcome({ jobId: job.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is also reported if it failed, even if an earlier one was paid', async () => {
    const { api, companyId } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId);
    await api.checkout.buyBoost({ jobId: job.id });
    expect(await api.checkout.outcome({ jobId: job.id })).toEqual({ state: 'paid' });
    const declined = await createCardToken(t.simulator.url, testCards.noFunds);
    await expect(api.checkout.renew({ jobId: job.id, cardToken: declined, purchases: 1 })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
    expect(await api.checkout.outcome({ jobId: job.id })).toEqual({ state: 'unpaid' });
  });
});

describe('boosting', () => {
  it('costs the employer once', async () => {
    const { account, companyId, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { boostUntil: daysFromNow(-1) });
    const token = await t.createToken(account);
    const boosted = await t.callRest('POST', `/jobs/${job.id}/boost`, { token, body: { job_id: job.id, isAdmin: false } });
    expect(boosted).toMatchObject({ status: 200, body: { data: { id: job.id, boost_active: true, boost_remaining_days: 7 } } });
    const again = await t.callRest('POST', `/jobs/${job.id}/boost`, { token });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('is already paid')]);
    expect(await readSales()).toMatchObject([{ amount: toCents(getAddonPrice('boost')) }]);
    expect(await emailsTo(account.email)).toMatchObject([{ template: 'boost_job', data: { total: getAddonPrice('boost') } }]);
    const lapsed = await makeRunningJob(t, companyId, { status: 'INACTIVE' });
    expect(await t.callRest('POST', `/jobs/${lapsed.id}/boost`, { token })).toMatchObject({ status: 409 });
  });

  it('is free by an admin, audited, and no employer’s right', async () => {
    const { account, companyId, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId);
    const admin = await makeUser(t.services.db, { roles: [roles.admin] });
    const body = { job_id: job.id, isAdmin: true };
    const boosted = await t.callRest('POST', `/admin/jobs/${job.id}/boost`, { token: await t.createToken(admin), body });
    expect(boosted).toMatchObject({ status: 200, body: { data: { boost_active: true, boost_remaining_days: 7 } } });
    expect(await t.callRest('POST', `/admin/jobs/${job.id}/boost`, { token: await t.createToken(account), body })).toMatchObject({
      status: 403,
    });
    expect(await t.callRest('POST', `/jobs/${job.id}/boost`, { token: await t.createToken(admin), body })).toMatchObject({
      status: 403,
    });
    expect([await readSales(), await invoicesOf(companyId)]).toEqual([[], []]);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, job.id));
    expect(log).toMatchObject([{ action: 'job.boost', actorId: admin.id, detail: { free: true } }]);
  });
});

describe('add-ons bought after posting', () => {
  it('are chosen, priced, paid once, and count from then on', async () => {
    const { api, account, companyId, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { addons: [{ type: 'promote' }] });
    const addons = [
      { addon_type: 'promote', subscribed: false },
      { addon_type: 'boost', subscribed: true },
      { addon_type: 'hyperlink', subscribed: true, external_url: 'https://carrier.example/drive' },
    ];
    const token = await t.createToken(account);
    const chosen = await t.callRest('PATCH', `/jobs/${job.id}/addons`, { token, body: { addons } });
    expect(chosen).toMatchObject({ status: 200 });
    expect(await api.checkout.quote({ jobId: job.id, kind: 'addons' })).toMatchObject({
      total: getAddonPrice('boost', 'hyperlink'),
    });
    expect(await t.callRest('POST', '/payment/employer/job/addons', { token, body: { job_id: job.id } })).toMatchObject({
      status: 200,
      body: { data: { status: 'paid', amount: getAddonPrice('boost', 'hyperlink') } },
    });
    const rows = await addonsOf(job.id);
    expect(new Map(rows.filter(({ paidAt }) => paidAt).map(({ addonType, subscribed }) => [addonType, subscribed]))).toEqual(
      new Map([
        ['boost', true],
        ['hyperlink', true],
        ['promote', false],
      ]),
    );
    expect(daysUntil((await findJobRow(t, job.id)).boostUntil)).toBe(7);
    const again = await t.callRest('POST', '/payment/employer/job/addons', { token, body: { job_id: job.id } });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('is already paid')]);
    expect(await readSales()).toMatchObject([{ amount: toCents(getAddonPrice('boost', 'hyperlink')) }]);
    expect(await api.checkout.quote({ jobId: job.id, kind: 'renewal' })).toMatchObject({
      total: getJobPrice('boost', 'hyperlink'),
    });
  });

  it('leave the job alone when the card is declined, and can be paid with another', async () => {
    const { api, companyId, store } = await makePayingCompany(t, { card: testCards.declined });
    const job = await makeRunningJob(t, companyId);
    await api.checkout.editAddons({ id: job.id, addons: [{ addonType: 'promote' }] });
    await expect(api.checkout.payAddons({ jobId: job.id })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(await findJobRow(t, job.id)).toMatchObject({ status: 'POSTED', promotedUntil: null, purchases: 0 });
    await store(testCards.approved);
    expect(await api.checkout.payAddons({ jobId: job.id })).toMatchObject({ status: 'paid', amount: getAddonPrice('promote') });
    const after = await findJobRow(t, job.id);
    expect(after.promotedUntil).toEqual(after.expirationDate);
  });
});

describe('the same again, by a caller who names no purchase', () => {
  it('is another purchase when other add-ons were chosen since', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId);
    await api.checkout.editAddons({ id: job.id, addons: [{ addonType: 'promote', subscribed: true }] });
    expect(await api.checkout.payAddons({ jobId: job.id })).toMatchObject({ status: 'paid', amount: getAddonPrice('promote') });
    const addons = [
      { addonType: 'promote' as const, subscribed: true },
      { addonType: 'boost' as const, subscribed: true },
    ];
    await api.checkout.editAddons({ id: job.id, addons });
    expect(await api.checkout.payAddons({ jobId: job.id })).toMatchObject({ status: 'paid', amount: getAddonPrice('boost') });
    await expect(api.checkout.payAddons({ jobId: job.id })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await readSales()).toHaveLength(2);
  });

  it('is the same also when something else was bought in between', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { endsInDays: 5 });
    await api.checkout.renew({ jobId: job.id });
    await api.checkout.buyBoost({ jobId: job.id });
    await expect(api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await readSales()).toHaveLength(2);
  });
});
