import type { Sql } from 'postgres';
import { listCandidates } from '#server/applicants/candidates.ts';
import { listApplicants } from '#server/applicants/list-query.ts';
import type { Database } from '#server/db/open.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { applicantFields } from '#shared/applicant.ts';
import type { Condition, Order } from '#shared/list.ts';

export type GrowthCase = { name: string; most: number; work: () => Promise<unknown> };
type PostedJob = { id: string; title: string; city: string };

const scope = { companyId: null } as CompanyScope;
const dayMs = 86_400_000;
const is = (field: string, operator: string, value: Condition['value']): Condition => ({ field, operator, value });

/** Common and rare answers of every field and operator. */
const conditions: readonly Condition[] = [
  is('applicant', 'ilike', 'mar'),
  is('applicant', 'not_ilike', 'mar'),
  is('applicant', 'equals', 'Dana Ray'),
  is('applicant', 'not_equals', 'Dana Ray'),
  is('applicant', 'in', ['Dana Ray', 'Nobody Else']),
  is('application_at', 'between', [new Date(Date.now() - 40 * dayMs).toISOString(), null]),
  is('application_at', 'less_than', new Date(Date.now() - 400 * dayMs).toISOString()),
  is('distance', 'less_than', 900),
  is('distance', 'between', [100, 300]),
  is('years_of_experience', 'greater_than', 3),
  is('years_of_experience', 'equals', 2),
  is('within_range', 'equals', true),
  is('owner_operator', 'equals', true),
  is('job_type', 'equals', 'tanker'),
  is('job_type', 'in', ['dryVan', 'reefer']),
  is('endorsements', 'equals', 'TWIC'),
  is('endorsements', 'in', ['H', 'N']),
  is('rating', 'greater_than', 3),
  is('tag', 'equals', 'Nobody has this'),
  is('tag', 'equals', null),
];

const unsorted: readonly string[] = ['tag', 'job_type', 'endorsements'];
const orders: readonly Order[] = applicantFields
  .filter((field) => !unsorted.includes(field))
  .flatMap((field) => [
    { field, direction: 'asc' },
    { field, direction: 'desc' },
  ]);

export function growthCases(db: Database, longest: string, jobs: readonly PostedJob[]): GrowthCase[] {
  const page = (input: object) => () => listApplicants(db, scope, { id: longest, offset: 0, limit: 25, ...input });
  const named = ({ field, direction }: Order) => `${field} ${direction}`;
  const filtered = conditions.flatMap((one) =>
    orders.map((order) => ({
      name: `${one.field} ${one.operator} ${JSON.stringify(one.value).slice(0, 24)}, by ${named(order)}`,
      most: 5,
      work: page({ filters: { and: [one] }, orders: [order] }),
    })),
  );
  const whole = orders.flatMap((order) => [
    { name: `all, by ${named(order)}`, most: 5, work: page({ orders: [order] }) },
    { name: `all, by ${named(order)}, offset 9,000`, most: 15, work: page({ orders: [order], offset: 9_000 }) },
  ]);
  const candidates = jobs.map(({ id, title, city }) => ({
    name: `candidates, ${title}, ${city}`,
    most: 15,
    work: () => listCandidates(db, scope, { id, offset: 0, limit: 10, distanceLimit: true }),
  }));
  return [...whole, ...candidates, ...filtered];
}

export async function longestJob(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from jobs order by application_count desc limit 1`;
  if (!row) throw new Error('There are no jobs');
  return row.id;
}

export async function somePostedJobs(sql: Sql): Promise<PostedJob[]> {
  return sql<PostedJob[]>`select id, title, city from jobs where status = 'POSTED' order by cost_cents, title, city limit 10`;
}
