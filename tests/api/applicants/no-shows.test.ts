import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { interviews } from '#drizzle/schema/hiring.ts';
import { outbox } from '#drizzle/schema/outbox.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Drivers who did not come to their interview (`docs/product/interviews.md#no-shows`). */
let t: TestApp;
let companyId: string;
let token: string;
let strangerToken: string;
let applicantId: string;

const hourMs = 60 * 60_000;
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs);

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  companyId = (await makeCompany(db, { companyName: 'Heron Freight' })).id;
  token = await t.createToken(await makeEmployee(db, companyId));
  strangerToken = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
});
afterAll(() => t.close());
beforeEach(async () => {
  const { db } = t.services;
  await db.delete(interviews);
  await db.delete(outbox);
  const row = rowOfApplication(await makeJob(db, companyId), await makeDriver(db));
  await db.insert(applications).values(row);
  applicantId = row.id ?? '';
});

type Stored = Partial<typeof interviews.$inferInsert>;
async function store(changes: Stored): Promise<string> {
  const values = { companyId, applicationId: applicantId, kind: 'phone' as const, minutes: 30, times: [hoursFromNow(-2)] };
  const [row] = await t.services.db
    .insert(interviews)
    .values({ ...values, ...changes })
    .returning({ id: interviews.id });
  return row?.id ?? '';
}
const setNoShow = (id: string, isNoShow: boolean, as = token) =>
  t.callRest('PATCH', `/interviews/${id}`, { token: as, body: { is_no_show: isNoShow } });
const past = async (as = token) =>
  (await t.callRest('GET', '/interviews?show=past', { token: as })).body.data as { id: string; status: string }[];
const timeline = async () =>
  (await t.callRest('GET', `/applicants/${applicantId}/timeline`, { token })).body.data as { detail: { change: string } }[];

test('is recorded, listed with the past interviews, and taken back', async () => {
  const id = await store({ status: 'scheduled', startsAt: hoursFromNow(-2) });
  expect(await past()).toMatchObject([{ id, status: 'over' }]);
  expect(await setNoShow(id, true)).toMatchObject({ status: 200, body: { data: { status: 'no_show' } } });
  expect(await past()).toMatchObject([{ id, status: 'no_show' }]);
  expect((await setNoShow(id, true)).status).toBe(200);
  expect(await setNoShow(id, false)).toMatchObject({ status: 200, body: { data: { status: 'over' } } });
  expect((await timeline()).map(({ detail }) => detail.change)).toEqual(['no_show_undone', 'no_show']);
  expect(await t.services.db.select().from(outbox)).toEqual([]);
});

test('is possible as soon as the interview has begun, and then there can be another interview', async () => {
  const id = await store({ status: 'scheduled', startsAt: hoursFromNow(-0.1), minutes: 60 });
  expect(await past()).toEqual([]);
  await setNoShow(id, true);
  expect((await t.callRest('GET', '/interviews', { token })).body.data).toEqual([]);
  const body = { kind: 'phone', minutes: 30, times: [hoursFromNow(30).toISOString()] };
  const next = await t.callRest('POST', `/applicants/${applicantId}/interviews`, { token, body });
  expect(next).toMatchObject({ status: 201, body: { data: { status: 'proposed' } } });
  expect((await setNoShow(id, false)).body.data).toMatchObject({ status: 'over' });
  const [stored] = await t.services.db.select().from(interviews).where(eq(interviews.id, id));
  expect(stored).toMatchObject({ status: 'over' });
});

test.each([
  ['has not begun', { status: 'scheduled', startsAt: hoursFromNow(1) }],
  ['has no time yet', { status: 'proposed' }],
  ['was canceled', { status: 'canceled', startsAt: hoursFromNow(-2) }],
  ['was declined', { status: 'declined' }],
] satisfies [string, Stored][])('is refused for an interview that %s', async (_, changes) => {
  const id = await store(changes);
  expect((await setNoShow(id, true)).status).toBe(409);
  expect(await past()).toEqual([]);
});

test('does not exist for another company, or once the driver withdrew', async () => {
  const id = await store({ status: 'scheduled', startsAt: hoursFromNow(-2) });
  expect((await setNoShow(id, true, strangerToken)).status).toBe(404);
  expect(await past(strangerToken)).toEqual([]);
  await t.services.db.update(applications).set({ withdrawnAt: new Date() }).where(eq(applications.id, applicantId));
  expect((await setNoShow(id, true)).status).toBe(404);
  expect(await past()).toEqual([]);
});

test('lists past interviews with the last one first', async () => {
  const older = await store({ status: 'over', startsAt: hoursFromNow(-30) });
  const newer = await store({ status: 'no_show', startsAt: hoursFromNow(-5) });
  await store({ status: 'canceled', startsAt: hoursFromNow(-10) });
  expect((await past()).map(({ id }) => id)).toEqual([newer, older]);
});
