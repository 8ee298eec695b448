import { and, desc, inArray, sql, eq, getTableColumns } from 'drizzle-orm';
import { companies } from '#drizzle/schema/companies.ts';
import { companyListFields, type CompanyListItem } from '#shared/companies/company.ts';
import type { PageOf, Search } from '#shared/lists/list.ts';
import { pickFields } from '#shared/resource.ts';
import { csvColumns, csvFile, type CsvFile } from '#server/csv.ts';
import type { Database } from '#server/db/open.ts';
import { inBatches, type List, type ListRequest, listWhere, readPage } from '#server/lists/read-page.ts';
import { type ListFields, listFieldsOf, type Reader, contains } from '#server/lists/filter.ts';

import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { text } from '#shared/texts/texts.ts';

const maxNames = 20;

/** Companies in the scope that can post a job and contain the text in their name, by name. */
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
    .limit(maxNames);
}

const columns = getTableColumns(companies);
const listed = { id: companies.id, ...pickFields(columns, companyListFields) };

/** The filters and orders of the company list. */
const fields: ListFields = {
  ...listFieldsOf(columns, companyListFields),
  company_name: {
    kind: 'text',
    column: companies.companyName,
    lower: companies.searchName,
    order: companies.searchName,
    isRequired: true,
  },
  // Digits have no case.
  phone: { kind: 'text', column: companies.phone, lower: companies.phone },
};

const list: List = {
  from: companies,
  id: companies.id,
  fields,
  defaultOrder: [{ field: 'created_at', direction: 'desc' }],
};

/** All companies, the newest first by default. */
export async function listCompanies(db: Database, request: ListRequest): Promise<PageOf<CompanyListItem>> {
  return readPage(db, list, request, (ids) => db.select(listed).from(companies).where(inArray(companies.id, ids)));
}

/** The same list as a CSV file, the newest first. */
export function companiesFile(db: Database, { filters, timeZone, language }: Search & Reader): CsvFile {
  const where = listWhere(list, { filters, timeZone });
  const batches = inBatches<CompanyListItem>((last, limit) => {
    const after =
      last && sql`(${companies.createdAt}, ${companies.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
    return db
      .select(listed)
      .from(companies)
      .where(and(where, after ?? undefined))
      .orderBy(desc(companies.createdAt), desc(companies.id))
      .limit(limit);
  });
  return csvFile(
    { name: 'companies', columns: [...csvColumns(companyListFields), [text('files.id'), ({ id }) => id]], timeZone, language },
    batches,
  );
}
