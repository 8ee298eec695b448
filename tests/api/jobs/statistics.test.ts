import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobDays, type jobs } from '#drizzle/schema/jobs.ts';
import { makeCompany, makeEmployee, makeJob } from '#server/demo/builders.ts';
import { addDays, localDay } from '#shared/time-zone.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** Job statistics on the wire (`docs/product/jobs.md#job-statistics`). */
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** In the zone of the jobs, which are in Omaha. */
const dayOf = (daysAgo: number) => addDays(localDay('US/Central', Date.now()), -daysAgo);

async function employer(overrides: Partial<typeof jobs.$inferInsert> = {}) {
  const { id: companyId } = await makeCompany(t.services.db);
  const account = await makeEmployee(t.services.db, companyId);
  const job = await makeJob(t.services.db, companyId, overrides);
  const token = await t.createToken(account);
  const ask = (query = '') => t.callRest('GET', `/jobs/${job.id}/statistics${query}`, { token });
  return { job, token, ask };
}

describe('the statistics of a job', () => {
  it('are its counts of the last thirty days, every day with its line', async () => {
    const { job, ask } = await employer({ candidateCount: 12 });
    await t.services.db.insert(jobDays).values([
      { jobId: job.id, day: dayOf(0), views: 10, applications: 2, hyperlinkClicks: 1 },
      { jobId: job.id, day: dayOf(29), views: 5, applications: 1 },
      { jobId: job.id, day: dayOf(30), views: 100, applications: 100, hyperlinkClicks: 100 },
    ]);
    const { status, body } = await ask();
    expect(status).toBe(200);
    const { by_day: days, ...totals } = body.data as { by_day: { date: string }[] };
    expect(totals).toEqual({ views: 15, applications: 3, candidates: 12, hyperlink_clicks: 1 });
    expect(days.map(({ date }) => date)).toEqual(Array.from({ length: 30 }, (_, n) => dayOf(29 - n)));
    expect(days.at(-1)).toEqual({ date: dayOf(0), views: 10, applications: 2, hyperlink_clicks: 1 });
    expect(days[1]).toEqual({ date: dayOf(28), views: 0, applications: 0, hyperlink_clicks: 0 });
  });

  it('are of the days that were asked for, both included', async () => {
    const { job, ask } = await employer();
    await t.services.db
      .insert(jobDays)
      .values(['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'].map((day) => ({ jobId: job.id, day, views: 1 })));
    expect((await ask('?from=2026-03-08&to=2026-03-09')).body.data).toEqual({
      views: 2,
      applications: 0,
      candidates: null,
      hyperlink_clicks: 0,
      by_day: [
        { date: '2026-03-08', views: 1, applications: 0, hyperlink_clicks: 0 },
        { date: '2026-03-09', views: 1, applications: 0, hyperlink_clicks: 0 },
      ],
    });
  });

  it.each([
    ['?from=2026-03-09&to=2026-03-08', 'from'],
    ['?from=2024-01-01&to=2026-01-01', 'from'],
    ['?from=yesterday', 'from'],
    ['?to=2026-02-30', 'to'],
  ])('refuse %s', async (query, field) => {
    const { status, body } = await (await employer()).ask(query);
    expect({ status, field: body.errors[0]?.field }).toEqual({ status: 422, field });
  });

  it('are not there for another company, nor of a job that never was', async () => {
    const { job } = await employer();
    const { token } = await employer();
    for (const id of [job.id, '0197f5a4-0000-7000-8000-00000000dead'])
      expect((await t.callRest('GET', `/jobs/${id}/statistics`, { token })).status).toBe(404);
  });
});
