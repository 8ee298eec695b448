import { and, desc, type SQL, sql } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { billingTypes, codes, companyStatuses, companyTypes, labelOf } from '#shared/catalogues.ts';
import type { CompanyListItem } from '#shared/company.ts';
import type { Order, Page, PageOf, Search } from '#shared/list.ts';
import { mostCounted } from '#shared/paging.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/csv.ts';
import { inBatches } from '#server/db/batches.ts';
import { findPage } from '#server/db/found-page.ts';
import { filterSql, type ListFields, inZone, type Reader } from '#server/db/list.ts';
import type { Database } from '#server/db/open.ts';
import { tableTotal } from '#server/db/table-total.ts';

/** What admins may filter and sort companies by (`spec: work §5`, `rest: Companies`). Each order has an index. */
const fields: ListFields = {
  company_name: {
    kind: 'text',
    column: companies.companyName,
    search: { lower: companies.searchName, grams: companies.nameGrams, isInByteOrder: true },
    order: companies.searchName,
    isRequired: true,
  },
  type: { kind: 'enum', column: companies.type, values: companyTypes.map((type) => type.code), isRequired: true },
  billing_type: { kind: 'enum', column: companies.billingType, values: codes(billingTypes), isRequired: true },
  status: { kind: 'enum', column: companies.status, values: codes(companyStatuses), isRequired: true },
  created_at: { kind: 'date', column: companies.createdAt, isRequired: true },
  // Digits have no case.
  phone: {
    kind: 'text',
    column: companies.phone,
    search: { lower: companies.phone, grams: companies.phoneGrams, isInByteOrder: true },
  },
  total_jobs: { kind: 'number', column: companies.totalJobs, isRequired: true },
  total_active_jobs: { kind: 'number', column: companies.totalActiveJobs, isRequired: true },
};

const newest: Order[] = [{ field: 'created_at', direction: 'desc' }];

/**
 * Every company, newest first. The page's ids are found in the index of the order, which carries what is filtered by;
 * the wide rows are read for the page only. The total stops at `mostCounted`, or where a text is searched for at `mostFound`.
 */
export async function listCompanies(db: Database, search: Search & Page & Reader): Promise<PageOf<CompanyListItem>> {
  const { offset, limit } = search;
  const countAll = () => tableTotal(db, companies);
  const list = { table: companies, id: companies.id, fields: inZone(fields, search.timeZone), fallback: newest, countAll };
  const { isOnPage, order, total } = await findPage(db, list, search);
  const [rows, all] = await Promise.all([isOnPage ? selected(db, isOnPage).orderBy(...order) : [], total]);
  return { items: rows.map(asItem), pagination: { offset, limit, total: Math.min(all, mostCounted) } };
}

/** The same as a file, newest first. */
export function companiesFile(db: Database, { filters, timeZone }: Search & Reader): CsvFile {
  const where = filterSql(inZone(fields, timeZone), filters);
  const batches = inBatches<CompanyListItem>(async (last, limit) => {
    const after =
      last && sql`(${companies.createdAt}, ${companies.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
    const rows = await selected(db, and(where, after ?? undefined))
      .orderBy(desc(companies.createdAt), desc(companies.id))
      .limit(limit);
    return rows.map(asItem);
  });
  return csvFile({ name: 'companies', columns, timeZone }, batches);
}

const columns: readonly CsvColumn<CompanyListItem>[] = [
  ['Company', (company) => company.companyName],
  ['Status', (company) => company.status],
  ['Type', (company) => labelOf(companyTypes, company.type)],
  ['Billing', (company) => labelOf(billingTypes, company.billingType)],
  ['Jobs', (company) => company.totalJobs],
  ['Active jobs', (company) => company.totalActiveJobs],
  ['Phone', (company) => company.phone],
  ['Account manager', (company) => company.salesRef],
  ['Joined', (company) => company.createdAt, 'time'],
  ['Id', (company) => company.id],
];

function selected(db: Database, where: SQL | undefined) {
  const { id, companyName, type, billingType, phone, createdAt, status, totalJobs, totalActiveJobs, salesRef } = companies;
  return db
    .select({ id, companyName, type, billingType, phone, createdAt, status, totalJobs, totalActiveJobs, salesRef })
    .from(companies)
    .where(where)
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof selected>>[number];

const asItem = (row: Row): CompanyListItem => ({ ...row, type: row.type === 1 ? 1 : 2 });
