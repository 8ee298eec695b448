import { auditPageSchema, auditSearchSchema } from '#shared/admin/audit.ts';
import { searchSchema } from '#shared/lists/list.ts';
import { audit } from '#server/audit.ts';
import { auditFile, everything, listAudit } from '#server/audit-log.ts';
import { csvFileSchema } from '#server/csv.ts';
import { actorOf, allowed, readerOf, router } from '#server/trpc.ts';

/** The log of everything, for administrators (`rest: Companies, employees, admins`). */
export const auditRouter = router({
  search: allowed('audit.read')
    .input(auditSearchSchema)
    .output(auditPageSchema)
    .query(({ ctx, input }) => listAudit(ctx.services.db, everything, { ...input, ...readerOf(ctx) })),

  export: allowed('audit.read')
    .input(searchSchema)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      await audit(ctx.services.db, actorOf(ctx), { action: 'audit.export' });
      return auditFile(ctx.services.db, 'audit', everything, { ...input, ...readerOf(ctx) });
    }),
});
