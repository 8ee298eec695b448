import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throttles, users } from '#drizzle/schema/accounts.ts';
import { securityEvents } from '#drizzle/schema/security-events.ts';
import { makeCompany, makeEmployee } from '#server/demo/builders.ts';
import { AppError } from '#server/errors.ts';
import { roles } from '#shared/access/access.ts';
import { text } from '#shared/texts/texts.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { makeJobRequest } from '#tests/helpers/posting.ts';
import { makeMp4 } from '#tests/helpers/videos.ts';

/** Limits on what costs or disturbs, and what unverified accounts cannot do (docs/security.md). */
let t: TestApp;
let token: string;
let owner: Awaited<ReturnType<typeof makeEmployee>>;
beforeAll(async () => {
  t = await startTestApp();
  const company = await makeCompany(t.services.db);
  owner = await makeEmployee(t.services.db, company.id, { roles: [roles.companyAdmin] });
  token = await t.createToken(owner);
});
afterAll(() => t.close());

/** Uses up a limit but for `left`. */
async function useUp(bucket: string, key: string, hits: number): Promise<void> {
  const windowEndsAt = new Date(Date.now() + 60_000);
  await t.services.db
    .insert(throttles)
    .values({ bucket, key, hits, windowEndsAt })
    .onConflictDoUpdate({ target: [throttles.bucket, throttles.key], set: { hits, windowEndsAt } });
}

const order = (overrides: object = {}) => t.callRest('POST', '/jobs', { token, body: wire(makeJobRequest(overrides)) });
/** The request in the names of the wire. */
const wire = ({ addresses, ...job }: ReturnType<typeof makeJobRequest>) => ({
  ...Object.fromEntries(
    Object.entries(job).map(([key, value]) => [key.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  ),
  addons: [],
  addresses: addresses.map(({ postalCode, ...address }) => ({ ...address, ...(postalCode && { postal_code: postalCode }) })),
});

test('orders and their addresses are counted by company', async () => {
  const { companyId } = (await (await t.createCallerFor(owner)).auth.me()) ?? {};
  expect((await order()).status).toBeLessThan(300);
  await useUp('order_address', companyId ?? '', 1999);
  expect((await order()).status).toBe(429);
  await useUp('order_address', companyId ?? '', 0);
  await useUp('order', companyId ?? '', 200);
  expect((await order()).status).toBe(429);
  await useUp('order', companyId ?? '', 0);
});

test('people who are added or invited are counted by company', async () => {
  const { companyId } = (await (await t.createCallerFor(owner)).auth.me()) ?? {};
  const invite = (email: string) =>
    t.callRest('POST', '/employees', {
      token,
      body: { first_name: 'Wanda', last_name: 'Stone', email, phone: '4025550150', invite: true },
    });
  expect((await invite('wanda@stone.example')).status).toBe(201);
  await useUp('employee_add', companyId ?? '', 300);
  expect((await invite('walt@stone.example')).status).toBe(429);
});

test('a position and its city have to agree', async () => {
  const [address] = makeJobRequest().addresses;
  const at = (latitude: number, longitude: number) =>
    order({ addresses: [{ ...address, coordinates: { latitude, longitude } }] });
  const answer = await at(34.0522, -118.2437);
  expect(answer).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'invalid', message: expect.stringContaining('60 miles from Omaha') }] },
  });
  expect((await at(41.2587, -95.9378)).status).toBeLessThan(300);
});

test('details of places, receipts by email and exports are counted by account', async () => {
  const caller = await t.createCallerFor(owner);
  await useUp('places', owner.id, 240);
  await expect(caller.places.details({ id: 'us.x', sessionToken: 'abcdefgh' })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
  await useUp('receipt', owner.id, 30);
  await expect(caller.billing.receipt({ invoiceId: 'I-1', send: true })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await expect(caller.billing.receipt({ invoiceId: 'I-1' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await useUp('export', owner.id, 120);
  expect((await t.callRest('POST', '/companies/log/export', { token })).status).toBe(429);
});

test.each([
  'ACTION REQUIRED verify at https://evil.example/login',
  'Verify at www.evil-login',
  'Go to evil.example/login now',
  'evil-freight.com',
  'evil。example',
  'bit․ly/x',
])('a company cannot be called “%s”, nor a job or a person', async (name) => {
  const refusal = { status: 422, body: { errors: [expect.objectContaining({ message: 'Remove web addresses.' })] } };
  const me = (await (await t.createCallerFor(owner)).auth.me()) ?? {};
  const path = `/companies/${(me as { companyId?: string }).companyId}`;
  expect(await t.callRest('PATCH', path, { token, body: { company_name: name } })).toMatchObject(refusal);
  expect(await order({ title: name })).toMatchObject(refusal);
});

test.each(['Haulboard Support', 'Hаulboard', 'Haul\u200bboard', 'Prairie Frеight'])(
  'a company or person cannot be called “%s”',
  async (name) => {
    const { companyId } = (await (await t.createCallerFor(owner)).auth.me()) ?? {};
    const rename = await t.callRest('PATCH', `/companies/${companyId}`, { token, body: { company_name: name } });
    const refusedField = (field: string) => ({
      status: 422,
      body: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
    expect(rename).toMatchObject(refusedField('company_name'));
    const employee = { email: 'newcomer@test.example', first_name: name, last_name: 'Smith', role: 'ROLE_COMPANY_USER' };
    const add = await t.callRest('POST', '/employees', { token, body: employee });
    expect(add).toMatchObject(refusedField('first_name'));
  },
);

test('a job cannot have a title that looks like our name', async () => {
  expect(await order({ title: 'Haulboard account notice' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'title' }] },
  });
});

test('names with dots that are no addresses are fine', async () => {
  const { companyId } = (await (await t.createCallerFor(owner)).auth.me()) ?? {};
  for (const company_name of ['J.B. Hauling Inc.', 'St. Louis Freight, L.L.C.', 'No. 1 Carriers'])
    expect((await t.callRest('PATCH', `/companies/${companyId}`, { token, body: { company_name } })).status).toBe(200);
});

const upload = () => {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="v.mp4"\r\ncontent-type: video/mp4\r\n\r\n';
  return t.app.inject({
    method: 'POST',
    url: '/api/1.0/jobs/multimedia/upload',
    headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` },
    payload: Buffer.concat([Buffer.from(head), makeMp4(4000), Buffer.from('\r\n--b--\r\n')]),
  });
};

test('a file with a virus is not stored, and the refusal is recorded', async () => {
  expect((await upload()).statusCode).toBeLessThan(300);
  t.services.scanner = {
    assertClean: () => Promise.reject(new AppError('wrong_media_type', text('errors.virusFound'), { field: 'file' })),
  };
  const answer = await upload();
  expect(answer.statusCode).toBe(415);
  expect(answer.json()).toMatchObject({ message: expect.stringContaining('virus') });
  t.services.scanner = null;
  await t.services.securityLog.flush();
  const events = await t.services.db.select().from(securityEvents).where(eq(securityEvents.event, 'file.refused'));
  expect(events).toMatchObject([{ userId: owner.id, detail: { reason: 'errors.virusFound' } }]);
});

test('an account without a verified email uploads no videos', async () => {
  await t.services.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, owner.id));
  const answer = await upload();
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toMatchObject({ errors: [{ code: 'email_unverified' }] });
});
