import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** The largest amount, with 8 digits and 2 decimals, is kept to the cent in every answer. */
const maxDollars = 99_999_999.99;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('the maximum amount is returned exactly, to the company and the public', async () => {
  const { id: companyId } = await makeCompany(t.services.db);
  const token = await t.createToken(await makeEmployee(t.services.db, companyId));
  const { id } = await makeJob(t.services.db, companyId);
  const amounts = { expected_pay: maxDollars, signon_bonus: maxDollars, starting_bonus: maxDollars };
  expect(await t.callRest('PATCH', `/jobs/${id}`, { token, body: { ...amounts, salary_type: 'yearly' } })).toMatchObject({
    status: 200,
  });
  expect(await t.callRest('GET', `/jobs/${id}`, { token })).toMatchObject({ body: { data: amounts } });
  expect(await t.callRest('GET', `/public/jobs/${id}`)).toMatchObject({ body: { data: amounts } });
  const { status, body } = await t.callRest('GET', `/public/jobs?pay_min=1900000&limit=50`);
  expect({ status, ids: (body.data as { id: string }[]).map((job) => job.id) }).toEqual({ status: 200, ids: [id] });
});

it('a driver who asks for the maximum is matched like any other, from both sides', async () => {
  const { db } = t.services;
  const { id: companyId } = await makeCompany(db);
  const employer = await t.createToken(await makeEmployee(db, companyId));
  const { id } = await makeJob(db, companyId, { expectedPayCents: maxDollars * 100 });
  const driver = await makeDriver(db);
  const token = await t.createToken(driver);
  expect(await t.callRest('PATCH', '/member/profile', { token, body: { expected_pay: maxDollars } })).toMatchObject({
    status: 200,
    body: { data: { expected_pay: maxDollars } },
  });
  const matching = await t.callRest('GET', '/member/matching-jobs', { token });
  const [match] = (matching.body.data as { id: string; reasons: { text: string }[] }[]).filter((job) => job.id === id);
  expect(match?.reasons.map(({ text }) => text).join()).toMatch(/pay/i);
  const candidates = await t.callRest('GET', `/jobs/${id}/candidates`, { token: employer });
  expect((candidates.body.data as { user_id: string }[]).map((one) => one.user_id)).toContain(driver.id);
});
