import { listCompanies } from '#server/company/company-list.ts';
import type { Database } from '#server/db/open.ts';
import { listJobs } from '#server/jobs/list-query.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { Condition, Order } from '#shared/list.ts';

type ListCase = { name: string; work: () => Promise<unknown> };

const everyCompany = { companyId: null } as CompanyScope;
const is = (field: string, operator: string, value: Condition['value']): Condition => ({ field, operator, value });
const ofName = ({ field, operator, value }: Condition) => `${field} ${operator} ${JSON.stringify(value).slice(0, 30)}`;

/** Filters that find nearly all, some, few and none. */
const companyFilters: readonly Condition[][] = [
  [],
  ...['e', 'q', '7', 'er', 'qz', '77', 'ght', 'Freight', 'zzz', 'Lines 1', 'nothing of that'].map((text) => [
    is('company_name', 'ilike', text),
  ]),
  [is('company_name', 'not_ilike', 'e')],
  [is('company_name', 'not_ilike', 'Freight')],
  [is('company_name', 'equals', 'nobody at all')],
  [is('type', 'equals', 1)],
  [is('type', 'in', [1, 2])],
  [is('billing_type', 'equals', 'CONTRACT')],
  [is('status', 'equals', 'Cancelled')],
  [is('status', 'in', ['Active', 'Inactive'])],
  [is('created_at', 'between', ['2026-01-15', '2026-03-01'])],
  [is('created_at', 'between', [null, '2020-01-01'])],
  [is('created_at', 'less_than', new Date().toISOString())],
  [is('phone', 'ilike', '4025')],
  [is('phone', 'ilike', '99')],
  [is('phone', 'ilike', '999999')],
  [is('phone', 'ilike', 'x')],
  [is('phone', 'not_ilike', '5')],
  [is('phone', 'equals', null)],
  [is('total_jobs', 'greater_than', 30)],
  [is('total_jobs', 'greater_than', 100)],
  [is('total_active_jobs', 'between', [2, 4])],
  [is('status', 'equals', 'Cancelled'), is('type', 'equals', 1), is('company_name', 'ilike', 'qz')],
  [is('status', 'equals', 'Active'), is('billing_type', 'equals', 'CELERO'), is('total_jobs', 'greater_than', 31)],
];

const jobFilters: readonly Condition[][] = [
  [],
  ...['driver', 'tanker', 'e', 'qz', 'nothing of that'].map((text) => [is('title', 'ilike', text)]),
  [is('status', 'equals', 'POSTED')],
  [is('status', 'equals', 'DISABLED')],
  [is('job_type', 'equals', 'tanker')],
  [is('city', 'equals', 'Omaha')],
  [is('state', 'equals', 'NE')],
];

const bothWays = (...fields: string[]): Order[] =>
  fields.flatMap((field) => [
    { field, direction: 'asc' },
    { field, direction: 'desc' },
  ]);
const companyOrders = bothWays(
  'company_name',
  'type',
  'billing_type',
  'status',
  'created_at',
  'phone',
  'total_jobs',
  'total_active_jobs',
);
const jobOrders = bothWays('title', 'status', 'city', 'posting_date', 'expiration_date', 'next_billing_date', 'created_at');

export function listCases(db: Database): ListCase[] {
  const page = { offset: 0, limit: 50 };
  const companies = (and: Condition[], order: Order, offset = 0) => ({
    name: `companies ${and.map(ofName).join(' and ') || 'all'}, by ${order.field} ${order.direction}, from ${offset}`,
    work: () => listCompanies(db, { ...page, filters: { and }, orders: [order], offset }),
  });
  const jobs = (and: Condition[], order: Order, offset = 0) => ({
    name: `jobs ${and.map(ofName).join(' and ') || 'all'}, by ${order.field} ${order.direction}, from ${offset}`,
    work: () => listJobs(db, everyCompany, { ...page, filters: and.length ? { and } : undefined, orders: [order], offset }),
  });
  return [
    ...companyFilters.flatMap((filter) => companyOrders.map((order) => companies(filter, order))),
    ...companyOrders.map((order) => companies([], order, 9_950)),
    ...companyOrders.map((order) => companies([], order, 90_000)),
    ...jobFilters.flatMap((filter) => jobOrders.map((order) => jobs(filter, order))),
    ...jobOrders.map((order) => jobs([], order, 9_950)),
  ];
}
