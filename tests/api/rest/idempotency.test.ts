import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKeys, invoices, refunds } from '#drizzle/schema/billing.ts';
import { registerPlugins, createServer } from '#server/app.ts';
import { sweepIdempotencyKeys } from '#server/billing/sweep-charges.ts';
import { daysFromNow, makeUser } from '#server/demo/builders.ts';
import type { PaymentGateway } from '#server/gateway/port.ts';
import { routes } from '#server/rest/routes.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createBillingFixture } from '#tests/helpers/billing.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { shiftDates, findJobRow, makePayingCompany, makeRunningJob } from '#tests/helpers/renewals.ts';
import { createCardToken, settleBatch, testCards } from '#tests/helpers/test-cards.ts';

/** Every call that moves money accepts an `Idempotency-Key`, as payment services do. */
let t: TestApp;
let realGateway: PaymentGateway;
let adminToken: string;
beforeAll(async () => {
  t = await startTestApp();
  realGateway = t.services.gateway;
  adminToken = await t.createToken(await makeUser(t.services.db, { roles: [roles.admin] }));
});
afterEach(() => {
  t.services.gateway = realGateway;
});
afterAll(() => t.close());

type Method = 'POST' | 'PATCH';
const send = (token: string, path: string, body: object, key?: string, method: Method = 'POST') =>
  t.callRest(method, path, { token, body, headers: key === undefined ? {} : { 'idempotency-key': key } });
const newKey = () => crypto.randomUUID();
const replayed = ({ headers }: { headers: Record<string, unknown> }) => headers['idempotent-replayed'] === 'true';
const codeOf = ({ body }: { body: { errors?: { code: string }[] } }) => body.errors?.[0]?.code;

async function dueJob() {
  const payer = await makePayingCompany(t);
  const job = await makeRunningJob(t, payer.companyId, { endsInDays: 3 });
  const token = await t.createToken(payer.account);
  return {
    ...payer,
    job,
    token,
    renew: (key?: string, body: object = {}) => send(token, '/payment/invoice/renewal', { job_id: job.id, ...body }, key),
  };
}

describe('the same request with the same key', () => {
  it('gets the same answer again, however late, and money moves once', async () => {
    const { renew, readSales, job } = await dueJob();
    const key = newKey();
    const first = await renew(key);
    expect([first.status, replayed(first)]).toEqual([200, false]);
    const second = await renew(key);
    expect([second.status, second.body, replayed(second)]).toEqual([200, first.body, true]);
    // By now another renewal is possible, and a client without a key would buy it.
    await shiftDates(t, [job.id], 29);
    const late = await renew(key);
    expect([late.status, late.body, replayed(late)]).toEqual([200, first.body, true]);
    expect(await readSales()).toHaveLength(1);
    expect(await renew(newKey())).toMatchObject({ status: 200 });
    expect(await readSales()).toHaveLength(2);
  });

  it('is answered with the decline again, and does not ask the card again', async () => {
    const { renew, store, readSales } = await dueJob();
    await store(testCards.declined);
    const key = newKey();
    const first = await renew(key);
    await store(testCards.approved);
    const second = await renew(key);
    expect([first.status, second.status, second.body, replayed(second)]).toEqual([402, 402, first.body, true]);
    expect(await readSales()).toEqual([]);
    expect(await renew(newKey())).toMatchObject({ status: 200 });
  });

  it('is carried out once when many arrive at the same time; the others get 409 or its answer', async () => {
    const { renew, readSales } = await dueJob();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => renew(key)));
    const [paid, others] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status !== 200)];
    expect(paid.filter((answer) => !replayed(answer))).toHaveLength(1);
    for (const other of others) expect([other.status, codeOf(other)]).toEqual([409, 'idempotency_key_in_use']);
    expect(replayed(await renew(key))).toBe(true);
    expect(await readSales()).toHaveLength(1);
  });

  it('gets its answer from another node, and after a restart', async () => {
    const { renew, token, job, readSales } = await dueJob();
    const key = newKey();
    const first = await renew(key);
    const node = createServer(t.services.settings);
    await registerPlugins(node, t.services, { version: 'test', simulatorOptions: null, page: async () => '' });
    const again = await node.inject({
      method: 'POST',
      url: '/api/1.0/payment/invoice/renewal',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      payload: { job_id: job.id },
    });
    await node.close();
    expect([again.statusCode, again.json(), again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true']);
    expect(await readSales()).toHaveLength(1);
  });

  it('holds for the charge of an order, a boost, add-ons and an invoice marked paid', async () => {
    const { api, token, job, readSales } = await dueJob();
    const order = await api.checkout.placeOrder(makeJobRequest());
    await api.checkout.editAddons({ id: job.id, addons: [{ addonType: 'promote' }] });
    const { contract, bill } = createBillingFixture(() => t);
    const onTerms = await contract();
    const { invoiceCustomId } = await bill(onTerms.company.id, onTerms.job.id);
    const calls: [string, string, object, Method?][] = [
      [token, '/payment/company/invoice/charge', { secret_token: order.orderToken, action_type: 'new_job' }],
      [token, `/jobs/${job.id}/boost`, { job_id: job.id, isAdmin: false }],
      [token, '/payment/employer/job/addons', { job_id: job.id }],
      [adminToken, `/admin/jobs/${job.id}/boost`, { job_id: job.id, isAdmin: true }],
      [adminToken, `/admin/invoices/${invoiceCustomId}`, { status: 'paid' }, 'PATCH'],
    ];
    for (const [bearer, path, body, method] of calls) {
      const key = newKey();
      const first = await send(bearer, path, body, key, method);
      const second = await send(bearer, path, body, key, method);
      expect([first.status, second.status, second.body, replayed(second)], path).toEqual([200, 200, first.body, true]);
    }
    expect(await readSales()).toHaveLength(3);
  });
});

describe('a refund', () => {
  async function paidInvoice() {
    const { renew } = await dueJob();
    const { data } = (await renew()).body as unknown as { data: { invoice_custom_id: string } };
    settleBatch(t);
    const [row] = await t.services.db.select().from(invoices).where(eq(invoices.invoiceCustomId, data.invoice_custom_id));
    if (!row?.transactionId) throw new Error('The renewal was not paid');
    const { id, transactionId } = row;
    return {
      path: `/admin/invoices/${data.invoice_custom_id}/refund`,
      refundsOf: () => t.services.db.select().from(refunds).where(eq(refunds.invoiceId, id)),
      refunded: async () => (await t.services.gateway.getTransaction(transactionId))?.amountRefundedCents,
    };
  }

  it('of a part is made once for one key, and again for another', async () => {
    const { path, refunded } = await paidInvoice();
    const key = newKey();
    const body = { amount: 50, reason: 'Half a week offline' };
    const first = await send(adminToken, path, body, key);
    const second = await send(adminToken, path, body, key);
    expect([first.status, second.body, replayed(second)]).toEqual([200, first.body, true]);
    expect(await refunded()).toBe(50_00);
    await send(adminToken, path, body, newKey());
    expect(await refunded()).toBe(100_00);
  });

  it('is made once when its caller died before the answer was stored', async () => {
    const { path, refunded, refundsOf } = await paidInvoice();
    const key = newKey();
    const body = { amount: 50, reason: 'Half a week offline' };
    await send(adminToken, path, body, key);
    const died = { status: null, body: null, leaseUntil: daysFromNow(-1) };
    await t.services.db.update(idempotencyKeys).set(died).where(eq(idempotencyKeys.key, key));
    const again = await send(adminToken, path, body, key);
    expect(again).toMatchObject({ status: 200, body: { data: { refunded: 50, refunds: [{ amount: 50 }] } } });
    expect([await refunded(), (await refundsOf()).length]).toEqual([50_00, 1]);
  });

  it('is not repeated by an administrator who has not seen the first', async () => {
    const { path, refunded } = await paidInvoice();
    const body = { amount: 50, reason: 'Half a week offline', refunded: 0 };
    expect(await send(adminToken, path, body)).toMatchObject({ status: 200 });
    const second = await send(adminToken, path, body);
    expect([second.status, codeOf(second)]).toEqual([409, 'edit_conflict']);
    expect(await refunded()).toBe(50_00);
  });
});

describe('a request whose answer was never stored', () => {
  const forget = (key: string, changes: { leaseUntil: Date | null }) =>
    t.services.db
      .update(idempotencyKeys)
      .set({ status: null, body: null, ...changes })
      .where(eq(idempotencyKeys.key, key));

  it('is still running for a while, and then runs again without a second charge', async () => {
    const { renew, readSales } = await dueJob();
    const key = newKey();
    await renew(key);
    await forget(key, { leaseUntil: daysFromNow(1) });
    const running = await renew(key);
    expect([running.status, codeOf(running)]).toEqual([409, 'idempotency_key_in_use']);
    await forget(key, { leaseUntil: daysFromNow(-1) });
    const again = await renew(key);
    expect([again.status, codeOf(again)]).toEqual([409, 'already_paid']);
    expect(await readSales()).toHaveLength(1);
  });

  const died = { leaseUntil: daysFromNow(-1) };

  it('buys nothing more when it is sent again after another boost or renewal could be bought', async () => {
    const onTerms = { card: null, company: { billingType: 'invoice' as const } };
    for (const options of [{}, onTerms])
      for (const [days, path] of [
        [8, (id: string) => `/jobs/${id}/boost`],
        [29, () => '/payment/invoice/renewal'],
      ] as const) {
        const { companyId, account } = await makePayingCompany(t, options);
        const job = await makeRunningJob(t, companyId, { endsInDays: days === 8 ? 25 : 3 });
        const token = await t.createToken(account);
        const buy = (key: string) => send(token, path(job.id), { job_id: job.id }, key);
        const invoiced = () => t.services.db.select().from(invoices).where(eq(invoices.companyId, companyId));
        const key = newKey();
        expect(await buy(key)).toMatchObject({ status: 200 });
        await forget(key, died);
        await shiftDates(t, [job.id], days);
        const again = await buy(key);
        expect([again.status, codeOf(again)]).toEqual([409, 'already_paid']);
        expect(await invoiced()).toHaveLength(1);
        expect(await buy(newKey())).toMatchObject({ status: 200 });
        expect(await invoiced()).toHaveLength(2);
      }
  });

  it('gives an administrator’s boost once', async () => {
    const { job } = await dueJob();
    const boost = (key: string) => send(adminToken, `/admin/jobs/${job.id}/boost`, { job_id: job.id, isAdmin: true }, key);
    const key = newKey();
    expect(await boost(key)).toMatchObject({ status: 200 });
    const { boostUntil } = await findJobRow(t, job.id);
    await forget(key, died);
    expect(await boost(key)).toMatchObject({ status: 200 });
    expect((await findJobRow(t, job.id)).boostUntil).toEqual(boostUntil);
    expect(await boost(newKey())).toMatchObject({ status: 200 });
    expect((await findJobRow(t, job.id)).boostUntil).not.toEqual(boostUntil);
  });

  it('because the payment service failed may be sent again with the same key', async () => {
    const { renew, readSales, token, job } = await dueJob();
    const broken = await createCardToken(t.simulator.url, testCards.serverError);
    const key = newKey();
    const body = { job_id: job.id, card_token: broken };
    const failed = await send(token, '/payment/invoice/renewal', body, key);
    expect([failed.status, codeOf(failed)]).toEqual([502, 'gateway_failed']);
    t.services.gateway = { ...realGateway, charge: (request) => realGateway.charge({ ...request, source: other }) };
    const other = { kind: 'token' as const, token: await createCardToken(t.simulator.url, testCards.approved) };
    expect(await send(token, '/payment/invoice/renewal', body, key)).toMatchObject({ status: 200 });
    expect(replayed(await send(token, '/payment/invoice/renewal', body, key))).toBe(true);
    expect(await renew(key)).toMatchObject({ status: 422 });
    expect(await readSales()).toHaveLength(1);
  });
});

describe('a key', () => {
  it('that was used for another body or another path is refused, and nothing is charged', async () => {
    const { renew, token, job, readSales } = await dueJob();
    const key = newKey();
    const first = await renew(key);
    for (const other of [
      await renew(key, { card_token: 'another' }),
      await send(token, '/payment/employer/job/addons', { job_id: job.id }, key),
      await send(token, `/jobs/${job.id}/boost`, { job_id: job.id }, key),
    ])
      expect([other.status, codeOf(other)]).toEqual([422, 'idempotency_key_reused']);
    expect((await renew(key)).body).toEqual(first.body);
    expect(await readSales()).toHaveLength(1);
  });

  it('belongs to one company: the same key of another is another key', async () => {
    const [one, other] = [await dueJob(), await dueJob()];
    const key = newKey();
    const [first, second] = [await one.renew(key), await other.renew(key)];
    expect([first.status, second.status, replayed(second)]).toEqual([200, 200, false]);
    expect([await one.readSales(), await other.readSales()].map((sales) => sales.length)).toEqual([1, 1]);
    const stolen = await send(other.token, '/payment/invoice/renewal', { job_id: one.job.id }, newKey());
    expect(stolen.status).toBe(404);
  });

  it('returns its answer only to callers who may make the call', async () => {
    const { renew, job } = await dueJob();
    const key = newKey();
    expect(await renew(key)).toMatchObject({ status: 200 });
    const driver = await t.createToken(await makeUser(t.services.db, { roles: [roles.driver] }));
    for (const token of [driver, 'nonsense'])
      expect([401, 403]).toContain((await send(token, '/payment/invoice/renewal', { job_id: job.id }, key)).status);
  });

  it('is free again after a request that was refused before anything happened', async () => {
    const { renew, token } = await dueJob();
    const key = newKey();
    expect((await send(token, '/payment/invoice/renewal', { job_id: crypto.randomUUID() }, key)).status).toBe(404);
    expect((await renew(key)).status).toBe(200);
  });

  it.each(['', 'two words', 'x'.repeat(256), 'caf\u00e9'])('such as %j is refused', async (key) => {
    const { renew, readSales } = await dueJob();
    expect((await renew(key)).status).toBe(422);
    expect(await readSales()).toEqual([]);
  });

  it('is kept for thirty days', async () => {
    const { renew, readSales, job } = await dueJob();
    const key = newKey();
    const aged = async (days: number) => {
      await t.services.db
        .update(idempotencyKeys)
        .set({ createdAt: daysFromNow(-days) })
        .where(eq(idempotencyKeys.key, key));
      await sweepIdempotencyKeys(t.services.db);
    };
    await renew(key);
    await aged(29);
    expect(replayed(await renew(key))).toBe(true);
    await aged(31);
    await shiftDates(t, [job.id], 29);
    const next = await renew(key);
    expect([next.status, replayed(next)]).toEqual([200, false]);
    expect(await readSales()).toHaveLength(2);
  });
});

it('the documentation names the header on every call that moves money', async () => {
  const moving = routes.filter(({ procedure }) =>
    /^(checkout\.(charge|renew|payAddons|boost|boostFree)|billing\.(refund|updateInvoice))$/.test(procedure),
  );
  expect(moving.map(({ options }) => options.takesIdempotencyKey)).toEqual(moving.map(() => true));
  const document = (await t.app.inject({ url: '/api/1.0/openapi.json' })).json<{
    paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
  }>();
  for (const { method, path } of moving) {
    const operation = document.paths[`/api/1.0${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()];
    expect(operation?.parameters, path).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }));
  }
});
