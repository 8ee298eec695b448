import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany, makeDriver, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** The largest amount, with 8 digits and 2 decimals, is kept to the cent in every answer. */
const most = 99_999_999.99;

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

it('the most that may be written is what a job answers, to its company and to anybody', async () => {
  const { id: companyId } = await makeCompany(t.services.db);
  const token = await t.tokenOf(await makeEmployee(t.services.db, companyId));
  const { id } = await makeJob(t.services.db, companyId);
  const amounts = { expected_pay: most, signon_bonus: most, starting_bonus: most };
  expect(await t.rest('PATCH', `/jobs/${id}`, { token, body: { ...amounts, salary_type: 'yearly' } })).toMatchObject({
    status: 200,
  });
  expect(await t.rest('GET', `/jobs/${id}`, { token })).toMatchObject({ body: { data: amounts } });
  expect(await t.rest('GET', `/public/jobs/${id}`)).toMatchObject({ body: { data: amounts } });
  const { status, body } = await t.rest('GET', `/public/jobs?pay_min=1900000&limit=50`);
  expect({ status, ids: (body.data as { id: string }[]).map((job) => job.id) }).toEqual({ status: 200, ids: [id] });
});

it('a driver who asks for it is matched as anybody, from both sides', async () => {
  const { db } = t.services;
  const { id: companyId } = await makeCompany(db);
  const employer = await t.tokenOf(await makeEmployee(db, companyId));
  const { id } = await makeJob(db, companyId, { expectedPayCents: most * 100 });
  const driver = await makeDriver(db);
  const token = await t.tokenOf(driver);
  expect(await t.rest('PATCH', '/member/profile', { token, body: { expected_pay: most } })).toMatchObject({
    status: 200,
    body: { data: { expected_pay: most } },
  });
  const matching = await t.rest('GET', '/member/matching-jobs', { token });
  const [match] = (matching.body.data as { id: string; reasons: { text: string }[] }[]).filter((job) => job.id === id);
  expect(match?.reasons.map(({ text }) => text).join()).toMatch(/pay/i);
  const candidates = await t.rest('GET', `/jobs/${id}/candidates`, { token: employer });
  expect((candidates.body.data as { user_id: string }[]).map((one) => one.user_id)).toContain(driver.id);
});
