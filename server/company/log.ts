import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import type { AuditItem } from '#shared/admin/audit.ts';
import type { Page, PageOf, Search } from '#shared/lists/list.ts';
import { auditFile, listAudit, type LogScope } from '#server/audit-log.ts';
import type { CsvFile } from '#server/csv.ts';
import type { Reader } from '#server/lists/filter.ts';
import type { Database } from '#server/db/open.ts';
import { inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import { findCompany } from './company-queries.ts';

/** What was done in a company, by whom, when, from where and as whom (`product: Accounts and sessions`). */
export async function readLog(
  db: Database,
  scope: CompanyScope,
  { companyId, ...search }: { companyId?: string | undefined } & Search & Page & Reader,
): Promise<PageOf<AuditItem>> {
  return listAudit(db, await logOf(db, scope, companyId), search);
}

export async function exportLog(
  db: Database,
  scope: CompanyScope,
  { companyId, ...search }: { companyId?: string | undefined } & Search & Reader,
): Promise<CsvFile> {
  return auditFile(db, 'company-log', await logOf(db, scope, companyId), search);
}

/**
 * Rows of the company. Drivers who apply and Haulboard's staff stand in it by name only: the network address shows for the
 * company's own people and for whoever acted as one of them, the e-mail address for the former.
 */
async function logOf(db: Database, scope: CompanyScope, companyId: string | undefined): Promise<LogScope> {
  const { id } = await findCompany(db, scope, companyId);
  const isOwn = sql`exists (select from ${employees} where ${employees.userId} = ${auditLog.actorId} and ${employees.companyId} = ${id})`;
  return {
    within: and(inScope(auditLog.companyId, scope), eq(auditLog.companyId, id)),
    showsIp: sql`(${isNotNull(auditLog.impersonatedId)} or ${isOwn})`,
    showsEmail: isOwn,
  };
}
