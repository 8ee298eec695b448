import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { readHiringReport, readHiringReportByJob } from '#server/applicants/report-query.ts';
import { makeCompany, makeDriver, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { selectCompany } from '#server/trpc.ts';
import { createFullScanFinder, openRecordingDatabase, makeScope, type RecordingDatabase } from '#tests/helpers/query-plans.ts';

/** Explains the hiring report of a company next to one with 10,000 applicants, 20,000 entries of timelines and 5,000 invoices. */

let database: RecordingDatabase;
let large: string;
let small: string;

const wholeReads = createFullScanFinder(() => database, ['applications', 'application_events', 'invoices', 'invoice_lines']);
const companyOf = (id: string) => selectCompany(makeScope(id), undefined);

beforeAll(async () => {
  database = await openRecordingDatabase();
  const { db, sql } = database;
  large = (await makeCompany(db)).id;
  small = (await makeCompany(db)).id;
  for (const id of [large, small]) {
    const row = rowOfApplication(await makeJob(db, id), await makeDriver(db));
    await db.insert(applications).values({ ...row, stage: 'reviewed' });
  }
  await sql`insert into applications (id, job_id, company_id, first_name, last_name, stage, application_at)
    select gen_random_uuid(), job_id, company_id, 'Ann', 'Lee', 'reviewed', now() - n * interval '1 minute'
    from applications, generate_series(1, 9999) n where company_id = ${large}`;
  await sql`insert into application_events (id, application_id, company_id, kind, at, detail)
    select gen_random_uuid(), id, company_id, 'stage', application_at + n * interval '1 hour',
      '{"from": "new", "to": "reviewed"}' from applications, generate_series(1, 2) n`;
  await sql`insert into invoices (id, invoice_custom_id, company_id, purpose, subject_key, payment_method, status, amount_cents)
    select gen_random_uuid(), 'INV-' || n, ${large}, 'new_job', n::text, 'card', 'paid', 30000 from generate_series(1, 5000) n`;
  await sql`insert into invoice_lines (id, invoice_id, job_id, description, amount_cents)
    select gen_random_uuid(), i.id, a.job_id, 'a line', 30000
    from invoices i, (select job_id from applications where company_id = ${large} limit 1) a`;
  await sql`vacuum analyze`;
}, 120_000);
afterAll(() => database.close());

test('counts ten thousand applicants', async () => {
  expect(await readHiringReport(database.db, companyOf(large), {})).toMatchObject({ applicants: 10_000 });
});

test('reads no whole table for a company with few applicants', async () => {
  expect(await wholeReads(() => readHiringReport(database.db, companyOf(small), {}))).toEqual([]);
  expect(await wholeReads(() => readHiringReportByJob(database.db, companyOf(small), {}))).toEqual([]);
});
