import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { generate } from '#server/demo/generate.ts';
import { listApplicants } from '#server/applicants/list-query.ts';
import { listCompanies } from '#server/company/company-list.ts';
import { listApplications } from '#server/drivers/applications-query.ts';
import { getJob } from '#server/jobs/job-query.ts';
import { listJobs } from '#server/jobs/list-query.ts';
import { getPublicJob } from '#server/jobs/public-job-query.ts';
import { searchPublicJobs } from '#server/jobs/public-search.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { openTestDatabase } from '#tests/helpers/database.ts';

/** Every statement that the lists send on 20,000 rows is explained; none may read a whole big table. */
type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] };
type Seen = { text: string; parameters: unknown[] };

let database: OpenDatabase;
let seen: Seen[] = [];
let longJob: { id: string; companyId: string };
let driverId: string;

const big = ['jobs', 'applications'];
const page = { offset: 0, limit: 25 };
const scopeOf = (companyId: string | null) => ({ companyId }) as CompanyScope;

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (text, parameters) => seen.push({ text, parameters }) });
  const { db, sql } = database;
  await generate(db, { companies: 200, jobs: 20_000, drivers: 2_000, applications: 20_000 });
  await sql`vacuum analyze`;
  const [row] = await sql<
    { id: string; company_id: string }[]
  >`select id, company_id from jobs order by application_count desc limit 1`;
  const [driver] = await sql<{ driver_id: string }[]>`select driver_id from applications limit 1`;
  longJob = { id: row?.id ?? '', companyId: row?.company_id ?? '' };
  driverId = driver?.driver_id ?? '';
}, 120_000);

afterAll(() => database.close());

/** The big tables that the statements of `work` read from end to end. */
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
  const isWhole = node['Node Type'].endsWith('Seq Scan') && big.includes(relation);
  return [...(isWhole ? [relation] : []), ...(node.Plans ?? []).flatMap(readers)];
}

const filters = (field: string, operator: string, value: string | number) => ({ and: [{ field, operator, value }] });

test.for<[string, (companyId: string) => Parameters<typeof listJobs>[2], boolean]>([
  ['newest first', () => page, true],
  ['searched by title', () => ({ ...page, query: 'tanker' }), true],
  ['of one status', () => ({ ...page, filters: filters('status', 'equals', 'POSTED') }), true],
  ['sorted by title', () => ({ ...page, orders: [{ field: 'title', direction: 'asc' }] }), true],
  ['of every company, newest first', () => page, false],
  ['of every company, of one of them', (companyId) => ({ ...page, companyId }), false],
])('the job list %s', async ([, input, isOwn]) => {
  const { db } = database;
  const scope = scopeOf(isOwn ? longJob.companyId : null);
  expect(await wholeReads(() => listJobs(db, scope, input(longJob.companyId)))).toEqual([]);
});

test('a job and a public job', async () => {
  const { db } = database;
  expect(await wholeReads(() => getJob(db, scopeOf(longJob.companyId), longJob.id))).toEqual([]);
  expect(await wholeReads(() => getPublicJob(db, longJob.id))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof listApplicants>[2]>]>([
  ['by name', {}],
  ['newest first', { orders: [{ field: 'application_at', direction: 'desc' }] }],
  ['nearest first', { orders: [{ field: 'distance', direction: 'asc' }] }],
  ['most experienced first', { orders: [{ field: 'years_of_experience', direction: 'desc' }] }],
  ['whose name holds a text', { filters: filters('applicant', 'ilike', 'mar') }],
  ['deep in the list', { offset: 900 }],
])('applicants %s', async ([, input]) => {
  const { db } = database;
  const scope = scopeOf(longJob.companyId);
  expect(await wholeReads(() => listApplicants(db, scope, { id: longJob.id, ...page, ...input }))).toEqual([]);
});

test.for<[string, Partial<Parameters<typeof searchPublicJobs>[1]>]>([
  ['without filters', {}],
  ['by a common word', { query: 'driver' }],
  ['by a rare word', { query: 'reno' }],
  ['in a state', { state: 'TX' }],
  ['around a city', { city: 'Dallas', state: 'TX', radius: 100 }],
  ['of a job type', { jobType: ['tanker'] }],
  ['deep in the list', { offset: 9_000 }],
])('the public search %s', async ([, input]) => {
  const { db } = database;
  expect(await wholeReads(() => searchPublicJobs(db, { ...page, ...input }))).toEqual([]);
});

test("a driver's applications and the companies with their jobs", async () => {
  const { db } = database;
  expect(await wholeReads(() => listApplications(db, driverId, page))).toEqual([]);
  expect(await wholeReads(() => listCompanies(db, page))).toEqual([]);
});

test('an order of a list comes off its index in both directions, without a sort', async () => {
  const { db } = database;
  for (const direction of ['asc', 'desc'] as const)
    for (const field of ['applicant', 'application_at']) {
      seen = [];
      await listApplicants(db, scopeOf(longJob.companyId), { id: longJob.id, ...page, orders: [{ field, direction }] });
      const ids = seen.find(({ text }) => text.includes('order by "applications"') || text.includes('order by lower'));
      expect(ids, field).toBeDefined();
      if (ids) expect(nodeTypes(await planOf(database.sql, ids))).not.toContain('Sort');
    }
});

const nodeTypes = (node: Node): string[] => [node['Node Type'], ...(node.Plans ?? []).flatMap(nodeTypes)];
