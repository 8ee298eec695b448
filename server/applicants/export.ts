import { and, asc, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import type { Database } from '#server/db/open.ts';
import { type CsvColumn, csvColumns, csvFile, type CsvFile } from '#server/downloads/csv.ts';
import { folded, type Reader, listWhere } from '#server/lists/conditions.ts';
import { readInBatches, type List } from '#server/lists/read-page.ts';
import type { CompanyScope, OwnCompany } from '#server/trpc.ts';
import type { HiringReportInput, HiringReportJob } from '#shared/applicants/report.ts';
import { answersText } from '#shared/applicants/screening.ts';
import { toDollars } from '#shared/billing/pricing.ts';
import { cdlStatuses, labelOf } from '#shared/catalogues.ts';
import { applicantFields } from '#shared/drivers/applicant-fields.ts';
import type { Applicant, ExportApplicants, CompanyApplicantsFilter } from '#shared/drivers/applicant.ts';
import * as format from '#shared/format.ts';
import { text, type TextWriter } from '#shared/texts/texts.ts';
import { applicantColumns, toApplicant, applicantList, companyApplicantList, findCompanyOfJob } from './list-query.ts';
import { readHiringReportByJob } from './report-query.ts';

/** The columns whose text in the file differs from the text on the screens. */
const cellOverrides = {
  phone: ({ phone }: Applicant) => phone && format.phone(phone),
  tags: ({ tags }: Applicant) => tags.map((tag) => tag.text).join(', '),
  job: ({ job }: Applicant) => job.title,
  owner: ({ owner }: Applicant) => owner?.name,
  screeningAnswers: ({ screeningAnswers }: Applicant, write: TextWriter) => answersText(screeningAnswers, write),
  cdlStatus: ({ cdlStatus }: Applicant, write: TextWriter) => labelOf(cdlStatuses, cdlStatus ?? 'No CDL', write),
};

const columns: readonly CsvColumn<Applicant>[] = [
  ...csvColumns<Applicant, typeof applicantFields>(applicantFields, cellOverrides),
  [text('files.id'), (applicant) => applicant.id],
];

/** The applicants of a job in the scope that match the filters, by name, as a CSV file. */
export async function applicantsFile(
  db: Database,
  scope: CompanyScope,
  { id: jobId, filters, timeZone, language }: ExportApplicants & Reader,
): Promise<{ file: CsvFile; companyId: string }> {
  const companyId = await findCompanyOfJob(db, scope, jobId);
  const list = await applicantList(db, scope, jobId);
  return { file: applicantsCsv(db, list, { filters, timeZone, language }), companyId };
}

/** The applicants of all jobs of a company that match the filters, by name, as a CSV file. */
export function companyApplicantsFile(
  db: Database,
  { companyId }: OwnCompany,
  { filters, timeZone, language }: CompanyApplicantsFilter & Reader,
): CsvFile {
  return applicantsCsv(db, companyApplicantList(companyId, { filters }), { filters, timeZone, language });
}

function applicantsCsv(
  db: Database,
  list: List,
  { filters, timeZone, language }: Pick<ExportApplicants, 'filters'> & Reader,
): CsvFile {
  const where = listWhere(list, { filters, timeZone });
  const name = applications.searchName;
  const batches = readInBatches<Applicant>(async (last, limit) => {
    const isAfterLast = last && sql`(${name}, ${applications.id}) > (${folded(format.fullName(last))}, ${last.id}::uuid)`;
    const rows = await db
      .select(applicantColumns)
      .from(applications)
      .where(and(where, isAfterLast ?? undefined))
      .orderBy(asc(name), asc(applications.id))
      .limit(limit);
    return rows.map(toApplicant);
  });
  return csvFile({ name: 'applicants', columns, timeZone, language }, batches);
}

const toDollarsOrNull = (cents: number | null) => (cents === null ? null : toDollars(cents));

const reportColumns: readonly CsvColumn<HiringReportJob>[] = [
  [text('common.job'), ({ title }) => title],
  [text('common.city'), ({ city }) => city],
  [text('common.state'), ({ state }) => state],
  [text('common.applicants'), ({ applicants }) => applicants],
  [text('hiring.stageReviewed'), ({ reviewed }) => reviewed],
  [text('hiring.stageContacted'), ({ contacted }) => contacted],
  [text('common.interview'), ({ interview }) => interview],
  [text('hiring.stageOffer'), ({ offer }) => offer],
  [text('common.hired'), ({ hires }) => hires],
  [text('common.notAFit'), ({ notAFit }) => notAFit],
  [text('hiring.stageWithdrawn'), ({ withdrawn }) => withdrawn],
  [text('reports.medianResponseHours'), ({ medianResponseHours }) => medianResponseHours],
  [text('reports.slowResponseHours'), ({ slowResponseHours }) => slowResponseHours],
  [text('reports.unanswered'), ({ unanswered }) => unanswered],
  [text('common.cost'), ({ costCents }) => toDollarsOrNull(costCents)],
  [text('reports.costPerApplicant'), ({ costPerApplicantCents }) => toDollarsOrNull(costPerApplicantCents)],
  [text('reports.costPerHire'), ({ costPerHireCents }) => toDollarsOrNull(costPerHireCents)],
  [text('files.id'), ({ id }) => id],
];

/** The hiring report by job as a CSV file. */
export async function hiringReportFile(
  db: Database,
  company: OwnCompany,
  { timeZone, language, ...input }: HiringReportInput & Reader,
): Promise<CsvFile> {
  const rows = await readHiringReportByJob(db, company, input);
  const batches = readInBatches<HiringReportJob>((last) => Promise.resolve(last ? [] : rows));
  return csvFile({ name: 'hiring-report', columns: reportColumns, timeZone, language }, batches);
}
