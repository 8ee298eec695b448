import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { searchApplicants } from '#server/applicants/list-query.ts';
import { makeCompany, makeDriver, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { selectCompany } from '#server/trpc.ts';
import { findAllIndexes, openRecordingDatabase, makeScope, type RecordingDatabase } from '#tests/helpers/query-plans.ts';

/** Explains the list of flagged applicants of a company with 10,000 applicants, of whom 100 are flagged. */

let database: RecordingDatabase;
let companyId: string;

beforeAll(async () => {
  database = await openRecordingDatabase();
  const { db, sql } = database;
  companyId = (await makeCompany(db)).id;
  const row = rowOfApplication(await makeJob(db, companyId), await makeDriver(db));
  await db.insert(applications).values({ ...row, isFlagged: false });
  await sql`insert into applications (id, job_id, company_id, first_name, last_name, application_at, is_flagged)
    select gen_random_uuid(), job_id, company_id, 'Ann', 'Lee', now() - n * interval '1 minute', n % 100 = 0
    from applications, generate_series(1, 10000) n`;
  await sql`vacuum analyze`;
}, 120_000);
afterAll(() => database.close());

test('flagged applicants are read by their own index', async () => {
  const filters = { field: 'is_flagged', operator: 'equals', value: true };
  const search = () =>
    searchApplicants(database.db, selectCompany(makeScope(companyId), undefined), { offset: 0, limit: 25, filters });
  expect((await search()).pagination.total).toBe(100);
  const plans = await database.getPlans(search);
  expect(plans.flatMap(findAllIndexes)).toContain('applications_flagged_index');
  expect(plans.flatMap(findAllIndexes)).not.toContain('applications_company_index');
});
