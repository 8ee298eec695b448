import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { auditLog } from '#drizzle/schema/accounts.ts';
import { employees } from '#drizzle/schema/companies.ts';
import { whereInScope } from '#server/access/scope.ts';
import { auditFile, listAudit, type LogScope } from '#server/audit/audit-log.ts';
import { audit } from '#server/audit/audit.ts';
import type { Database } from '#server/db/open.ts';
import { csvFileSchema, type CsvFile } from '#server/downloads/csv.ts';
import type { Reader } from '#server/lists/conditions.ts';
import { actorOf, allowed, readerOf, requireConfirmation, router, scoped, type CompanyScope } from '#server/trpc.ts';
import { companyLogExportSchema, companyLogSchema, auditPageSchema, type AuditItem } from '#shared/admin/audit.ts';
import { companySchema, createCompanyWithEmployerSchema } from '#shared/companies/company.ts';
import { searchSchema, type Page, type PageOf, type Search } from '#shared/lists/list.ts';
import { findCompany, companiesFile } from './company-query.ts';
import { createCompanyWithEmployer } from './create-company.ts';

/** Creates and exports companies for administrators, and shows a company's log (`docs/product/companies.md#company-list`). */
export const companiesRouter = router({
  create: allowed('company.status')
    .use(requireConfirmation)
    .input(createCompanyWithEmployerSchema)
    .output(companySchema)
    .mutation(({ ctx, input }) =>
      createCompanyWithEmployer(ctx.services, { ...actorOf(ctx), isEmailVerified: ctx.actor.isEmailVerified }, input),
    ),

  export: allowed('company.list')
    .input(searchSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      await audit(ctx.services.db, actorOf(ctx), { action: 'company.export' });
      return companiesFile(ctx.services.db, { ...input, ...readerOf(ctx) });
    }),

  log: scoped('company.log')
    .input(companyLogSchema)
    .output(auditPageSchema)
    .query(({ ctx, input }) => readLog(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) })),

  exportLog: scoped('company.log')
    .input(companyLogExportSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      const file = await exportLog(ctx.services.db, ctx.scope, { ...input, ...readerOf(ctx) });
      await audit(ctx.services.db, actorOf(ctx), { action: 'log.export', companyId: input.companyId });
      return file;
    }),
});

/** Reads a page of a company's log (`docs/product/companies.md#company-log`). */
async function readLog(
  db: Database,
  scope: CompanyScope,
  { companyId, ...search }: { companyId?: string | undefined } & Search & Page & Reader,
): Promise<PageOf<AuditItem>> {
  return listAudit(db, await getLogScope(db, scope, companyId), search);
}

async function exportLog(
  db: Database,
  scope: CompanyScope,
  { companyId, ...search }: { companyId?: string | undefined } & Search & Reader,
): Promise<CsvFile> {
  return auditFile(db, 'company-log', await getLogScope(db, scope, companyId), search);
}

/**
 * Limits a log to the company's entries. Applicants and Haulboard's staff appear by name only. The log shows the network
 * addresses of the company's own people and of staff who impersonate them, and the email addresses of its own people.
 */
async function getLogScope(db: Database, scope: CompanyScope, companyId: string | undefined): Promise<LogScope> {
  const { id } = await findCompany(db, scope, companyId);
  const isOwn = sql`exists (select from ${employees} where ${employees.userId} = ${auditLog.actorId} and ${employees.companyId} = ${id})`;
  return {
    within: and(whereInScope(auditLog.companyId, scope), eq(auditLog.companyId, id)),
    showsIp: sql`(${isNotNull(auditLog.impersonatedId)} or ${isOwn})`,
    showsEmail: isOwn,
  };
}
