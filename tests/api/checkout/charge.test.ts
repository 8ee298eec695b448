// @engine both
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charges, invoiceNumbers, invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { invoiceNumberAt } from '#server/billing/take-invoice-number.ts';
import { daysFromNow, makeCompany, makeEmployee, makeUser } from '#server/demo/builders.ts';
import { postScheduled } from '#server/jobs/due.ts';
import { roles } from '#shared/access/access.ts';
import { toCents } from '#shared/billing/pricing.ts';
import { localTimeIn, startOfDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest, postingPrice } from '#tests/helpers/posting.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';
import { createCardToken, readLedgerLines, filterApprovedSales, testCards } from '#tests/helpers/test-cards.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function buyer({ company = {}, user = {} } = {}) {
  const { id } = await makeCompany(t.services.db, company);
  const account = await makeEmployee(t.services.db, id, user);
  const api = await t.createCallerFor(account);
  return { account, api, companyId: id, order: await api.checkout.placeOrder(makeJobRequest()) };
}

const card = (number: string = testCards.approved) => createCardToken(t.simulator.url, number);
const statuses = async (ids: string[]) => {
  const rows = await t.services.db.select({ id: jobs.id, status: jobs.status, reason: jobs.declineReason }).from(jobs);
  return rows.filter(({ id }) => ids.includes(id)).map(({ status }) => status);
};
const chargesOf = (companyId: string) => t.services.db.select().from(charges).where(eq(charges.companyId, companyId));
const ledgerOfCompany = async (companyId: string) => {
  const lines = await Promise.all(
    (await chargesOf(companyId)).map(({ gatewayOrderId }) => readLedgerLines(t.simulator.url, gatewayOrderId)),
  );
  return lines.flat();
};

describe('paying by card', () => {
  it('posts every job, with its dates and what its add-ons bring', async () => {
    const { account, order, companyId } = await buyer();
    const token = await t.createToken(account);
    const { status, body } = await t.callRest('POST', '/payment/company/invoice/charge', {
      token,
      body: { secret_token: order.orderToken, action_type: 'new_job', card_token: await card() },
    });
    expect({ status, data: body.data }).toEqual({
      status: 200,
      data: {
        status: 'paid',
        invoice_custom_id: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
        amount: postingPrice,
        transaction_id: expect.any(String),
      },
    });
    const [job] = await t.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.id, order.jobs[0]?.id ?? ''));
    const days = (date: Date | null | undefined) => Math.round(((date?.getTime() ?? 0) - Date.now()) / 86_400_000) + 0;
    expect(job?.status).toBe('POSTED');
    expect([job?.postingDate, job?.expirationDate, job?.nextBillingDate, job?.promotedUntil, job?.boostUntil].map(days)).toEqual([
      0, 30, 30, 30, 7,
    ]);
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toMatchObject([{ amount: toCents(postingPrice) }]);
    const mails = await t.services.db.select().from(outbox).where(eq(outbox.recipient, account.email));
    expect(mails).toMatchObject([{ template: 'new_job', data: { total: postingPrice, places: ['Omaha, NE', 'Tulsa, OK'] } }]);
    const invoice = await t.callRest('GET', '/payment/company/invoice?status=paid', { token });
    expect(invoice.body.data).toMatchObject([
      {
        amount: postingPrice,
        status: 'paid',
        payment_method: 'CELERO',
        lines: expect.arrayContaining([expect.objectContaining({ amount: getJobPrice() })]),
      },
    ]);
    const history = await t.callRest('GET', '/payment/company/history', { token });
    expect(history.body.data).toHaveLength(2);
    expect(history.body.data[0]).toMatchObject({
      title: 'CDL-A Regional Driver',
      auto_renew: true,
      payment_method: { description: 'Credit Card', card_type: 'visa', masked_number: expect.stringMatching(/1111$/) },
      addons: expect.arrayContaining([
        expect.objectContaining({ addon_type: 'boost', cost: getAddonPrice('boost'), addon_renewable: true }),
      ]),
    });
  });

  it.each(['card', 'invoice'] as const)(
    'makes the buyer the poster of a job that staff created, and not of a colleague’s (%s)',
    async (billingType) => {
      const { account, api, companyId } = await buyer({ company: { billingType } });
      const colleague = await makeEmployee(t.services.db, companyId);
      const internal = await t.createCallerFor(await makeUser(t.services.db, { roles: [roles.internalUser] }));
      const orders = [
        await internal.checkout.placeOrder({ ...makeJobRequest(), companyId }),
        await (await t.createCallerFor(colleague)).checkout.placeOrder(makeJobRequest()),
      ];
      const posters = [];
      for (const { orderId, orderToken } of orders) {
        await api.checkout.charge({ orderToken, cardToken: billingType === 'card' ? await card() : null });
        const rows = await t.services.db.select().from(jobs).where(eq(jobs.orderId, orderId));
        posters.push(rows.map(({ employerId, status }) => `${status} ${employerId}`));
      }
      expect(posters).toEqual([account, colleague].map(({ id }) => [`POSTED ${id}`, `POSTED ${id}`]));
    },
  );

  it('takes money once, whatever the number of callers', async () => {
    const { account, order, companyId } = await buyer();
    const api = await t.createCallerFor(account);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => card()));
    const outcomes = await Promise.allSettled(
      tokens.map((cardToken) => api.checkout.charge({ orderToken: order.orderToken, cardToken })),
    );
    const paid = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(paid).toMatchObject([{ value: { status: 'paid', amount: postingPrice } }]);
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as Error);
    expect(refusals).toHaveLength(19);
    for (const { message, cause } of refusals)
      expect({ message, cause }).toMatchObject({
        message: expect.stringContaining('is already paid'),
        cause: { code: 'already_paid' },
      });
    expect(await ledgerOfCompany(companyId)).toHaveLength(1);
    expect(await t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId))).toHaveLength(1);
    expect(await statuses(order.jobs.map(({ id }) => id))).toEqual(['POSTED', 'POSTED']);
  });

  it('numbers invoices without a gap, also when several are paid in parallel', async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => buyer()));
    await Promise.all(
      buyers.map(async ({ api, order }) => api.checkout.charge({ orderToken: order.orderToken, cardToken: await card() })),
    );
    const rows = await t.services.db.select({ number: invoices.invoiceCustomId }).from(invoices);
    const [counter] = await t.services.db.select().from(invoiceNumbers);
    if (!counter) throw new Error('No invoice numbers were used');
    const expected = Array.from({ length: counter.last }, (_, index) => invoiceNumberAt(counter, index + 1));
    expect(rows.map(({ number }) => number).toSorted()).toEqual(expected.toSorted());
  });

  it('says why a card was declined, and the order can be paid with another', async () => {
    const { api, order, companyId } = await buyer();
    const ids = order.jobs.map(({ id }) => id);
    await expect(
      api.checkout.charge({ orderToken: order.orderToken, cardToken: await card(testCards.noFunds) }),
    ).rejects.toMatchObject({
      code: 'PAYMENT_REQUIRED',
      message: expect.stringMatching(/funds/i),
      cause: { code: 'payment_declined' },
    });
    expect(await statuses(ids)).toEqual(['DECLINED', 'DECLINED']);
    expect(await api.checkout.order({ orderId: order.orderId })).toMatchObject({
      state: 'declined',
      declineReason: expect.stringMatching(/funds/i),
    });
    const again = await api.checkout.charge({ orderToken: order.orderToken, cardToken: await card() });
    expect(again.status).toBe('paid');
    expect(await statuses(ids)).toEqual(['POSTED', 'POSTED']);
    expect(await api.checkout.order({ orderId: order.orderId })).toMatchObject({
      state: 'paid',
      declineReason: null,
      invoiceCustomId: again.invoiceCustomId,
    });
    expect(filterApprovedSales(await ledgerOfCompany(companyId))).toHaveLength(1);
  });

  it('uses the stored card by default, and asks for one if there is none', async () => {
    const { api, order } = await buyer();
    await expect(api.checkout.charge({ orderToken: order.orderToken })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
      cause: { field: 'card_token' },
    });
    const stored = await api.billing.saveCard({ cardToken: await card(), cardHolderName: 'Dana Whitfield' });
    expect(stored).toMatchObject({ cardType: 'visa', expirationDate: '12/39', maskedNumber: expect.stringMatching(/1111$/) });
    expect(await api.checkout.charge({ orderToken: order.orderToken })).toMatchObject({ status: 'paid' });
  });

  it('takes only the stored card of the person’s own company', async () => {
    const owner = await buyer();
    const stored = await owner.api.billing.saveCard({ cardToken: await card(), cardHolderName: 'Dana Whitfield' });
    const { api, order } = await buyer();
    await expect(api.checkout.charge({ orderToken: order.orderToken, cardToken: stored?.cardToken })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await owner.api.checkout.charge({ orderToken: owner.order.orderToken, cardToken: stored?.cardToken })).toMatchObject({
      status: 'paid',
    });
  });

  it('is for verified accounts of active companies', async () => {
    const unverified = await buyer({ user: { emailVerifiedAt: null } });
    const charge = { orderToken: unverified.order.orderToken, cardToken: await card() };
    await expect(unverified.api.checkout.charge(charge)).rejects.toMatchObject({ cause: { code: 'email_unverified' } });
    const { api, order, companyId } = await buyer();
    await t.services.db.update(companies).set({ status: 'Inactive' }).where(eq(companies.id, companyId));
    await expect(api.checkout.charge({ orderToken: order.orderToken, cardToken: await card() })).rejects.toMatchObject({
      cause: { code: 'company_inactive' },
    });
  });
});

describe('paying on terms', () => {
  it('writes an open invoice due in 30 days and posts the jobs, once', async () => {
    const { api, order, companyId } = await buyer({ company: { billingType: 'invoice' } });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => api.checkout.charge({ orderToken: order.orderToken })),
    );
    const [invoiced] = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(invoiced).toMatchObject({ value: { status: 'invoiced', amount: postingPrice, transactionId: null } });
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(4);
    const [invoice] = await t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
    expect(invoice).toMatchObject({ status: 'open', paymentMethod: 'invoice', amountCents: toCents(postingPrice) });
    expect(Math.round(((invoice?.dueAt?.getTime() ?? 0) - Date.now()) / 86_400_000)).toBe(30);
    expect(await statuses(order.jobs.map(({ id }) => id))).toEqual(['POSTED', 'POSTED']);
    expect(await chargesOf(companyId)).toEqual([]);
  });
});

describe('a paid job with a posting date ahead', () => {
  it('is scheduled, and the worker posts it when the time has come', async () => {
    const { api } = await buyer();
    const order = await api.checkout.placeOrder(makeJobRequest({ postingDate: daysFromNow(2).toISOString() }));
    const ids = order.jobs.map(({ id }) => id);
    await api.checkout.charge({ orderToken: order.orderToken, cardToken: await card() });
    expect(await statuses(ids)).toEqual(['SCHEDULED', 'SCHEDULED']);
    await t.worker.runOnce();
    expect(await statuses(ids)).toEqual(['SCHEDULED', 'SCHEDULED']);
    await t.services.db
      .update(jobs)
      .set({ scheduledAt: daysFromNow(-0.01) })
      .where(eq(jobs.orderId, order.orderId));
    await t.worker.runOnce();
    expect(await statuses(ids)).toEqual(['POSTED', 'POSTED']);
    const [job] = await t.services.db
      .select()
      .from(jobs)
      .where(eq(jobs.id, ids[0] ?? ''));
    expect(job?.boostUntil && job.boostUntil > daysFromNow(6)).toBe(true);
  });
});

describe('thirty paid days', () => {
  const addressOf = (city: string, state: string, postalCode: string) => ({ city, state, postalCode, country: 'US' as const });
  const places = [
    { address: addressOf('Omaha', 'NE', '68102'), zone: 'US/Central' },
    { address: addressOf('Sidney', 'NE', '69162'), zone: 'US/Mountain' },
    { address: addressOf('Phoenix', 'AZ', '85001'), zone: 'US/Arizona' },
    { address: addressOf('Albany', 'NY', '12207'), zone: 'US/Eastern' },
  ];

  it.each([
    ['2099-10-20', '2099-11-19'],
    ['2099-02-20', '2099-03-22'],
  ])('from midnight of %s end at midnight of %s at each address', async (start, end) => {
    const { api } = await buyer({ company: { billingType: 'invoice' } });
    const order = await api.checkout.placeOrder(
      makeJobRequest({ addresses: places.map(({ address }) => address), postingDate: start }),
    );
    await api.checkout.charge({ orderToken: order.orderToken });
    const rows = await t.services.db.select().from(jobs).where(eq(jobs.orderId, order.orderId)).orderBy(jobs.id);
    expect(rows.map(({ postingDate }) => postingDate)).toEqual(places.map(({ zone }) => startOfDay(start, zone)));
    const ends = places.map(({ zone }) => startOfDay(end, zone));
    expect(rows.map(({ expirationDate }) => expirationDate)).toEqual(ends);
    expect(rows.map(({ nextBillingDate }) => nextBillingDate)).toEqual(ends);
    await postScheduled(t.services, startOfDay(start, 'US/Arizona'));
    const posted = await t.services.db.select().from(jobs).where(eq(jobs.orderId, order.orderId)).orderBy(jobs.id);
    expect(posted.map(({ status }) => status)).toEqual(['POSTED', 'POSTED', 'POSTED', 'POSTED']);
    const dates = posted.map(({ postingDate, expirationDate }, index) => {
      const zone = places[index]?.zone ?? '';
      return [localTimeIn(zone, expirationDate ?? 0).slice(11), localTimeIn(zone, postingDate ?? 0).slice(11)];
    });
    expect(dates.every(([ends, starts]) => ends === starts)).toBe(true);
  });
});
