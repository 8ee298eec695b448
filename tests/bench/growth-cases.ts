import type { Sql } from 'postgres';
import { listCandidates } from '#server/applicants/candidates.ts';
import { listApplicants } from '#server/applicants/list-query.ts';
import type { Database } from '#server/db/open.ts';
import { listJobs } from '#server/jobs/list-query.ts';
import { searchPublicJobs } from '#server/jobs/public-search.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { applicantFields } from '#shared/applicant.ts';
import type { Condition, Order, PageOf } from '#shared/list.ts';
import type { SearchPublicJobs } from '#shared/public-job.ts';

/** What is asked for, in the words of a summary. */
export type Kind = 'applicants' | 'applicants, offset 9,000' | 'candidates' | 'lists of jobs' | 'public searches';
/** `most`: milliseconds that its statements may take in the database, by the median. */
export type GrowthCase = { kind: Kind; name: string; most: number; work: () => Promise<PageOf<unknown>> };
type PostedJob = { id: string; companyId: string; title: string; city: string };

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
    orders.map((order): GrowthCase => ({
      kind: 'applicants',
      name: `${one.field} ${one.operator} ${JSON.stringify(one.value).slice(0, 24)}, by ${named(order)}`,
      most: 5,
      work: page({ filters: { and: [one] }, orders: [order] }),
    })),
  );
  const whole = orders.flatMap((order): GrowthCase[] => [
    { kind: 'applicants', name: `all, by ${named(order)}`, most: 5, work: page({ orders: [order] }) },
    {
      kind: 'applicants, offset 9,000',
      name: `all, by ${named(order)}, offset 9,000`,
      most: 15,
      work: page({ orders: [order], offset: 9_000 }),
    },
  ]);
  const candidates = jobs.map(({ id, title, city }): GrowthCase => ({
    kind: 'candidates',
    name: `candidates, ${title}, ${city}`,
    most: 15,
    work: () => listCandidates(db, scope, { id, offset: 0, limit: 10, distanceLimit: true }),
  }));
  return [...whole, ...candidates, ...jobLists(db, jobs), ...publicSearches(db), ...filtered];
}

const sortedJobs: readonly string[] = [
  'title',
  'status',
  'job_type',
  'city',
  'state',
  'requisite_number',
  'posting_date',
  'expiration_date',
  'next_billing_date',
  'auto_renew',
  'created_at',
];

/** Of one company and of all, in every order. */
function jobLists(db: Database, jobs: readonly PostedJob[]): GrowthCase[] {
  const own = { ...scope, companyId: jobs[0]?.companyId ?? '' };
  const orders = sortedJobs.flatMap((field): Order[] => [
    { field, direction: 'asc' },
    { field, direction: 'desc' },
  ]);
  const list = (name: string, whose: CompanyScope, input: object): GrowthCase => ({
    kind: 'lists of jobs',
    name,
    most: 5,
    work: () => listJobs(db, whose, { offset: 0, limit: 25, ...input }),
  });
  return [
    list("a company's jobs", own, {}),
    list("a company's jobs, searched", own, { query: 'driver' }),
    list("everybody's jobs", scope, {}),
    list("everybody's jobs, searched", scope, { query: 'tanker' }),
    ...orders.flatMap((order) => [
      list(`a company's jobs, by ${order.field} ${order.direction}`, own, { orders: [order] }),
      list(`everybody's jobs, by ${order.field} ${order.direction}`, scope, { orders: [order] }),
    ]),
  ];
}

/** A text, a circle and three filters, from what finds thousands to what finds nothing, and simpler ones. */
function publicSearches(db: Database): GrowthCase[] {
  const threeFilters: readonly Partial<SearchPublicJobs>[] = [
    { requiredExperience: 'Y1', homeTime: ['HD', 'HW', 'D2', 'D3'], payMin: 1000 },
    { requiredExperience: 'M6', jobType: ['reefer', 'dryVan', 'tanker'], payMin: 1400 },
    { requiredExperience: 'M12', homeTime: ['D3'], endorsements: ['N', 'H'] },
  ];
  const texts = ['driver', 'reefer', 'livestock', 'regional dry van', 'nights reno'];
  const places = [
    ['68102', 50],
    ['75201', 150],
    ['60601', 250],
    ['68102', 500],
  ] as const;
  const search = (name: string, input: Partial<SearchPublicJobs>): GrowthCase => ({
    kind: 'public searches',
    name: `public, ${name}`,
    most: 10,
    work: () => searchPublicJobs(db, { offset: 0, limit: 25, ...input }),
  });
  return [
    search('all', {}),
    search('a state', { state: 'TX' }),
    search('100 miles', { city: 'Dallas', state: 'TX', radius: 100 }),
    ...texts.map((query) => search(query, { query })),
    ...texts.flatMap((query) =>
      places.flatMap(([postalCode, radius]) =>
        threeFilters.map((filters, n) =>
          search(`${query}, ${radius} miles of ${postalCode}, filters ${n + 1}`, { query, postalCode, radius, ...filters }),
        ),
      ),
    ),
  ];
}

export async function longestJob(sql: Sql): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from jobs order by application_count desc limit 1`;
  if (!row) throw new Error('There are no jobs');
  return row.id;
}

export async function somePostedJobs(sql: Sql): Promise<PostedJob[]> {
  return sql<
    PostedJob[]
  >`select id, company_id as "companyId", title, city from jobs where status = 'POSTED' order by cost_cents, title, city limit 10`;
}
