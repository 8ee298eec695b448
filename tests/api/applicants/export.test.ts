import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let jobId: string;
let token: string;
let stranger: string;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  const company = await makeCompany(db);
  const owner = await makeEmployee(db, company.id);
  token = await t.createToken(owner);
  stranger = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
  const job = await makeJob(db, company.id);
  jobId = job.id;
  const trap = { firstName: '=HYPERLINK("http://evil.example")', lastName: '@SUM(1)', phone: '4025550111' };
  const near = await makeDriver(db, { user: trap });
  const far = await makeDriver(db, { user: { firstName: 'Ann, "A"', lastName: 'Lee' } });
  const gone = await makeDriver(db);
  await db
    .insert(applications)
    .values([
      rowOfApplication(job, near, { message: '+1 and\r\ntwo lines', distance: 12.5 }),
      rowOfApplication(job, far, { message: '-2', distance: 300, ownerId: owner.id }),
      rowOfApplication(job, gone, { withdrawnAt: new Date() }),
    ]);
});
afterAll(() => t.close());

const file = (body: object, as = token) => t.callRest('POST', `/jobs/${jobId}/applicants/export`, { token: as, body });
const linesOf = (answer: { body: unknown }) => String(answer.body).trimEnd().split('\r\n');

test('the file has every applicant by name, each cell as text and never as a formula', async () => {
  const answer = await file({});
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/filename="applicants-.*\.csv"/);
  const lines = linesOf(answer);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\uFEFF?First name,Last name,Phone,Email,Applied \(Central time\),Rating,Tags/);
  expect(lines[1]).toContain('"\'=HYPERLINK(""http://evil.example"")",\'@SUM(1),(402)555-0111');
  expect(lines[1]).toContain('"\'+1 and\ntwo lines"');
  expect(lines[2]).toContain(',CDL-A Regional Driver,New,Dana Whitfield,');
  expect(lines[2]).toContain('"Ann, ""A""",Lee');
  expect(lines[2]).toContain("'-2");
  expect(lines.join()).not.toContain('1988-04-12');
});

test('has the filters of the list, and only rows of the company', async () => {
  const where = (field: string, value: number) => ({ filters: { and: [{ field, operator: 'less_than', value }] } });
  expect(linesOf(await file(where('distance', 60)))).toHaveLength(2);
  expect((await file({}, stranger)).status).toBe(404);
  expect((await file(where('salary', 1))).status).toBe(422);
});
