import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cards } from '#drizzle/schema/billing.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createCardToken, testCards, testGatewayKeys } from '#tests/helpers/test-cards.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function companyAdmin() {
  const { id } = await makeCompany(t.services.db);
  const account = await makeEmployee(t.services.db, id);
  return { companyId: id, account, token: await t.createToken(account), api: await t.createCallerFor(account) };
}
const newToken = (number: string = testCards.approved) => createCardToken(t.simulator.url, number);

describe('the company’s card', () => {
  it('is null until one is stored, then masked', async () => {
    const { token } = await companyAdmin();
    expect(await t.callRest('GET', '/payment/company/billing', { token })).toMatchObject({ status: 200, body: { data: null } });
    const body = { card_token: await newToken(), card_holder_name: 'Dana Whitfield' };
    const stored = await t.callRest('POST', '/payment/company/billing', { token, body });
    expect(stored.body.data).toEqual({
      card_token: expect.any(String),
      card_type: 'visa',
      expiration_date: '12/39',
      card_holder_name: 'Dana Whitfield',
      masked_number: expect.stringMatching(/^4\d+\*+1111$/),
    });
    expect((await t.callRest('GET', '/payment/company/billing', { token })).body.data).toEqual(stored.body.data);
  });

  it('is replaced: the new one is stored, and the old one is deleted here and at the gateway', async () => {
    const { api, companyId } = await companyAdmin();
    await api.billing.saveCard({ cardToken: await newToken(), cardHolderName: 'Dana Whitfield' });
    const [old] = await t.services.db.select().from(cards).where(eq(cards.companyId, companyId));
    const now = await api.billing.saveCard({ cardToken: await newToken(testCards.noFunds), cardHolderName: 'Marcus Oyelaran' });
    expect(now).toMatchObject({ maskedNumber: expect.stringMatching(/9995$/), cardHolderName: 'Marcus Oyelaran' });
    expect(now?.cardToken).not.toBe(old?.id);
    expect(await t.services.db.select().from(cards).where(eq(cards.companyId, companyId))).toHaveLength(1);
    const gone = { customerId: old?.gatewayCustomerId ?? '', paymentMethodId: old?.gatewayPaymentMethodId ?? '' };
    await expect(
      t.services.gateway.charge({
        source: { kind: 'stored', card: gone },
        amountCents: 100,
        orderId: 'GONECARD1',
        idempotencyKey: crypto.randomUUID(),
        description: 'a forgotten card',
        initiatedBy: 'merchant',
      }),
    ).rejects.toMatchObject({ name: 'CardRefused' });
  });

  it('stays when the new one is refused', async () => {
    const { api } = await companyAdmin();
    const token = await newToken();
    const stored = await api.billing.saveCard({ cardToken: token, cardHolderName: 'Dana Whitfield' });
    await expect(api.billing.saveCard({ cardToken: token, cardHolderName: 'Dana Whitfield' })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
      cause: { field: 'card_token' },
    });
    expect(await api.billing.card()).toEqual(stored);
  });

  it('can be removed', async () => {
    const { api } = await companyAdmin();
    await api.billing.saveCard({ cardToken: await newToken(), cardHolderName: 'Dana Whitfield' });
    await api.billing.removeCard();
    expect(await api.billing.card()).toBeNull();
    await api.billing.removeCard();
  });

  it('is set by company admins only and seen by no other company', async () => {
    const { companyId, api } = await companyAdmin();
    await api.billing.saveCard({ cardToken: await newToken(), cardHolderName: 'Dana Whitfield' });
    const user = await makeEmployee(t.services.db, companyId, { roles: [roles.companyUser] });
    await expect(
      (await t.createCallerFor(user)).billing.saveCard({ cardToken: 'any', cardHolderName: 'Dana' }),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await (await companyAdmin()).api.billing.card()).toBeNull();
  });

  it('is entered on the gateway’s own page', async () => {
    const { api } = await companyAdmin();
    expect(await api.billing.gatewayConfig()).toEqual({
      publicKey: testGatewayKeys.publicKey,
      tokenizerUrl: 'http://localhost:3000/gateway/tokenizer/tokenizer.js',
      gatewayUrl: 'http://localhost:3000/gateway',
      testMode: true,
    });
  });
});
