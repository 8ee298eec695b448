import { count, desc, inArray, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { billingTypes, codes, companyStatuses, companyTypes } from '#shared/catalogues.ts';
import type { CompanyListItem } from '#shared/company.ts';
import type { Page, PageOf, Search } from '#shared/list.ts';
import { filterSql, type ListFields, orderSql } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';

/** What admins may filter and sort companies by (`spec: work §5`, `rest: Companies`). */
const fields: ListFields = {
  company_name: { kind: 'text', column: companies.companyName, order: sql`lower(${companies.companyName})`, isRequired: true },
  type: { kind: 'enum', column: companies.type, values: companyTypes.map((type) => type.code) },
  billing_type: { kind: 'enum', column: companies.billingType, values: codes(billingTypes) },
  status: { kind: 'enum', column: companies.status, values: codes(companyStatuses) },
  created_at: { kind: 'date', column: companies.createdAt, isRequired: true },
  phone: { kind: 'text', column: companies.phone },
};

/** Every company, newest first. The page is found first; jobs are counted for its rows only. */
export async function listCompanies(
  db: Database,
  { filters, orders, offset, limit }: Search & Page,
): Promise<PageOf<CompanyListItem>> {
  const where = filterSql(fields, filters);
  const newest = [desc(companies.createdAt), desc(companies.id)];
  const { id, companyName, type, billingType, phone, createdAt, status } = companies;
  const [total] = await db.select({ n: count() }).from(companies).where(where);
  const rows = await db
    .select({ id, companyName, type, billingType, phone, createdAt, status })
    .from(companies)
    .where(where)
    .orderBy(...orderSql(fields, orders, newest, companies.id))
    .limit(limit)
    .offset(offset);
  const counts = await countJobs(
    db,
    rows.map((row) => row.id),
  );
  const items = rows.map((row) => ({
    ...row,
    type: row.type === 1 ? (1 as const) : (2 as const),
    totalJobs: counts.get(row.id)?.total ?? 0,
    totalActiveJobs: counts.get(row.id)?.active ?? 0,
  }));
  return { items, pagination: { offset, limit, total: total?.n ?? 0 } };
}

async function countJobs(db: Database, companyIds: string[]): Promise<Map<string, { total: number; active: number }>> {
  if (companyIds.length === 0) return new Map();
  const active = sql<number>`count(*) filter (where ${jobs.status} = 'POSTED')`.mapWith(Number);
  const rows = await db
    .select({ companyId: jobs.companyId, total: count(), active })
    .from(jobs)
    .where(inArray(jobs.companyId, companyIds))
    .groupBy(jobs.companyId);
  return new Map(rows.map(({ companyId, ...counts }) => [companyId, counts]));
}
