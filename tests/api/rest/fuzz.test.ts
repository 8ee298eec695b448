import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/app.ts';
import { type FuzzRequest, attacks, operationsOf } from './fuzzing.ts';
import { makePeople, type People } from './wire.ts';

/**
 * Random requests to every operation of the OpenAPI document. Each answer must be below 500, in time and in the contract's
 * format (`docs/product/rest.md#errors`). `FUZZ_REQUESTS=20000` makes it long, `FUZZ_SEED` repeats one
 * (tests/bench/fuzz.ts).
 */
const rounds = Number(process.env['FUZZ_REQUESTS'] ?? 600);
const seed = Number(process.env['FUZZ_SEED'] ?? 20_260_301);
const newPeopleEvery = 500;
/** A request may take this long, on a busy machine too, and need this much of the processor. */
const [maxMs, maxProcessorMs] = [60_000, 5000];

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

type Failure = { problem: string; call: string; sent: string; answer: string };
type Outcome = { status: number; failure: Failure | null };

async function send({ operation, who, path, type, payload }: FuzzRequest, { tokens }: People): Promise<Outcome> {
  const token = who === 'anonymous' ? undefined : tokens[who];
  const [startedAt, processorStart] = [performance.now(), process.threadCpuUsage()];
  const { statusCode, headers, body } = await t.app.inject({
    method: operation.method as 'POST',
    url: path,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(type ? { 'content-type': type } : {}) },
    ...(payload ? { payload } : {}),
  });
  const [tookMs, processorMs] = [performance.now() - startedAt, process.threadCpuUsage(processorStart).user / 1000];
  const isSlow = tookMs > maxMs || processorMs > maxProcessorMs;
  const problem =
    findProblem(statusCode, String(headers['content-type']), body) ??
    (isSlow ? `took ${Math.round(tookMs)} ms, ${Math.round(processorMs)} ms of the processor` : null);
  if (!problem) return { status: statusCode, failure: null };
  const sent = `${who} ${path.slice(0, 300)} ${type ?? ''} ${payload?.toString('latin1').slice(0, 600) ?? ''}`;
  const failure = { problem, call: `${operation.method} ${operation.path}`, sent, answer: body.slice(0, 300) };
  return { status: statusCode, failure };
}

const internals = /node_modules|\bat .+\.ts:\d+|select "|insert into|drizzle|TypeError|RangeError/;

function findProblem(status: number, type: string, body: string): string | null {
  if (status >= 500) return `answered ${status}`;
  if (status < 400 && /^(?:text\/csv|application\/(?:pdf|zip))/.test(type)) return null;
  if (!type.startsWith('application/json')) return `answered as ${type}`;
  const answer = JSON.parse(body) as { data?: unknown; errors?: { message?: unknown; code?: unknown }[]; message?: unknown };
  if (status < 400) return 'data' in answer ? null : 'no data';
  if (internals.test(body)) return 'speaks of its insides';
  const hasErrorShape =
    answer.errors?.length && answer.errors.every((one) => typeof one.message === 'string' && typeof one.code === 'string');
  return hasErrorShape && answer.message === answer.errors?.[0]?.message ? null : 'no errors in the contract’s shape';
}

const used = () => process.memoryUsage().heapUsed / 1024 / 1024;

test(`${rounds} requests out of the document`, { timeout: 60_000 + rounds * 100 }, async () => {
  const document = (await t.app.inject({ url: '/api/1.0/openapi.json' })).json<Parameters<typeof operationsOf>[0]>();
  const operations = operationsOf(document);
  const statuses = new Set<number>();
  const failures = new Map<string, Failure>();
  let acceptedChanges = 0;
  let early = 0;
  for (let done = 0; done < rounds; done += newPeopleEvery) {
    const people = await makePeople(t);
    const ids = [people.job.id, people.company.id, people.owner.id, people.other.id, people.driver.id];
    const arbitrary = attacks({ operations, schemas: document.components.schemas, ids });
    for (const attack of fc.sample(arbitrary, { numRuns: Math.min(newPeopleEvery, rounds - done), seed: seed + done })) {
      const { status, failure } = await send(attack, people);
      statuses.add(status);
      if (status < 400 && attack.operation.method !== 'GET') acceptedChanges += 1;
      if (failure) failures.set(`${failure.call} ${failure.problem}`, failure);
    }
    collect();
    if (done >= 4000 && !early) early = used();
  }
  expect([...failures.values()]).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 422]));
  expect(acceptedChanges, 'changes that got past validation').toBeGreaterThan(0);
  if (early) expect(used() - early, 'MiB that stayed').toBeLessThan(64);
});
