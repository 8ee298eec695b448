import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { newId } from '#drizzle/schema/columns.ts';
import { companies } from '#drizzle/schema/companies.ts';
import { companiesFile } from '#server/company/company-query.ts';
import { makeCompany, makeDriver, makeEmployee, makeUser, rowOfCompany, bulkInsert } from '#server/demo/builders.ts';
import { roles } from '#shared/access/access.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** The audit log, a company's own log, and their CSV files (`docs/product/access.md#audit-log`). */
/** The body of a download is its text. */
const textOf = ({ body }: { body: unknown }): string => (typeof body === 'string' ? body : '');

let t: TestApp;
let world: Awaited<ReturnType<typeof makeLog>>;
beforeAll(async () => {
  t = await startTestApp();
  world = await makeLog();
});
afterAll(() => t.close());

async function makeLog() {
  const { db } = t.services;
  const company = await makeCompany(db, { companyName: 'Logged Freight' });
  const owner = await makeEmployee(db, company.id, { firstName: 'Olive', lastName: 'Owner', roles: [roles.companyAdmin] });
  const colleague = await makeEmployee(db, company.id, { roles: [roles.companyUser] });
  const staff = await makeUser(db, { firstName: 'Sam', lastName: 'Staff', roles: [roles.superAdmin] });
  const driver = await makeDriver(db);
  const at = (n: number) => new Date(Date.parse('2026-05-01T05:00:00Z') + n * 60_000);
  const row = (n: number, values: Partial<typeof auditLog.$inferInsert>) => ({
    id: newId(),
    at: at(n),
    actorId: owner.id,
    impersonatedId: null,
    companyId: company.id,
    action: 'company.update',
    subjectType: 'company',
    subjectId: company.id,
    ip: '198.51.100.7',
    detail: null,
    ...values,
  });
  const rows = [
    row(1, { detail: { fields: ['size'] } }),
    row(2, { actorId: staff.id, impersonatedId: owner.id, ip: '203.0.113.9' }),
    row(3, { actorId: staff.id, action: 'company.status', ip: '203.0.113.9' }),
    row(4, { actorId: driver.id, action: 'application.send', subjectType: 'application', ip: '192.0.2.55' }),
    row(5, { actorId: null, action: 'job.expire', ip: null }),
    row(6, { companyId: null, actorId: staff.id, action: 'admin.create' }),
  ];
  for (const one of rows) await db.insert(auditLog).values(one);
  const tokens = {
    owner: await t.createToken(owner),
    colleague: await t.createToken(colleague),
    staff: await t.createToken(staff),
  };
  return { company, owner, staff, driver, tokens };
}

const day = { field: 'at', operator: 'between', value: ['2026-05-01', '2026-05-01'] };
type Line = Record<string, unknown>;

test('the audit names who did what, when, on what, from where and as whom', async () => {
  const { staff, owner, company, tokens } = world;
  const answer = await t.callRest('POST', '/admin/audit/search', { token: tokens.staff, body: { filters: { and: [day] } } });
  expect(answer.body.pagination).toEqual({ offset: 0, limit: 10, total: 6 });
  const lines = answer.body.data as Line[];
  expect(lines.map((line) => line['action'])).toEqual([
    'admin.create',
    'job.expire',
    'application.send',
    'company.status',
    'company.update',
    'company.update',
  ]);
  expect(lines[4]).toEqual({
    id: expect.any(String),
    at: '2026-05-01T05:02:00.000Z',
    actor_id: staff.id,
    actor_name: 'Sam Staff',
    actor_email: staff.email,
    impersonated_id: owner.id,
    impersonated_name: 'Olive Owner',
    company_id: company.id,
    company_name: 'Logged Freight',
    action: 'company.update',
    subject: { type: 'company', id: company.id },
    subject_name: 'Logged Freight',
    ip: '203.0.113.9',
    detail: null,
  });
  expect((await t.callRest('GET', '/admin/audit?limit=2', { token: tokens.staff })).body.data).toHaveLength(2);
  expect((await t.callRest('GET', '/admin/audit', { token: tokens.owner })).status).toBe(403);
});

test('a company reads its own log: its people in full, staff and drivers by name', async () => {
  const { owner, tokens } = world;
  const answer = await t.callRest('POST', '/companies/log/search', { token: tokens.owner, body: { filters: { and: [day] } } });
  const columns = (answer.body.data as Line[]).map((line) => [
    line['actor_name'],
    line['impersonated_name'],
    line['actor_email'],
    line['ip'],
  ]);
  expect(columns).toEqual([
    [null, null, null, null],
    ['Marcus Oyelaran', null, null, null],
    ['Sam Staff', null, null, null],
    ['Sam Staff', 'Olive Owner', null, '203.0.113.9'],
    ['Olive Owner', null, owner.email, '198.51.100.7'],
  ]);
  expect((await t.callRest('GET', '/companies/log', { token: tokens.colleague })).status).toBe(403);
});

test('the log is downloaded as CSV, by those who may read it', async () => {
  const { company, tokens } = world;
  const ask = (token: string) => t.callRest('POST', '/companies/log/export', { token, body: { filters: [day] } });
  const file = await ask(tokens.owner);
  expect(file.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="company-log-\d{4}-\d{2}-\d{2}\.csv"$/),
    'cache-control': 'no-store',
  });
  const lines = textOf(file).split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFDate (Central time),User,Email,Acting as,Action,Action code,Object type,Object,ID,Company,IP address,Details',
  );
  expect(lines).toHaveLength(7);
  expect(lines[4]).toBe(
    `2026-05-01 00:02,Sam Staff,,Olive Owner,Company changed,company.update,company,Logged Freight,${company.id},Logged Freight,203.0.113.9,`,
  );
  expect((await ask(tokens.colleague)).status).toBe(403);
  const exported = { field: 'action', operator: 'equals', value: 'log.export' };
  const log = await t.callRest('POST', '/companies/log/search', { token: tokens.owner, body: { filters: [exported] } });
  expect(log.body.pagination.total).toBe(1);
  expect((await t.callRest('POST', '/admin/audit/export', { token: tokens.owner, body: {} })).status).toBe(403);
  expect(
    textOf(await t.callRest('POST', '/admin/audit/export', { token: tokens.staff, body: { filters: [day] } })).split('\r\n'),
  ).toHaveLength(8);
});

test('cells that a spreadsheet would run are made harmless', async () => {
  const { tokens } = world;
  for (const companyName of ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(1)'])
    await makeCompany(t.services.db, { companyName, phone: null, createdAt: new Date('2020-01-01') });
  const early = { field: 'created_at', operator: 'less_than', value: '2021-01-01' };
  const file = await t.callRest('POST', '/companies/export', { token: tokens.staff, body: { filters: [early] } });
  const names = textOf(file)
    .split('\r\n')
    .slice(1, -1)
    .map((line) => line.split(',Active,')[0]);
  expect(new Set(names)).toEqual(new Set([`"'=HYPERLINK(""http://x"")"`, "'+1", "'-1", "'@SUM(1)"]));
  expect((await t.callRest('POST', '/companies/export', { token: tokens.owner, body: {} })).status).toBe(403);
});

test('a long file is read a batch at a time, as it is taken', async () => {
  let reads = 0;
  const database = await openTestDatabase({ onStatement: (text) => (reads += text.includes('limit') ? 1 : 0) });
  try {
    await bulkInsert(
      database.db,
      companies,
      Array.from({ length: 4500 }, (_, n) =>
        rowOfCompany({ companyName: `Long Haul ${n}`, createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 9))) }),
      ),
    );
    reads = 0;
    const chunks = companiesFile(database.db, {}).chunks[Symbol.asyncIterator]();
    await chunks.next();
    expect(reads).toBe(0);
    const first = await chunks.next();
    expect(String(first.value).split('\r\n')).toHaveLength(1001);
    expect(reads).toBe(1);
    let text = String(first.value);
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) text += next.value;
    expect(reads).toBe(5);
    expect(new Set(text.split('\r\n').slice(0, -1)).size).toBe(4500);
  } finally {
    await database.close();
  }
});
