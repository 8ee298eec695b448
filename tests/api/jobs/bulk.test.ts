import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { jobs, jobTags } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Actions on several jobs: on those that are named, and no others. */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

async function employer() {
  const { id: companyId } = await makeCompany(t.services.db);
  const account = await makeEmployee(t.services.db, companyId);
  const token = await t.createToken(account);
  const job = async (overrides: Partial<typeof jobs.$inferInsert> = {}) =>
    (await makeJob(t.services.db, companyId, overrides)).id;
  const post = (path: string, body: object) => t.callRest('POST', `/jobs${path}`, { token, body });
  const file = async (body: object) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await t.app.inject({ method: 'POST', url: '/api/1.0/jobs/export', headers, payload: body });
    return { status: answer.statusCode, type: answer.headers['content-type'], rows: answer.body.split('\r\n').slice(1, -1) };
  };
  return { companyId, job, post, file };
}

const unknownId = '0197f5a4-0000-7000-8000-00000000dead';
const statuses = async (...ids: string[]) => {
  const rows = await t.services.db.select({ id: jobs.id, status: jobs.status }).from(jobs).where(inArray(jobs.id, ids));
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};
const taggedOf = async (...ids: string[]) =>
  (await t.services.db.select({ id: jobTags.jobId }).from(jobTags).where(inArray(jobTags.jobId, ids))).map(({ id }) => id);

describe('closing several', () => {
  it('closes the named jobs, reports why others cannot be closed, and changes nothing else', async () => {
    const { job, post } = await employer();
    const [posted, scheduled, unpaid, closed, unnamed] = [
      await job(),
      await job({ status: 'SCHEDULED' }),
      await job({ status: 'INACTIVE' }),
      await job({ status: 'CLOSED' }),
      await job(),
    ];
    const { status, body } = await post('/bulk/close', { ids: [posted, unpaid, scheduled, closed, posted] });
    expect(status).toBe(200);
    expect(body.data).toEqual({
      done: [posted, scheduled],
      refused: [
        { id: unpaid, message: expect.stringContaining('inactive') },
        { id: closed, message: expect.stringContaining('closed') },
      ],
    });
    expect(await statuses(posted, scheduled, unpaid, closed, unnamed)).toEqual([
      'CLOSED',
      'CLOSED',
      'INACTIVE',
      'CLOSED',
      'POSTED',
    ]);
    const log = await t.services.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subjectId, posted));
    expect(log).toEqual([{ action: 'job.close' }]);
  });
});

describe('a job of another company among them', () => {
  it.each([
    ['/bulk/close', {}],
    ['/bulk/cancel', { renewal_cancellation_reason: 'Filled' }],
    ['/bulk/tag', { text: 'Night' }],
    ['/export', {}],
  ])('%s: is not there, and nothing is done with any', async (path, body) => {
    const { job, post } = await employer();
    const stranger = await employer();
    const [own, foreign] = [await job(), await stranger.job()];
    for (const ids of [[own, foreign], [foreign, own], [foreign], [own, unknownId], [own, 'nonsense']])
      expect((await post(path, { ids, ...body })).status).toBe(404);
    expect(await statuses(own, foreign)).toEqual(['POSTED', 'POSTED']);
    expect(await taggedOf(own, foreign)).toEqual([]);
    const remaining = await t.services.db
      .select({ canceled: jobs.renewalCanceledAt })
      .from(jobs)
      .where(inArray(jobs.id, [own, foreign]));
    expect(remaining).toEqual([{ canceled: null }, { canceled: null }]);
  });
});

describe('several', () => {
  it('have their renewal canceled with one reason', async () => {
    const { job, post } = await employer();
    const [one, two, closed] = [await job(), await job(), await job({ status: 'CLOSED' })];
    const { body } = await post('/bulk/cancel', { ids: [one, two, closed], renewal_cancellation_reason: 'Seats are filled' });
    expect(body.data).toMatchObject({ done: [one, two], refused: [{ id: closed }] });
    const rows = await t.services.db
      .select({ reason: jobs.renewalCancellationReason, autoRenew: jobs.autoRenew })
      .from(jobs)
      .where(inArray(jobs.id, [one, two]));
    expect(rows).toEqual([
      { reason: 'Seats are filled', autoRenew: false },
      { reason: 'Seats are filled', autoRenew: false },
    ]);
  });

  it('get one tag, and keep it when they have it', async () => {
    const { job, post } = await employer();
    const [one, two, other] = [await job(), await job(), await job()];
    await post('/bulk/tag', { ids: [one], text: 'Night' });
    expect((await post('/bulk/tag', { ids: [one, two], text: ' night ' })).body.data).toEqual({ done: [one, two], refused: [] });
    expect((await taggedOf(one, two, other)).toSorted()).toEqual([one, two].toSorted());
  });

  it.each([
    ['none at all', '/bulk/close', {}, 'ids'],
    ['an empty set', '/bulk/close', { ids: [] }, 'ids'],
    ['more than a page', '/bulk/close', { ids: Array.from({ length: 101 }, () => unknownId) }, 'ids'],
    ['a tag without a word', '/bulk/tag', { ids: [unknownId], text: ' ' }, 'text'],
  ])('are refused: %s', async (_what, path, body, field) => {
    const answer = await (await employer()).post(path, body);
    expect({ status: answer.status, field: answer.body.errors[0]?.field }).toEqual({ status: 422, field });
  });
});

describe('the file', () => {
  it('has the named jobs and no others, newest first, formulas made harmless', async () => {
    const { job, file } = await employer();
    const [one, two] = [await job({ title: '=1+1', city: 'Omaha' }), await job({ title: 'Regional, nights' })];
    await job({ title: 'Left out' });
    const { status, type, rows } = await file({ ids: [one, two] });
    expect({ status, type }).toEqual({ status: 200, type: expect.stringContaining('text/csv') });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(new RegExp(`^"Regional, nights",Active,.*${two}$`));
    expect(rows[1]).toMatch(new RegExp(`^'=1\\+1,Active,.*Omaha,NE,.*${one}$`));
  });

  it('without ids exports what the list finds, of the person’s own company only', async () => {
    const { job, file } = await employer();
    await (await employer()).job({ title: 'Tanker of others' });
    await job({ title: 'Tanker driver' });
    await job({ title: 'Flatbed driver' });
    await job({ title: 'Tanker driver, closed', status: 'CLOSED' });
    const filters = [{ field: 'status', operator: 'equals', value: 'POSTED' }];
    const { rows } = await file({ query: 'tanker', filters });
    expect(rows.map((row) => row.split(',')[0])).toEqual(['Tanker driver']);
    expect((await file({})).rows).toHaveLength(3);
  });
});
