import { listCompanies } from '#server/company/company-list.ts';
import type { Database } from '#server/db/open.ts';
import { listJobs } from '#server/jobs/list-query.ts';
import { listChannels } from '#server/news/channel-list.ts';
import { listPosts } from '#server/news/post-list.ts';
import type { CompanyScope } from '#server/trpc.ts';
import type { Condition, Order, Search } from '#shared/list.ts';

/** `most`: milliseconds that a page may take in the database (issues 4 and 7). */
export type ListCase = { name: string; most: number; work: () => Promise<unknown> };

const everyCompany = { companyId: null } as CompanyScope;
const is = (field: string, operator: string, value: Condition['value']): Condition => ({ field, operator, value });
const ofName = ({ field, operator, value }: Condition) => `${field} ${operator} ${JSON.stringify(value).slice(0, 30)}`;

/** Filters that find nearly all, some, few and none. */
const companyFilters: readonly Condition[][] = [
  [],
  ...texts('company_name', ['e', 'q', '7', 'er', 'qz', '77', 'ght', 'Freight', 'zzz', 'Lines 1', 'nothing of that']),
  [is('company_name', 'not_equals', 'nobody at all')],
  [is('company_name', 'in', ['nobody', 'nobody else'])],
  [is('company_name', 'equals', 'nobody at all')],
  [is('type', 'equals', 1)],
  [is('type', 'in', [1, 2])],
  [is('billing_type', 'equals', 'CONTRACT')],
  [is('status', 'equals', 'Cancelled')],
  [is('status', 'in', ['Active', 'Inactive'])],
  [is('created_at', 'between', ['2026-01-15', '2026-03-01'])],
  [is('created_at', 'between', [null, '2020-01-01'])],
  [is('created_at', 'less_than', new Date().toISOString())],
  ...texts('phone', ['4025', '555', '99', '999999', '9', 'x']),
  [is('phone', 'not_ilike', '5')],
  [is('phone', 'equals', null)],
  [is('phone', 'not_equals', '4025550001')],
  [is('total_jobs', 'greater_than', 30)],
  [is('total_jobs', 'greater_than', 100)],
  [is('total_active_jobs', 'between', [2, 4])],
  [is('status', 'equals', 'Cancelled'), is('type', 'equals', 1), is('company_name', 'ilike', 'qz')],
  [is('status', 'equals', 'Active'), is('billing_type', 'equals', 'CELERO'), is('total_jobs', 'greater_than', 31)],
];

const jobFilters: readonly Condition[][] = [
  [],
  ...texts('title', ['driver', 'tanker', 'e', 'qz', 'nothing of that']),
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

const channelFilters: readonly Condition[][] = [
  [],
  ...texts('name', ['e', 'q', '7', 'er', 'qz', '77', 'Channel', 'l 1', 'zzz', 'nothing of that']),
  ...texts('description', ['e', 'qz', 'words', 'nothing of that']),
  [is('name', 'equals', 'nobody at all')],
  [is('description', 'equals', null)],
  [is('channel_type', 'equals', 'Mandatory')],
  [is('channel_type', 'in', ['Open', 'Pre Subscribed'])],
  [is('is_active', 'equals', false)],
  [is('posts', 'greater_than', 3)],
  [is('posts', 'greater_than', 1000)],
  [is('created_at', 'between', ['2026-01-15', '2026-03-01'])],
  [is('created_at', 'less_than', '2001-01-01')],
  [is('updated_at', 'between', ['2026-01-15', '2026-03-01'])],
  [is('is_active', 'equals', false), is('channel_type', 'equals', 'Open'), is('name', 'ilike', 'qz')],
];
const channelOrders = bothWays('name', 'channel_type', 'is_active', 'posts', 'created_at');

const postFilters: readonly Condition[][] = [
  [],
  ...texts('title', ['e', 'q', '7', 'er', 'qz', '77', 'Post', 't 1', 'zzz', 'nothing of that']),
  ...texts('author', ['e', 'qz', 'Nora', 'nothing of that']),
  [is('title', 'equals', 'nobody at all')],
  [is('author', 'equals', 'Nora News')],
  [is('is_active', 'equals', false)],
  ...['Published', 'Scheduled', 'Inactive', 'Draft'].map((state) => [is('state', 'equals', state)]),
  [is('views', 'greater_than', 400)],
  [is('views', 'greater_than', 100_000)],
  [is('created_at', 'between', ['2026-01-15', '2026-03-01'])],
  [is('updated_at', 'less_than', '2001-01-01')],
  [is('published_at', 'between', ['2026-01-15', '2026-03-01'])],
  [is('published_at', 'equals', null)],
  [is('scheduled_at', 'greater_than', '2001-01-01')],
  [is('state', 'equals', 'Draft'), is('views', 'equals', 7), is('title', 'ilike', 'qz')],
];
const postOrders = bothWays('title', 'views', 'created_at', 'published_at');

/** `channelId` has all posts. */
export function listCases(db: Database, channelId: string): ListCase[] {
  const page = { offset: 0, limit: 50 };
  const lists: readonly List[] = [
    {
      name: 'companies',
      most: 10,
      filters: companyFilters,
      orders: companyOrders,
      read: (search) => listCompanies(db, { ...page, ...search }),
    },
    {
      name: 'jobs',
      most: 10,
      filters: jobFilters,
      orders: jobOrders,
      read: (search) => listJobs(db, everyCompany, { ...page, ...search }),
    },
    {
      name: 'channels',
      most: 5,
      filters: channelFilters,
      orders: channelOrders,
      read: (search) => listChannels(db, { ...page, ...search }),
    },
    {
      name: 'posts',
      most: 5,
      filters: postFilters,
      orders: postOrders,
      read: (search) => listPosts(db, { channelId, isBrief: true, ...page, ...search }),
    },
  ];
  return lists.flatMap(({ name, most, filters, orders, read }) => {
    const one = (and: Condition[], order: Order, offset: number): ListCase => ({
      name: `${name} ${and.map(ofName).join(' and ') || 'all'}, by ${order.field} ${order.direction}, from ${offset}`,
      most,
      work: () => read({ filters: and.length ? { and } : undefined, orders: [order], offset }),
    });
    return [
      ...filters.flatMap((filter) => orders.map((order) => one(filter, order, 0))),
      ...depths.flatMap((offset) => orders.map((order) => one([], order, offset))),
    ];
  });
}

/** How far the screens page at most, and further, as a program may: to where neither end is near, and to the far one. */
const depths = [9_950, 50_000, 90_000];

type List = {
  name: string;
  most: number;
  filters: readonly Condition[][];
  orders: readonly Order[];
  read: (search: Search & { offset: number }) => Promise<unknown>;
};

/** Each text as "contains" and as "does not contain". */
function texts(field: string, words: readonly string[]): Condition[][] {
  return words.flatMap((text) => [[is(field, 'ilike', text)], [is(field, 'not_ilike', text)]]);
}
