import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobAddons } from '#drizzle/schema/jobs.ts';
import { daysFromNow } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';
import { makePayingCompany } from '#tests/helpers/renewals.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('lists a billed add-on even if the job no longer has it', async () => {
  const { api, account } = await makePayingCompany(t);
  const [address] = makeJobRequest().addresses;
  const jobInput = makeJobRequest({ addons: [{ addonType: 'promote', subscribed: true }], addresses: address ? [address] : [] });
  const order = await api.checkout.placeOrder(jobInput);
  await api.checkout.charge({ orderToken: order.orderToken });
  const id = order.jobs[0]?.id ?? '';
  await t.services.db
    .update(jobAddons)
    .set({ subscribed: false, endsAt: daysFromNow(-1) })
    .where(eq(jobAddons.jobId, id));
  await api.checkout.editAddons({ id, addons: [] });
  const { items } = await api.billing.history({ offset: 0, limit: 10 });
  expect(items).toMatchObject([
    { id, addons: [{ addonType: 'promote', cost: getAddonPrice('promote'), subscribed: false, addonRenewable: false }] },
  ]);
  const file = await t.callRest('POST', '/payment/company/history/export', { token: await t.createToken(account), body: {} });
  expect(file.body).toContain(`Promote: ${getAddonPrice('promote')},${getJobPrice('promote')}`);
});
