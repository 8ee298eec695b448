import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobs } from '#drizzle/schema/jobs.ts';
import { daysFromNow, makeCompany, rowOfJob } from '#server/demo/builders.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { carrierJobs, driverSearches } from '#tests/helpers/driver-searches.ts';
import { browserHeaders } from '#tests/helpers/public-page.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('every search as drivers type it shows a right job first', async () => {
  const { db } = t.services;
  const carrier = await makeCompany(db, { companyName: 'Prairie Freight' });
  const fairChanceCarrier = await makeCompany(db, { companyName: 'Open Road Lines', secondChanceCompany: true });
  const rows = Object.entries(carrierJobs).map(([name, values], index) => ({
    name,
    row: rowOfJob((name === 'kansasCity' ? fairChanceCarrier : carrier).id, {
      // The job whose words only begin like those of others is the newest.
      postingDate: daysFromNow(name === 'boise' ? -0.5 : -1 - index),
      ...values,
    }),
  }));
  await db.insert(jobs).values(rows.map(({ row }) => row));
  const names = new Map(rows.map(({ name, row }) => [row.id, name]));

  const failedSearches: object[] = [];
  for (const { query, location, jobs: rightJobs } of driverSearches) {
    const url = `/jobs?${new URLSearchParams({ query, location })}`;
    const { body } = await t.app.inject({ method: 'GET', url, headers: browserHeaders });
    const firstJob = names.get(/id="job-([^"]+)"/.exec(body)?.[1] ?? '');
    if (!rightJobs.some((name) => name === firstJob)) failedSearches.push({ query, location, firstJob });
  }
  expect(failedSearches).toEqual([]);
});
