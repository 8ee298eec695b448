import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatsIn } from '#shared/format.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { getJobPrice } from '#tests/helpers/prices.ts';
import { makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';

const { money } = formatsIn('en');

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const boost = [{ addonType: 'boost' as const, subscribed: true }];
const changed = {
  message: expect.stringContaining(`changed to ${money(getJobPrice('boost'))}`),
  cause: { code: 'edit_conflict' },
};

describe('a price that another tab changed since it was shown', () => {
  it('is not charged for a posting before it is shown', async () => {
    const { api, readSales } = await makePayingCompany(t);
    const order = await api.checkout.placeOrder(
      makeJobRequest({ addons: [], addresses: makeJobRequest().addresses.slice(0, 1) }),
    );
    const shownOrder = await api.checkout.order({ orderId: order.orderId });
    await api.checkout.editAddons({ id: order.jobs[0]?.id ?? '', addons: boost });
    const orderToken = order.orderToken;
    await expect(api.checkout.charge({ orderToken, shownTotal: shownOrder.total })).rejects.toMatchObject(changed);
    expect((await api.checkout.order({ orderId: order.orderId })).state).toBe('payable');
    expect(await api.checkout.charge({ orderToken, shownTotal: getJobPrice('boost') })).toMatchObject({
      status: 'paid',
      amount: getJobPrice('boost'),
    });
    expect(await readSales()).toHaveLength(1);
  });

  it('is not charged for a renewal before it is shown', async () => {
    const { companyId, api, readSales } = await makePayingCompany(t);
    const job = await makeRunningJob(t, companyId, { addons: [{ type: 'boost', subscribed: false }] });
    const shownQuote = await api.checkout.quote({ jobId: job.id, kind: 'renewal' });
    await api.checkout.editAddons({ id: job.id, addons: boost });
    const { purchases, total } = shownQuote;
    await expect(api.checkout.renew({ jobId: job.id, purchases, shownTotal: total })).rejects.toMatchObject(changed);
    expect(await readSales()).toEqual([]);
    expect(await api.checkout.renew({ jobId: job.id, purchases, shownTotal: getJobPrice('boost') })).toMatchObject({
      status: 'paid',
      amount: getJobPrice('boost'),
    });
  });
});
