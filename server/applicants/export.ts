import { and, asc, sql } from 'drizzle-orm';
import { applications } from '#drizzle/schema/drivers.ts';
import { cdlStatuses, endorsements, jobTypes, labelOf } from '#shared/catalogues.ts';
import type { Applicant, ExportApplicants } from '#shared/drivers/applicant.ts';
import * as format from '#shared/format.ts';
import { type CsvColumn, csvFile, type CsvFile } from '#server/csv.ts';
import { inBatches, listWhere } from '#server/lists/read-page.ts';
import type { Database } from '#server/db/open.ts';
import type { Reader } from '#server/lists/filter.ts';

import type { CompanyScope } from '#server/trpc.ts';
import { applicantColumns, asApplicant, applicantList, findCompanyOfJob } from './list-query.ts';

const listed = (codes: readonly string[], catalogue: typeof jobTypes | typeof endorsements) =>
  codes.map((code) => labelOf(catalogue, code)).join(', ');

const columns: readonly CsvColumn<Applicant>[] = [
  ['First name', (applicant) => applicant.firstName],
  ['Last name', (applicant) => applicant.lastName],
  ['Phone', ({ phone }) => phone && format.phone(phone)],
  ['Email', (applicant) => applicant.email],
  ['Applied', (applicant) => applicant.applicationAt, 'time'],
  ['Rating', (applicant) => applicant.rating],
  ['Tags', ({ tags }) => tags.map(({ text }) => text).join(', ')],
  ['Distance (miles)', (applicant) => applicant.distance],
  ['Within range', (applicant) => applicant.withinRange],
  ['Years of experience', (applicant) => applicant.yearsOfExperience],
  ['CDL', ({ cdlStatus }) => (cdlStatus ? labelOf(cdlStatuses, cdlStatus) : 'No CDL')],
  ['Type of driving', ({ workExperiences }) => listed(workExperiences, jobTypes)],
  ['Endorsements', (applicant) => listed(applicant.endorsements, endorsements)],
  ['Owner-operator', (applicant) => applicant.ownerOperator],
  ['21 or over', (applicant) => applicant.isOver21],
  ['Street', ({ street1, street2 }) => [street1, street2].filter(Boolean).join(', ')],
  ['City', (applicant) => applicant.city],
  ['State', (applicant) => applicant.state],
  ['ZIP code', (applicant) => applicant.postalCode],
  ['Message', (applicant) => applicant.message],
  ['Id', (applicant) => applicant.id],
];

/** The applicants of a job of the scope whom the filters find, by name, as a file. */
export async function applicantsFile(
  db: Database,
  scope: CompanyScope,
  { id: jobId, filters, timeZone }: ExportApplicants & Reader,
): Promise<{ file: CsvFile; companyId: string }> {
  const companyId = await findCompanyOfJob(db, scope, jobId);
  const where = listWhere(await applicantList(db, scope, jobId), { filters, timeZone });
  const name = sql`lower(${applications.fullName})`;
  const batches = inBatches<Applicant>(async (last, limit) => {
    const after = last && sql`(${name}, ${applications.id}) > (lower(${format.fullName(last)}), ${last.id}::uuid)`;
    const rows = await db
      .select(applicantColumns)
      .from(applications)
      .where(and(where, after ?? undefined))
      .orderBy(sql`${name} asc`, asc(applications.id))
      .limit(limit);
    return rows.map(asApplicant);
  });
  return { file: csvFile({ name: 'applicants', columns, timeZone }, batches), companyId };
}
