import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toCents } from '#shared/billing/pricing.ts';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { invoices } from '#drizzle/schema/billing.ts';
import { jobAddons } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { answerLimits } from '#server/checkout/effects.ts';
import { roles } from '#shared/access/access.ts';
import { daysFromNow, makeUser } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { daysTo, jobRow, payingCompany, runningJob } from '#tests/helpers/renewals.ts';
import { cardToken, testCards } from '#tests/helpers/test-cards.ts';
import { addonPrice, jobPrice } from '#tests/helpers/prices.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const invoicesOf = (companyId: string) => t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
const addonsOf = (jobId: string) => t.services.db.select().from(jobAddons).where(eq(jobAddons.jobId, jobId));
const mailsTo = async (email: string) => {
  const rows = await t.services.db.select().from(outbox).where(eq(outbox.recipient, email));
  return rows.filter(({ template }) => /_job$|failed_payments/.test(template));
};

describe('renewing by hand', () => {
  it('shows the price first, then adds the days to the running period and bills what renews with it', async () => {
    const { api, account, companyId, books } = await payingCompany(t);
    const job = await runningJob(t, companyId, {
      addons: [{ type: 'promote' }, { type: 'hyperlink', subscribed: false }],
    });
    const quote = await api.checkout.quote({ jobId: job.id, kind: 'renewal' });
    expect(quote).toMatchObject({ state: 'payable', total: jobPrice('promote'), purchases: 0, billingType: 'card' });
    expect(quote.lines.map(({ addonType, amount }) => [addonType, amount])).toEqual([
      [null, jobPrice()],
      ['promote', addonPrice('promote')],
    ]);
    expect(daysTo(quote.until)).toBe(40);
    const answer = await t.rest('POST', '/payment/invoice/renewal', {
      token: await t.tokenOf(account),
      body: { job_id: job.id, purchases: quote.purchases },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: {
          status: 'paid',
          amount: jobPrice('promote'),
          invoice_custom_id: expect.stringMatching(/^INV-/),
          transaction_id: expect.any(String),
        },
      },
    });
    const after = await jobRow(t, job.id);
    expect([after.status, daysTo(after.expirationDate), daysTo(after.nextBillingDate), daysTo(after.promotedUntil)]).toEqual([
      'POSTED',
      40,
      40,
      40,
    ]);
    const rows = await addonsOf(job.id);
    expect(rows.find(({ addonType }) => addonType === 'promote')?.endsAt).toBeNull();
    expect(daysTo(rows.find(({ addonType }) => addonType === 'hyperlink')?.endsAt ?? null)).toBe(10);
    expect(await books()).toMatchObject([{ amount: toCents(jobPrice('promote')) }]);
    expect(await mailsTo(account.email)).toMatchObject([
      { template: 'renew_job', data: { total: jobPrice('promote'), jobId: job.id } },
    ]);
  });

  it('charges once for a double click, and says so the second time', async () => {
    const { api, companyId, books } = await payingCompany(t);
    const job = await runningJob(t, companyId);
    const { purchases } = await api.checkout.quote({ jobId: job.id, kind: 'renewal' });
    const clicks = await Promise.allSettled(Array.from({ length: 8 }, () => api.checkout.renew({ jobId: job.id, purchases })));
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = clicks.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
    for (const { message, cause } of refusals)
      expect({ message, cause }).toMatchObject({ message: 'The renewal is already paid', cause: { code: 'already_paid' } });
    await expect(api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await books()).toHaveLength(1);
    expect(daysTo((await jobRow(t, job.id)).expirationDate)).toBe(40);
    const again = await api.checkout.quote({ jobId: job.id, kind: 'renewal' });
    expect(await api.checkout.renew({ jobId: job.id, purchases: again.purchases })).toMatchObject({ status: 'paid' });
    expect(daysTo((await jobRow(t, job.id)).expirationDate)).toBe(70);
    await expect(api.checkout.buyBoost({ jobId: job.id, purchases })).rejects.toMatchObject({ cause: { code: 'edit_conflict' } });
  });

  it('puts a lapsed job up again from now, and leaves it lapsed with the reason when the card is declined', async () => {
    const { api, companyId, books } = await payingCompany(t, { card: testCards.noFunds });
    const job = await runningJob(t, companyId, {
      endsInDays: -3,
      status: 'INACTIVE',
      nextBillingDate: null,
      addons: [{ type: 'boost' }],
    });
    await expect(api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(await jobRow(t, job.id)).toMatchObject({ status: 'INACTIVE', declineReason: expect.stringMatching(/funds/i) });
    const otherCard = await cardToken(t.simulator.url);
    expect(await api.checkout.renew({ jobId: job.id, cardToken: otherCard })).toMatchObject({
      status: 'paid',
      amount: jobPrice('boost'),
    });
    const after = await jobRow(t, job.id);
    expect([after.status, daysTo(after.expirationDate), daysTo(after.boostUntil), after.declineReason]).toEqual([
      'POSTED',
      30,
      7,
      null,
    ]);
    expect(await books()).toHaveLength(1);
  });

  it('is invoiced on terms, and refused in states that name themselves', async () => {
    const { api, companyId } = await payingCompany(t, { card: null, company: { billingType: 'invoice' } });
    const job = await runningJob(t, companyId);
    expect(await api.checkout.renew({ jobId: job.id, purchases: 0 })).toMatchObject({ status: 'invoiced', transactionId: null });
    await expect(api.checkout.renew({ jobId: job.id, purchases: 0 })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await invoicesOf(companyId)).toMatchObject([{ status: 'open', purpose: 'renewal', amountCents: toCents(jobPrice()) }]);
    const closed = await runningJob(t, companyId, { status: 'CLOSED' });
    await expect(api.checkout.renew({ jobId: closed.id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You can’t renew this job because it’s closed.',
    });
    const stranger = await payingCompany(t);
    await expect(stranger.api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(stranger.api.checkout.quote({ jobId: job.id, kind: 'boost' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('what came of a purchase', () => {
  const { answerWithinMs } = answerLimits;
  afterEach(() => Object.assign(answerLimits, { answerWithinMs }));

  it('is told from the payment itself, to its company', async () => {
    const { api, companyId } = await payingCompany(t);
    const job = await runningJob(t, companyId);
    const ended = () => api.checkout.outcome({ jobId: job.id });
    expect(await ended()).toEqual({ state: 'unpaid' });
    answerLimits.answerWithinMs = 50;
    const buy = async (number: string) =>
      api.checkout.buyBoost({ jobId: job.id, cardToken: await cardToken(t.simulator.url, number) });
    expect(await buy(testCards.slow)).toMatchObject({ status: 'processing' });
    expect(await ended()).toEqual({ state: 'processing' });
    await expect.poll(ended, { timeout: 20_000 }).toEqual({ state: 'paid' });
    const stranger = await payingCompany(t);
    await expect(stranger.api.checkout.outcome({ jobId: job.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of which nothing came is told too, paid as the one before may be', async () => {
    const { api, companyId } = await payingCompany(t);
    const job = await runningJob(t, companyId);
    await api.checkout.buyBoost({ jobId: job.id });
    expect(await api.checkout.outcome({ jobId: job.id })).toEqual({ state: 'paid' });
    const declined = await cardToken(t.simulator.url, testCards.noFunds);
    await expect(api.checkout.renew({ jobId: job.id, cardToken: declined, purchases: 1 })).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
    });
    expect(await api.checkout.outcome({ jobId: job.id })).toEqual({ state: 'unpaid' });
  });
});

describe('boosting', () => {
  it('costs the employer once', async () => {
    const { account, companyId, books } = await payingCompany(t);
    const job = await runningJob(t, companyId, { boostUntil: daysFromNow(-1) });
    const token = await t.tokenOf(account);
    const boosted = await t.rest('POST', `/jobs/${job.id}/boost`, { token, body: { job_id: job.id, isAdmin: false } });
    expect(boosted).toMatchObject({ status: 200, body: { data: { id: job.id, boost_active: true, boost_remaining_days: 7 } } });
    const again = await t.rest('POST', `/jobs/${job.id}/boost`, { token });
    expect([again.status, again.body.message]).toEqual([409, 'The boost is already paid']);
    expect(await books()).toMatchObject([{ amount: toCents(addonPrice('boost')) }]);
    expect(await mailsTo(account.email)).toMatchObject([{ template: 'boost_job', data: { total: addonPrice('boost') } }]);
    const lapsed = await runningJob(t, companyId, { status: 'INACTIVE' });
    expect(await t.rest('POST', `/jobs/${lapsed.id}/boost`, { token })).toMatchObject({ status: 409 });
  });

  it('is free by an admin, audited, and no employer’s right', async () => {
    const { account, companyId, books } = await payingCompany(t);
    const job = await runningJob(t, companyId);
    const admin = await makeUser(t.services.db, { roles: [roles.admin] });
    const body = { job_id: job.id, isAdmin: true };
    const boosted = await t.rest('POST', `/admin/jobs/${job.id}/boost`, { token: await t.tokenOf(admin), body });
    expect(boosted).toMatchObject({ status: 200, body: { data: { boost_active: true, boost_remaining_days: 7 } } });
    expect(await t.rest('POST', `/admin/jobs/${job.id}/boost`, { token: await t.tokenOf(account), body })).toMatchObject({
      status: 403,
    });
    expect(await t.rest('POST', `/jobs/${job.id}/boost`, { token: await t.tokenOf(admin), body })).toMatchObject({ status: 403 });
    expect([await books(), await invoicesOf(companyId)]).toEqual([[], []]);
    const log = await t.services.db.select().from(auditLog).where(eq(auditLog.subjectId, job.id));
    expect(log).toMatchObject([{ action: 'job.boost', actorId: admin.id, detail: { free: true } }]);
  });
});

describe('add-ons bought after posting', () => {
  it('are chosen, priced, paid once, and count from then on', async () => {
    const { api, account, companyId, books } = await payingCompany(t);
    const job = await runningJob(t, companyId, { addons: [{ type: 'promote' }] });
    const addons = [
      { addon_type: 'promote', subscribed: false },
      { addon_type: 'boost', subscribed: true },
      { addon_type: 'hyperlink', subscribed: true, external_url: 'https://carrier.example/drive' },
    ];
    const token = await t.tokenOf(account);
    const chosen = await t.rest('PATCH', `/jobs/${job.id}/addons`, { token, body: { addons } });
    expect(chosen).toMatchObject({ status: 200 });
    expect(await api.checkout.quote({ jobId: job.id, kind: 'addons' })).toMatchObject({
      total: addonPrice('boost', 'hyperlink'),
    });
    expect(await t.rest('POST', '/payment/employer/job/addons', { token, body: { job_id: job.id } })).toMatchObject({
      status: 200,
      body: { data: { status: 'paid', amount: addonPrice('boost', 'hyperlink') } },
    });
    const rows = await addonsOf(job.id);
    expect(new Map(rows.filter(({ paidAt }) => paidAt).map(({ addonType, subscribed }) => [addonType, subscribed]))).toEqual(
      new Map([
        ['boost', true],
        ['hyperlink', true],
        ['promote', false],
      ]),
    );
    expect(daysTo((await jobRow(t, job.id)).boostUntil)).toBe(7);
    const again = await t.rest('POST', '/payment/employer/job/addons', { token, body: { job_id: job.id } });
    expect([again.status, again.body.message]).toEqual([409, 'The purchase is already paid']);
    expect(await books()).toMatchObject([{ amount: toCents(addonPrice('boost', 'hyperlink')) }]);
    expect(await api.checkout.quote({ jobId: job.id, kind: 'renewal' })).toMatchObject({ total: jobPrice('boost', 'hyperlink') });
  });

  it('leave the job alone when the card is declined, and can be paid with another', async () => {
    const { api, companyId, store } = await payingCompany(t, { card: testCards.declined });
    const job = await runningJob(t, companyId);
    await api.checkout.editAddons({ id: job.id, addons: [{ addonType: 'promote' }] });
    await expect(api.checkout.payAddons({ jobId: job.id })).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    expect(await jobRow(t, job.id)).toMatchObject({ status: 'POSTED', promotedUntil: null, purchases: 0 });
    await store(testCards.approved);
    expect(await api.checkout.payAddons({ jobId: job.id })).toMatchObject({ status: 'paid', amount: addonPrice('promote') });
    const after = await jobRow(t, job.id);
    expect(after.promotedUntil).toEqual(after.expirationDate);
  });
});

describe('the same again, by a caller who names no purchase', () => {
  it('is another purchase when other add-ons were chosen since', async () => {
    const { companyId, api, books } = await payingCompany(t);
    const job = await runningJob(t, companyId);
    await api.checkout.editAddons({ id: job.id, addons: [{ addonType: 'promote', subscribed: true }] });
    expect(await api.checkout.payAddons({ jobId: job.id })).toMatchObject({ status: 'paid', amount: addonPrice('promote') });
    const addons = [
      { addonType: 'promote' as const, subscribed: true },
      { addonType: 'boost' as const, subscribed: true },
    ];
    await api.checkout.editAddons({ id: job.id, addons });
    expect(await api.checkout.payAddons({ jobId: job.id })).toMatchObject({ status: 'paid', amount: addonPrice('boost') });
    await expect(api.checkout.payAddons({ jobId: job.id })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await books()).toHaveLength(2);
  });

  it('is the same also when something else was bought in between', async () => {
    const { companyId, api, books } = await payingCompany(t);
    const job = await runningJob(t, companyId, { endsInDays: 5 });
    await api.checkout.renew({ jobId: job.id });
    await api.checkout.buyBoost({ jobId: job.id });
    await expect(api.checkout.renew({ jobId: job.id })).rejects.toMatchObject({ cause: { code: 'already_paid' } });
    expect(await books()).toHaveLength(2);
  });
});
