import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listCandidates } from '#server/applicants/candidates.ts';
import { countCandidates } from '#server/applicants/count-candidates.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { makeDriver } from '#server/demo/builders.ts';
import { generate } from '#server/demo/generate.ts';
import { listMatchingJobs } from '#server/drivers/matching-jobs.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** Matching on 40,000 drivers: every statement is explained, and none may read a whole big table. */
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };
type Seen = { text: string; parameters: unknown[] };

let database: OpenDatabase;
let seen: Seen[] = [];
let job: { id: string; title: string };
let driverId: string;

const big = ['users', 'drivers', 'applications', 'jobs'];
const scope = { companyId: null } as CompanyScope;
const page = { offset: 0, limit: 10 };

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (text, parameters) => seen.push({ text, parameters }) });
  const { db, sql } = database;
  await generate(db, { companies: 50, jobs: 10_000, drivers: 40_000, applications: 20_000 });
  driverId = (await makeDriver(db)).id;
  await sql`vacuum analyze`;
  const [row] = await sql<{ id: string; title: string }[]>`select id, title from jobs order by application_count desc limit 1`;
  job = row ?? { id: '', title: '' };
}, 180_000);
afterAll(() => database.close());

async function wholeReads(work: () => Promise<unknown>): Promise<string[]> {
  seen = [];
  await work();
  const statements = seen;
  expect(statements.length).toBeGreaterThan(0);
  const plans = await Promise.all(statements.map((statement) => planOf(database.sql, statement)));
  return plans.flatMap(readers);
}

async function planOf(sql: Sql, { text, parameters }: Seen): Promise<Node> {
  const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: Node }[] }[]>(`explain (format json) ${text}`, parameters as never, {
    prepare: false,
  });
  const plan = row?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`No plan for ${text}`);
  return plan;
}

function readers(node: Node): string[] {
  const relation = node['Relation Name'] ?? '';
  const own = node['Node Type'] === 'Seq Scan' && big.includes(relation) ? [relation] : [];
  return [...own, ...(node.Plans ?? []).flatMap(readers)];
}

describe('no big table is read from end to end', () => {
  test.for([
    ['within range', true],
    ['anywhere', false],
  ] as const)('for the candidates of a job %s', async ([, distanceLimit]) => {
    const read = () => listCandidates(database.db, scope, { ...page, id: job.id, distanceLimit });
    expect(await wholeReads(read)).toEqual([]);
    const { pagination } = await read();
    expect(pagination.total).toBeGreaterThan(10);
    expect(pagination.total).toBeLessThanOrEqual(1000);
  });

  test('for the matching jobs of a driver', async () => {
    const read = () => listMatchingJobs(database.db, driverId, page);
    expect(await wholeReads(read)).toEqual([]);
    expect((await read()).items).toHaveLength(10);
  });

  test('for the counts that the worker keeps', async () => {
    expect(await wholeReads(() => countCandidates(database.db))).toEqual([]);
  });
});
