import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateBenchData } from '#tests/bench/data.ts';
import { requestKinds, type RequestKind } from '#tests/bench/sustained/mix.ts';
import { openPeople } from '#tests/bench/sustained/people.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

/** `npm test` does not run the load test, because it takes too long. This finds requests of it that the server no longer accepts. */
let t: TestApp;
let kinds: RequestKind[];
beforeAll(async () => {
  t = await startTestApp();
  const { db, sql, keys } = t.services;
  await generateBenchData(db, { companies: 20, jobs: 200, drivers: 100, applications: 400 });
  kinds = requestKinds(await openPeople(db, sql, keys), 1);
});
afterAll(() => t.close());

/** Some kinds choose between REST and tRPC at random. */
const requestsPerKind = 6;

test('the server accepts every kind of request of the load test', async () => {
  const refusals: string[] = [];
  for (const { name, makeRequest } of kinds)
    for (let count = 0; count < requestsPerKind; count += 1) {
      const { method, path, headers, body } = makeRequest();
      const answer = await t.app.inject({ method, url: path, headers, ...(body === undefined ? {} : { payload: body }) });
      if (answer.statusCode >= 400) refusals.push(`${name}: ${method} ${path} answered ${answer.statusCode} ${answer.body}`);
    }
  expect(refusals).toEqual([]);
});

test('the shares of all kinds are percentages of one whole', () => {
  expect(kinds.reduce((sum, { share }) => sum + share, 0)).toBe(100);
});
