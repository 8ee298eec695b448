import { and, eq, or, sql, desc, inArray, getTableColumns, type SQL } from 'drizzle-orm';
import { users } from '#drizzle/schema/accounts.ts';
import { companies, employees } from '#drizzle/schema/companies.ts';
import { whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { type CsvColumn, csvColumns, csvFile, type CsvFile } from '#server/downloads/csv.ts';
import { notFound } from '#server/errors.ts';
import {
  contains,
  folded,
  foldedContains,
  listFieldsOf,
  type Reader,
  type ListFields,
  listWhere,
} from '#server/lists/conditions.ts';
import { readInBatches, type List, type ListRequest, readPage } from '#server/lists/read-page.ts';
import { mediaUrl } from '#server/media/serve.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { companyListFields, type CompanyListItem, type Company } from '#shared/companies/company.ts';
import type { Condition, PageOf, Search } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/paging.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';

export type CompanyRow = typeof companies.$inferSelect;

/** Finds the requested company, or the caller's own. A company outside the scope is treated as if it did not exist. */
export async function findCompany(db: Database, scope: CompanyScope, companyId: string | undefined): Promise<CompanyRow> {
  const id = companyId ?? scope.companyId;
  if (id === null) throw notFound(text('errors.requestedCompanyNotFound'));
  const [row] = await db
    .select()
    .from(companies)
    .where(and(whereInScope(companies.id, scope), eq(companies.id, id)));
  if (!row) throw notFound(text('errors.requestedCompanyNotFound'));
  return row;
}

/** Reads the company's row and locks it until the transaction ends. */
export async function lockCompany(tx: Database, scope: CompanyScope, id: string): Promise<CompanyRow> {
  const [row] = await tx
    .select()
    .from(companies)
    .where(and(whereInScope(companies.id, scope), eq(companies.id, id)))
    .for('update');
  if (!row) throw notFound(text('errors.requestedCompanyNotFound'));
  return row;
}

export async function readCompany(db: Database, scope: CompanyScope, companyId: string | undefined): Promise<Company> {
  const row = await findCompany(db, scope, companyId);
  const blockedUsers = await db
    .select({ id: users.id })
    .from(employees)
    .innerJoin(users, eq(users.id, employees.userId))
    .where(and(eq(employees.companyId, row.id), eq(users.status, 'Locked')))
    .orderBy(sql`${users.id}`)
    .limit(1000);
  return toCompany(
    row,
    blockedUsers.map((one) => one.id),
  );
}

export function toCompany(row: CompanyRow, blockedUsers: string[]): Company {
  const { latitude, longitude, logo, emailVerifiedAt, ...companyFields } = row;
  return {
    ...companyFields,
    latitude,
    longitude,
    coordinates: latitude === null || longitude === null ? null : { latitude, longitude },
    logo: logo ?? '',
    logoUrl: logo ? mediaUrl(logo) : '',
    emailVerified: emailVerifiedAt !== null,
    blockedUsers,
  };
}

const maxNames = 20;

/** Finds companies in the scope that can post a job and whose name contains the text, in alphabetical order. */
export async function findCompanyNames(
  db: Database,
  scope: CompanyScope,
  text: string,
): Promise<{ id: string; companyName: string }[]> {
  return db
    .select({ id: companies.id, companyName: companies.companyName })
    .from(companies)
    .where(and(whereInScope(companies.id, scope), eq(companies.status, 'Active'), foldedContains(companies.searchName, text)))
    .orderBy(companies.searchName)
    .limit(maxNames);
}

const columns = getTableColumns(companies);
const listed = { id: companies.id, ...pickFields(columns, companyListFields) };

/**
 * The companies whose own email, or the email of a person who works there, matches. The emails of people are searched first,
 * because they have an index. The tables are named in words, because Drizzle leaves the names out.
 */
function matchEmail(operator: Operator, value: Condition['value']): SQL {
  if (operator === 'not_ilike') return sql`not ${matchEmail('ilike', value)}`;
  const values = [value].flat().map(String);
  const matches = (column: SQL) =>
    or(...values.map((one) => (operator === 'ilike' ? contains(column, one) : sql`${folded(column)} = ${folded(one)}`))) ??
    sql`false`;
  return sql`(${matches(sql`"companies"."email"`)} or "companies"."id" in (
    select employee.company_id from ${users} person join ${employees} employee on employee.user_id = person.id
    where ${matches(sql`person.email`)}))`;
}

/** The filters and orders of the company list. */
const fields: ListFields = {
  ...listFieldsOf(columns, companyListFields),
  company_name: {
    kind: 'text',
    column: companies.companyName,
    folded: companies.searchName,
    order: companies.searchName,
    isRequired: true,
  },
  person_email: { kind: 'text', column: companies.email, order: null, match: matchEmail },
  // Phone numbers have only digits, so there is nothing to fold.
  phone: { kind: 'text', column: companies.phone, folded: companies.phone },
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

const fileColumns: readonly CsvColumn<CompanyListItem>[] = [
  ...csvColumns<CompanyListItem, typeof companyListFields>(companyListFields, {}),
  [text('files.id'), ({ id }) => id],
];

/** Exports the company list as a CSV file, the newest first. */
export function companiesFile(db: Database, { filters, timeZone, language }: Search & Reader): CsvFile {
  const where = listWhere(list, { filters, timeZone });
  const batches = readInBatches<CompanyListItem>((last, limit) => {
    const after =
      last && sql`(${companies.createdAt}, ${companies.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id}::uuid)`;
    return db
      .select(listed)
      .from(companies)
      .where(and(where, after ?? undefined))
      .orderBy(desc(companies.createdAt), desc(companies.id))
      .limit(limit);
  });
  return csvFile({ name: 'companies', columns: fileColumns, timeZone, language }, batches);
}
