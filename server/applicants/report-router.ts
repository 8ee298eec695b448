import { audit } from '#server/audit/audit.ts';
import { csvFileSchema } from '#server/downloads/csv.ts';
import { actorOf, selectCompany, readerOf, router, scoped } from '#server/trpc.ts';
import {
  hiringReportInput,
  hiringReportJobsInput,
  hiringReportJobsSchema,
  hiringReportSchema,
} from '#shared/applicants/report.ts';
import { hiringReportFile } from './export.ts';
import { listHiringReportJobs, readHiringReport } from './report-query.ts';

const read = scoped('applicants.read');

/** Reports about hiring (`docs/product/applicants-and-matching.md#reports`). */
export const reportsRouter = router({
  hiring: read
    .input(hiringReportInput)
    .output(hiringReportSchema)
    .query(({ ctx, input }) => readHiringReport(ctx.services.db, selectCompany(ctx.scope, input.companyId), input)),
  hiringJobs: read
    .input(hiringReportJobsInput)
    .output(hiringReportJobsSchema)
    .query(({ ctx, input }) => listHiringReportJobs(ctx.services.db, selectCompany(ctx.scope, input.companyId), input)),
  exportHiring: read
    .input(hiringReportInput)
    .output(csvFileSchema)
    .mutation(async ({ ctx, input }) => {
      const { db } = ctx.services;
      const company = selectCompany(ctx.scope, input.companyId);
      const file = await hiringReportFile(db, company, { ...input, ...readerOf(ctx) });
      const subject = { type: 'company', id: company.companyId } as const;
      await audit(db, actorOf(ctx), { action: 'report.export', subject, companyId: company.companyId });
      return file;
    }),
});
