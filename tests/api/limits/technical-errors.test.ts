import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxBatchedCalls } from '#shared/batched-calls.ts';
import { translatorIn } from '#shared/texts/write-text.ts';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const plainText = translatorIn('en')('errors.pageOutOfDate');
const calls = (count: number) => Array.from({ length: count }, () => 'auth.refresh').join(',');

// An old tab can send such requests after an update. Its person reads what to do, not what tRPC says.
test.each([
  ['more calls than the server takes', 'POST', `/trpc/${calls(maxBatchedCalls + 1)}?batch=1`, '{}'],
  ['a procedure that no longer exists', 'GET', '/trpc/jobs.noSuchProcedure', undefined],
  ['a query sent as a change', 'POST', '/trpc/jobs.get', '{}'],
  ['a body that is not JSON', 'POST', '/trpc/auth.login', '{'],
] as const)('%s is refused in plain words', async (_what, method, url, payload) => {
  const answer = await t.app.inject({
    method,
    url,
    headers: { 'content-type': 'application/json' },
    ...(payload && { payload }),
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.body).toContain(plainText);
  expect(answer.body).not.toMatch(/batch call|procedure|JSON/i);
});
