import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '#drizzle/schema/drivers.ts';
import { applicationEvents } from '#drizzle/schema/hiring.ts';
import { makeCompany, makeDriver, makeEmployee, makeJob, rowOfApplication } from '#server/demo/builders.ts';
import { maxBulkApplicants } from '#shared/drivers/applicant.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
let company: { id: string };
let owner: Awaited<ReturnType<typeof makeEmployee>>;
let colleague: Awaited<ReturnType<typeof makeEmployee>>;
let token: string;
let strangerToken: string;
let driver: Awaited<ReturnType<typeof makeDriver>>;
let applicantId: string;
let jobId: string;
let appliedJob: Awaited<ReturnType<typeof makeJob>>;

let phones = 0;
/** A phone number of its own for each driver, because the same number means the same person. */
const nextPhone = () => `402555${String((phones += 1)).padStart(4, '0')}`;

beforeAll(async () => {
  t = await startTestApp();
  const { db } = t.services;
  company = await makeCompany(db);
  owner = await makeEmployee(db, company.id);
  colleague = await makeEmployee(db, company.id);
  token = await t.createToken(owner);
  strangerToken = await t.createToken(await makeEmployee(db, (await makeCompany(db, { companyName: 'Other' })).id));
});
afterAll(() => t.close());

beforeEach(async () => {
  const { db } = t.services;
  driver = await makeDriver(db, { user: { phone: nextPhone(), lastName: `Ibarra ${phones}` } });
  const job = await makeJob(db, company.id);
  jobId = job.id;
  appliedJob = job;
  const row = rowOfApplication(job, driver);
  applicantId = row.id ?? '';
  await db.insert(applications).values(row);
});

type Wire = {
  id: string;
  stage: string;
  status: string;
  owner: { id: string } | null;
  job: { id: string };
  stages: { stage: string; name: string | null; applicants: number }[];
  applications: object[];
  possible_duplicates: object[];
  requirements: object[];
  reasons: { points: number }[];
  applicant: { job_matching: number | null };
};

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
async function rest(method: Method, path: string, body?: object, as = token) {
  const answer = await t.callRest(method, path, { token: as, ...(body && { body }) });
  return { ...answer, data: answer.body.data as Wire, list: answer.body.data as Wire[] };
}
const move = (body: object, as = token) => rest('POST', `/applicants/${applicantId}/stage`, body, as);
const timeline = async () => (await rest('GET', `/applicants/${applicantId}/timeline`)).list;

describe('changing many applicants', () => {
  test('changes those that are different, and counts the rest', async () => {
    const { db } = t.services;
    const job = await makeJob(db, company.id);
    const rows = [];
    for (let n = 0; n < 3; n += 1) rows.push(rowOfApplication(job, await makeDriver(db)));
    await db.insert(applications).values(rows);
    const ids = rows.map(({ id }) => id);
    const bulk = (change: object, as = token) => rest('POST', '/applicants/bulk', { ids, ...change }, as);
    expect((await bulk({ stage: 'contacted' })).body.data).toEqual({ changed: 3, unchanged: 0, missing: 0, conflicts: [] });
    expect((await bulk({ stage: 'contacted' })).body.data).toEqual({ changed: 0, unchanged: 3, missing: 0, conflicts: [] });
    expect((await bulk({ tag: 'Call back' })).body.data).toMatchObject({ changed: 3 });
    expect((await bulk({ owner_id: colleague.id })).body.data).toMatchObject({ changed: 3 });
    expect((await bulk({ stage: 'hired' }, strangerToken)).body.data).toEqual({
      changed: 0,
      unchanged: 0,
      missing: 3,
      conflicts: [],
    });
    const events = await db
      .select()
      .from(applicationEvents)
      .where(eq(applicationEvents.applicationId, ids[0] ?? ''))
      .orderBy(applicationEvents.at, applicationEvents.id);
    expect(events.map(({ kind, source }) => [kind, source])).toEqual([
      ['stage', 'bulk'],
      ['tag_added', 'bulk'],
      ['owner', 'bulk'],
    ]);
  });

  test('all that a filter finds', async () => {
    const filters = [{ field: 'job', operator: 'equals', value: jobId }];
    const { body } = await rest('POST', '/applicants/bulk', {
      filters,
      stage: 'not_a_fit',
      reason: 'no_response',
    });
    expect(body.data).toEqual({ changed: 1, unchanged: 0, missing: 0, conflicts: [] });
    const needsReason = await rest('POST', '/applicants/bulk', { filters, stage: 'not_a_fit' });
    expect(needsReason.status).toBe(422);
  });

  test('refuses more than the maximum before anything changes', async () => {
    const { db } = t.services;
    const columns = await db.execute<{ column_name: string }>(sql`
      select column_name from information_schema.columns
      where table_name = 'applications' and is_generated = 'NEVER' and column_name not in ('id', 'driver_id')`);
    const list = sql.raw([...columns].map((row) => row.column_name).join(', '));
    await db.execute(sql`
      insert into applications (id, ${list}) select gen_random_uuid(), ${list}
      from applications, generate_series(1, ${maxBulkApplicants}) where id = ${applicantId}`);
    const filters = [{ field: 'job', operator: 'equals', value: jobId }];
    const counted = await rest('POST', '/applicants/bulk/count', { filters });
    expect(counted.body.data).toMatchObject({ applicants: maxBulkApplicants + 1 });
    const answer = await rest('POST', '/applicants/bulk', { filters, stage: 'contacted' });
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'filters' }] } });
    expect(await timeline()).toEqual([]);
    await db.delete(applications).where(eq(applications.jobId, jobId));
  });

  describe('of whom a colleague moved one meanwhile', () => {
    let otherId: string;
    const filters = () => [{ field: 'job', operator: 'equals', value: jobId }];
    beforeEach(async () => {
      const { db } = t.services;
      const row = rowOfApplication(appliedJob, await makeDriver(db));
      await db.insert(applications).values(row);
      otherId = row.id ?? '';
    });
    const stageOf = async (id: string) => {
      const [row] = await t.services.db.select().from(applications).where(eq(applications.id, id));
      return row?.stage;
    };
    const conflict = () => ({ id: applicantId, name: expect.any(String), stage: 'interview' });

    test('leaves that one, chosen by id with the stages that the user saw', async () => {
      const ids = [applicantId, otherId];
      const seenStages = ids.map((id) => ({ id, stage: 'new' }));
      await move({ stage: 'interview' }, await t.createToken(colleague));
      const answer = await rest('POST', '/applicants/bulk', { ids, seen_stages: seenStages, stage: 'contacted' });
      expect(answer.body.data).toEqual({ changed: 1, unchanged: 0, missing: 0, conflicts: [conflict()] });
      expect([await stageOf(applicantId), await stageOf(otherId)]).toEqual(['interview', 'contacted']);
    });

    test('leaves that one and later applicants, chosen by a filter', async () => {
      const counted = await rest('POST', '/applicants/bulk/count', { filters: filters() });
      expect(counted.body.data).toEqual({ applicants: 2, seen_at: expect.any(String) });
      const { seen_at: seenAt } = counted.body.data as { seen_at: string };
      const later = rowOfApplication(appliedJob, await makeDriver(t.services.db));
      await t.services.db.insert(applications).values({ ...later, applicationAt: new Date(Date.parse(seenAt) + 1000) });
      await move({ stage: 'interview' }, await t.createToken(colleague));
      const answer = await rest('POST', '/applicants/bulk', { filters: filters(), seen_at: seenAt, stage: 'contacted' });
      expect(answer.body.data).toEqual({ changed: 1, unchanged: 0, missing: 0, conflicts: [conflict()] });
      expect([await stageOf(applicantId), await stageOf(later.id ?? '')]).toEqual(['interview', 'new']);
    });
  });

  test('names the applicants by exactly one of ids, filters and all', async () => {
    const filters = [{ field: 'job', operator: 'equals', value: jobId }];
    const tag = (selection: object) => rest('POST', '/applicants/bulk', { ...selection, tag: 'Everyone' });
    const unclear = [
      {},
      { filters: [] },
      { filters: { and: [] } },
      { all: false },
      { all: true, filters },
      { all: true, ids: [applicantId] },
    ];
    for (const selection of [...unclear, { ids: [applicantId], filters }])
      expect(await tag(selection), JSON.stringify(selection)).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'ids' }] },
      });
    expect(await timeline()).toEqual([]);
    expect((await tag({ all: true })).status).toBe(200);
    expect(await timeline()).toMatchObject([{ kind: 'tag_added', detail: { tag: 'Everyone' } }]);
  });
});
