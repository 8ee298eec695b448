import { companyLogExportSchema, companyLogSchema, auditPageSchema } from '#shared/admin/audit.ts';
import { companySchema, createCompanyWithEmployerSchema } from '#shared/companies/company.ts';
import { searchSchema } from '#shared/lists/list.ts';
import { audit } from '#server/audit.ts';
import { csvFileSchema } from '#server/csv.ts';
import { actorOf, allowed, readerOf, router, scoped } from '#server/trpc.ts';
import { companiesFile } from './company-list.ts';
import { createCompanyWithEmployer } from './create-with-employer.ts';
import { exportLog, readLog } from './log.ts';

/** Companies as administrators run them, and the log that each company keeps of itself (`product: Companies`). */
export const companiesRouter = router({
  create: allowed('company.status')
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
