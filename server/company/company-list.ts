import { and, desc, inArray, type SQL, sql, eq } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { billingTypes, codes, companyStatuses, companyTypes, labelOf } from '#shared/catalogues.ts';
import type { CompanyListItem } from '#shared/companies/company.ts';
import type { PageOf, Search } from '#shared/lists/list.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/csv.ts';
import type { Database } from '#server/db/open.ts';
import { inBatches, type List, type ListRequest, listWhere, readPage } from '#server/lists/read-page.ts';
import { type ListFields, type Reader, contains } from '#server/lists/filter.ts';

import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';

const mostNames = 20;

/** Companies of the scope that can post a job and have the text in their name, by name. */
export async function findCompanyNames(
  db: Database,
  scope: CompanyScope,
  text: string,
): Promise<{ id: string; companyName: string }[]> {
  return db
    .select({ id: companies.id, companyName: companies.companyName })
    .from(companies)
    .where(and(inScope(companies.id, scope), eq(companies.status, 'Active'), contains(companies.searchName, text)))
    .orderBy(companies.searchName)
    .limit(mostNames);
}

/** What administrators can filter and sort companies by. */
const fields: ListFields = {
  company_name: {
    kind: 'text',
    column: companies.companyName,
    lower: companies.searchName,
    order: companies.searchName,
    isRequired: true,
  },
  type: { kind: 'enum', column: companies.type, values: companyTypes.map((type) => type.code), isRequired: true },
  billing_type: { kind: 'enum', column: companies.billingType, values: codes(billingTypes), isRequired: true },
  status: { kind: 'enum', column: companies.status, values: codes(companyStatuses), isRequired: true },
  created_at: { kind: 'date', column: companies.createdAt, isRequired: true },
  // Digits have no case.
  phone: { kind: 'text', column: companies.phone, lower: companies.phone },
  total_jobs: { kind: 'number', column: companies.totalJobs, isRequired: true },
  total_active_jobs: { kind: 'number', column: companies.totalActiveJobs, isRequired: true },
};

const list: List = {
  from: companies,
  id: companies.id,
  fields,
  defaultOrder: [{ field: 'created_at', direction: 'desc' }],
};

/** All companies, newest first unless asked otherwise. */
export async function listCompanies(db: Database, request: ListRequest): Promise<PageOf<CompanyListItem>> {
  return readPage(db, list, request, async (ids) => (await selected(db, inArray(companies.id, ids))).map(asItem));
}

/** The same as a file, newest first. */
export function companiesFile(db: Database, { filters, timeZone }: Search & Reader): CsvFile {
  const where = listWhere(list, { filters, timeZone });
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
