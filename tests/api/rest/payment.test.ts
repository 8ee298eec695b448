import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoices } from '#drizzle/schema/billing.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { getAddonPrice, getJobPrice } from '#tests/helpers/prices.ts';
import { createCardToken } from '#tests/helpers/test-cards.ts';
import { makePeople, type People } from './wire.ts';

/** Cards, charges, invoices and history on the wire (`docs/product/money.md`). */
let t: TestApp;
let people: People;
beforeAll(async () => {
  t = await startTestApp();
  people = await makePeople(t);
});
afterAll(() => t.close());

const send = (method: 'POST' | 'GET', path: string, body?: object, token = people.tokens.owner) =>
  t.callRest(method, path, { token, ...(body ? { body } : {}) });
const mint = (number: string) => createCardToken(t.gatewayKeys.url, number, t.gatewayKeys.publicKey);

async function order(token?: string): Promise<{ secret_token: string; jobId: string }> {
  const body = {
    title: 'Dry van, regional',
    job_type: 'dryVan',
    required_experience: 'M6',
    home_time: 'HW',
    job_description: 'Run regional freight.',
    salary_type: 'weekly',
    addons: [{ addon_type: 'promote', subscribed: true }],
    addresses: [{ city: 'Omaha', state: 'NE' }],
  };
  const data = (await send('POST', '/jobs', body, token)).body.data as { jobs_post_token: string; jobs: { id: string }[] };
  return { secret_token: data.jobs_post_token, jobId: data.jobs[0]?.id ?? '' };
}
const charge = (body: object, token?: string) => send('POST', '/payment/company/invoice/charge', body, token);

test('no card yet is null; a stored one comes back masked', async () => {
  expect(await send('GET', '/payment/company/billing')).toMatchObject({ status: 200, body: { data: null } });
  const stored = await send('POST', '/payment/company/billing', {
    card_token: await mint('4111111111111111'),
    card_holder_name: 'Wanda Stone',
  });
  expect(stored.status).toBe(200);
  for (const { body } of [stored, await send('GET', '/payment/company/billing')])
    expect(body.data).toMatchObject({
      card_type: expect.stringMatching(/visa/i),
      expiration_date: expect.stringMatching(/^\d{2}\/\d{2}$/),
      card_holder_name: 'Wanda Stone',
      masked_number: expect.stringMatching(/^\D*.*1111$/),
    });
  expect(
    (await send('POST', '/payment/company/billing', { card_token: 'nonsense', card_holder_name: 'W S' })).status,
  ).toBeLessThan(500);
  expect((await send('POST', '/payment/company/billing', {})).status).toBe(422);
});

test('charged once: paid, then "is already paid"; declined is 402 with the reason', async () => {
  const { secret_token, jobId } = await order();
  const declined = await charge({ secret_token, action_type: 'new_job', card_token: await mint('4000000000000002') });
  expect(declined).toMatchObject({ status: 402, body: { errors: [{ code: 'payment_declined' }] } });
  expect((await send('GET', `/jobs/${jobId}`)).body.data).toMatchObject({ status: 'DECLINED' });
  const paid = await charge({ secretToken: secret_token, actionType: 'new_job', cardToken: null });
  expect(paid.body.data).toEqual({
    status: 'paid',
    invoice_custom_id: expect.stringMatching(/^INV-\d{4}-\d{6}$/),
    amount: getJobPrice('promote'),
    transaction_id: expect.any(String),
  });
  expect(await charge({ secret_token, action_type: 'new_job' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('is already paid') },
  });
  expect((await send('GET', `/jobs/${jobId}`)).body.data).toMatchObject({ status: 'POSTED', promoted: true });
  expect((await charge({ secret_token, action_type: 'new_job' }, people.tokens.stranger)).status).toBe(404);
  expect((await charge({ secret_token: 'x', action_type: 'new_job' })).status).toBe(404);
  expect((await charge({ secret_token, action_type: 'gift' })).status).toBe(422);
  expect(await charge({ order_token: secret_token, action_type: 'new_job' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'secret_token' }] },
  });
});

test('a company on terms is invoiced', async () => {
  await t.services.db.update(companies).set({ billingType: 'invoice' }).where(eq(companies.id, people.other.id));
  const { stranger } = people.tokens;
  const { secret_token } = await order(stranger);
  const answer = await charge({ secret_token, action_type: 'new_job' }, stranger);
  expect(answer).toMatchObject({
    status: 200,
    body: {
      data: { status: 'invoiced', amount: getJobPrice('promote'), transaction_id: null, invoice_custom_id: expect.any(String) },
    },
  });
  const open = await send('GET', '/payment/company/invoice?status=open&statistics=true', undefined, stranger);
  expect(open.body).toMatchObject({
    data: [{ status: 'open', payment_method: 'CONTRACT', amount: getJobPrice('promote') }],
    pagination: { total: 1 },
  });
  expect((await send('GET', '/payment/company/invoice?status=paid', undefined, stranger)).body).toMatchObject({ data: [] });
  expect(await t.services.db.select().from(invoices).where(eq(invoices.companyId, people.other.id))).toMatchObject([
    { paymentMethod: 'invoice' },
  ]);
  for (const [word, count] of [
    ['CONTRACT', 1],
    ['CELERO', 0],
  ] as const) {
    const filters = { and: [{ field: 'payment_method', operator: 'equals', value: word }] };
    for (const list of ['invoice', 'history'])
      expect((await send('POST', `/payment/company/${list}/search`, { filters }, stranger)).body.data).toHaveLength(count);
  }
});

test('order history and billing history', async () => {
  const invoices = await send('GET', '/payment/company/invoice?status=paid&offset=0&limit=10');
  expect(invoices.body).toMatchObject({
    data: [
      {
        invoice_custom_id: expect.stringMatching(/^INV-/),
        amount: getJobPrice('promote'),
        status: 'paid',
        payment_method: 'CELERO',
        billing_date: expect.stringMatching(/Z$/),
        lines: [
          { description: expect.any(String), job_id: expect.any(String), addon_type: null, amount: getJobPrice() },
          { job_id: expect.any(String), addon_type: 'promote', amount: getAddonPrice('promote') },
        ],
      },
    ],
    pagination: { offset: 0, limit: 10, total: 1 },
  });
  expect((await send('GET', '/payment/company/history')).body).toMatchObject({
    data: [
      {
        id: expect.any(String),
        title: 'Dry van, regional',
        auto_renew: true,
        billing_date: expect.any(String),
        created_at: expect.any(String),
        payment_method: {
          description: 'Credit Card',
          card_type: expect.any(String),
          masked_number: expect.stringContaining('1111'),
        },
        addons: [
          {
            id: expect.any(String),
            addon_type: 'promote',
            cost: getAddonPrice('promote'),
            subscribed: true,
            addon_renewable: true,
          },
        ],
      },
    ],
    pagination: { total: 1 },
  });
  expect((await send('GET', '/payment/company/invoice?status=void')).status).toBe(422);
});
