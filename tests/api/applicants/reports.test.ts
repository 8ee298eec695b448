import { afterAll, beforeAll, expect, test } from 'vitest';
import { invoiceLines, invoices } from '#drizzle/schema/billing.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, makeUser, rowOfApplication } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { periodInstants } from '#shared/applicants/report.ts';
import { stages } from '#shared/applicants/stages.ts';
import { codes } from '#shared/catalogues.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let companyId: string;
let token: string;
let strangerToken: string;
let adminToken: string;
let first: Awaited<ReturnType<typeof makeJob>>;
let second: Awaited<ReturnType<typeof makeJob>>;

/** March 2026 of a company in Omaha: from 06:00 UTC on March 1 (CST) to 05:00 UTC on April 1 (CDT). */
const march = { from: '2026-03-01', to: '2026-03-31' };
const hour = 60 * 60 * 1000;
type Application = Partial<typeof applications.$inferInsert>;
type Event = Partial<typeof applicationEvents.$inferInsert> & { after: number };

async function apply(job: typeof first, at: string, row: Application = {}, events: Event[] = []) {
  const { db } = t.services;
  const applicationAt = new Date(at);
  const values = { ...rowOfApplication(job, await makeDriver(db)), applicationAt, ...row, id: newId() };
  await db.insert(applications).values(values);
  for (const { after, ...event } of events) {
    await db.insert(applicationEvents).values({
      applicationId: values.id,
      companyId: job.companyId,
      kind: 'stage',
      ...event,
      at: new Date(applicationAt.getTime() + after * hour),
    });
  }
}

let numbers = 0;
async function bill(company: string, at: string, lines: [jobId: string | null, cents: number][], row: object = {}) {
  const { db } = t.services;
  const id = newId();
  await db.insert(invoices).values({
    id,
    invoiceCustomId: `INV-2026-9${String((numbers += 1)).padStart(5, '0')}`,
    companyId: company,
    purpose: 'new_job',
    subjectKey: id,
    paymentMethod: 'card',
    status: 'paid',
    amountCents: lines.reduce((sum, [, cents]) => sum + cents, 0),
    billingDate: new Date(at),
    ...row,
  });
  for (const [jobId, amountCents] of lines)
    await db.insert(invoiceLines).values({ invoiceId: id, jobId, description: 'a line', amountCents });
}

const move = (from: string, to: string, after: number): Event => ({ after, detail: { from, to } });

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  companyId = (await makeCompany(db, { state: 'NE', postalCode: '68102' })).id;
  token = await t.createToken(await makeEmployee(db, companyId));
  const other = (await makeCompany(db, { companyName: 'Other' })).id;
  strangerToken = await t.createToken(await makeEmployee(db, other));
  adminToken = await t.createToken(await makeUser(db, { roles: [roles.admin] }));
  first = await makeJob(db, companyId, { title: '=Flatbed' });
  second = await makeJob(db, companyId, { title: 'Tanker' });

  // The first moment of the month: hired after all stages but the offer.
  await apply(first, '2026-03-01T06:00:00Z', { stage: 'hired', source: 'search' }, [
    move('new', 'reviewed', 2),
    move('reviewed', 'interview', 30),
    move('interview', 'hired', 50),
  ]);
  // Moved to hired by mistake and back to contacted.
  await apply(first, '2026-03-10T12:00:00Z', { stage: 'contacted', source: 'feed' }, [
    { kind: 'message', after: 1, detail: { from: 'driver' } },
    { kind: 'call', after: 4 },
    move('new', 'hired', 5),
    move('hired', 'contacted', 6),
  ]);
  // Not a fit after an interview. The last moment of the month.
  await apply(first, '2026-04-01T04:59:59.999Z', { stage: 'not_a_fit', notAFitReason: 'pay', source: 'feed' }, [
    { kind: 'message', after: 10, detail: { from: 'company' } },
    move('interview', 'not_a_fit', 12),
  ]);
  await apply(second, '2026-03-11T12:00:00Z', { stage: 'withdrawn', withdrawnAt: new Date(), source: 'invitation' });
  await apply(second, '2026-03-12T12:00:00Z');
  // Moved by Haulboard, which is no response.
  await apply(second, '2026-03-12T13:00:00Z', { stage: 'reviewed' }, [{ ...move('new', 'reviewed', 1), source: 'system' }]);
  // The driver deleted the account: counted, but not measured.
  await apply(second, '2026-03-13T12:00:00Z', { stage: 'offer', driverId: null, personId: null });
  // Just outside the month, and another company's.
  await apply(first, '2026-03-01T05:59:59.999Z', { stage: 'hired' });
  await apply(first, '2026-04-01T05:00:00Z');
  await apply(await makeJob(db, other), '2026-03-10T12:00:00Z', { stage: 'hired' });

  await bill(
    companyId,
    '2026-03-01T06:00:00Z',
    [
      [first.id, 300_00],
      [second.id, 100_00],
    ],
    { refundedCents: 100_01 },
  );
  await bill(companyId, '2026-03-20T06:00:00Z', [[first.id, 50_00]], { status: 'open', paymentMethod: 'invoice' });
  await bill(companyId, '2026-03-20T06:00:00Z', [[first.id, 999_00]], { status: 'void', paymentMethod: 'invoice' });
  await bill(companyId, '2026-04-01T05:00:00Z', [[first.id, 888_00]]);
  await bill(other, '2026-03-20T06:00:00Z', [[null, 777_00]]);
});
afterAll(() => t.close());

async function report(query: Record<string, string> = {}, as = token) {
  const answer = await t.callRest('GET', `/reports/hiring?${new URLSearchParams({ ...march, ...query })}`, { token: as });
  return { status: answer.status, data: answer.body.data as Record<string, unknown> };
}
const byJob = async (body: object = {}, as = token) => {
  const answer = await t.callRest('POST', '/reports/hiring/jobs/search', { token: as, body: { ...march, ...body } });
  return { ...answer, rows: answer.body.data as Record<string, unknown>[] };
};

test('the list behind a count has as many applicants, for a reader in any time zone', async () => {
  const { rows } = await byJob();
  const row = rows.find(({ id }) => id === first.id);
  for (const timezone of ['US/Pacific', 'US/Eastern'] as const) {
    const reader = await t.createToken(await makeEmployee(t.services.db, companyId, { timezone }));
    const filters = [
      { field: 'job', operator: 'in', value: [first.id] },
      { field: 'stage', operator: 'in', value: codes(stages) },
      { field: 'application_at', operator: 'between', value: periodInstants(march, 'US/Central') },
    ];
    const list = await t.callRest('POST', '/applicants/search', { token: reader, body: { filters } });
    expect(list.body.pagination?.total).toBe(row?.['applicants']);
  }
});

test('counts the stages, reasons, sources, responses and costs of the days in the company’s time zone', async () => {
  const { data } = await report();
  expect(data).toMatchObject({
    ...march,
    time_zone: 'US/Central',
    applicants: 7,
    hires: 1,
    not_a_fit: 1,
    withdrawn: 1,
    unanswered: 2,
    measured: 6,
    median_response_hours: 4,
    slow_response_hours: 8.8,
    cost_cents: 349_99,
    cost_per_applicant_cents: 50_00,
    cost_per_hire_cents: 349_99,
  });
  expect(data['funnel']).toEqual([
    { stage: 'new', applicants: 7, share_of_previous: null },
    { stage: 'reviewed', applicants: 5, share_of_previous: 5 / 7 },
    { stage: 'contacted', applicants: 4, share_of_previous: 4 / 5 },
    { stage: 'interview', applicants: 3, share_of_previous: 3 / 4 },
    { stage: 'offer', applicants: 2, share_of_previous: 2 / 3 },
    { stage: 'hired', applicants: 1, share_of_previous: 1 / 2 },
  ]);
  expect(data['reasons']).toContainEqual({ reason: 'pay', applicants: 1 });
  expect(data['sources']).toEqual([
    { source: 'search', applicants: 1, hires: 1 },
    { source: 'feed', applicants: 2, hires: 0 },
    { source: 'boost_email', applicants: 0, hires: 0 },
    { source: 'invitation', applicants: 1, hires: 0 },
    { source: 'share', applicants: 0, hires: 0 },
    { source: 'direct', applicants: 3, hires: 0 },
  ]);
});

test('the jobs add up to the total', async () => {
  const { rows } = await byJob();
  expect(rows.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(rows[1]).toMatchObject({ title: '=Flatbed', applicants: 3, hires: 1, interview: 2, not_a_fit: 1, cost_cents: 274_99 });
  expect(rows[0]).toMatchObject({ applicants: 4, hires: 0, cost_cents: 75_00, cost_per_hire_cents: null });
  expect((await report({ job_id: second.id })).data).toMatchObject({ applicants: 4, cost_cents: 75_00 });
});

test('the table is sorted and paged, with missing values last', async () => {
  const sorted = async (direction: string) =>
    (await byJob({ orders: [{ field: 'cost_per_hire_cents', direction }] })).rows.map(({ id }) => id);
  expect(await sorted('asc')).toEqual([first.id, second.id]);
  expect(await sorted('desc')).toEqual([first.id, second.id]);
  const page = await byJob({ offset: 1, limit: 1 });
  expect(page.rows.map(({ id }) => id)).toEqual([first.id]);
  expect(page.body).toMatchObject({ pagination: { total: 2 } });
  expect((await byJob({ orders: [{ field: 'salary', direction: 'asc' }] })).status).toBe(422);
});

test('a period must be one', async () => {
  expect((await report({ from: '2026-04-01' })).status).toBe(422);
  expect((await report({ from: '2024-03-01' })).status).toBe(422);
});

test('another company’s reports and jobs do not exist', async () => {
  expect((await report({ company_id: companyId }, strangerToken)).status).toBe(404);
  expect((await report({ job_id: first.id }, strangerToken)).status).toBe(404);
  expect((await report({}, strangerToken)).data).toMatchObject({ applicants: 1, hires: 1, cost_cents: 0 });
  expect((await report({ company_id: companyId }, adminToken)).data).toMatchObject({ applicants: 7 });
});

test('the CSV file has a row for each job and no formula', async () => {
  const answer = await t.callRest('POST', '/reports/hiring/jobs/export', { token, body: march });
  expect(answer.status).toBe(200);
  const file: unknown = answer.body;
  const lines = String(file).trimEnd().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatch(/^'=Flatbed,/);
  expect(lines[2]).toContain(',274.99,91.66,274.99,');
});
