import { and, eq, getTableColumns, inArray, isNull, sql, type SQL, count } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { builtOnce } from '#server/db/built-once.ts';
import type { Database } from '#server/db/open.ts';
import { notFound } from '#server/errors.ts';
import { type ListField, listFieldsOf, type Reader } from '#server/lists/filter.ts';
import { type List, readPage, listWhere } from '#server/lists/read-page.ts';
import { inScopeOf, type ScopeVariant, variantOf, inScope } from '#server/scope.ts';
import type { CompanyScope } from '#server/trpc.ts';
import {
  type Applicant,
  type ListApplicants,
  type Distances,
  distanceSteps,
  type ExportApplicants,
} from '#shared/drivers/applicant.ts';
import { codes, endorsements, jobTypes } from '#shared/catalogues.ts';
import { applicantFields } from '#shared/drivers/applicant-fields.ts';
import { pickFields } from '#shared/resource.ts';
import type { Condition, PageOf } from '#shared/lists/list.ts';
import { companyTags } from '#drizzle/schema/companies.ts';
import type { Operator } from '#shared/lists/operators.ts';
import type { Tag } from '#shared/companies/tag.ts';
import { text } from '#shared/texts/texts.ts';

const steps = `{${distanceSteps.join(',')}}`;

/**
 * The number of applicants of a job in each distance band. Every band is present.
 * @throws not found
 */
export async function applicantDistances(
  db: Database,
  scope: CompanyScope,
  input: ExportApplicants & Reader,
): Promise<Distances> {
  const list = await applicantList(db, scope, input.id);
  const rows = await db
    .select({
      band: sql<number | null>`width_bucket(${applications.distance}, ${steps}::float8[])`,
      applicants: count(),
    })
    .from(applications)
    .where(listWhere(list, input))
    .groupBy(sql`1`);
  const applicantsIn = (wanted: number | null) => rows.find(({ band }) => band === wanted)?.applicants ?? 0;
  const bands = [0, ...distanceSteps].map((from, band) => ({
    from,
    to: distanceSteps[band] ?? null,
    applicants: applicantsIn(band),
  }));
  return { bands, unknown: applicantsIn(null) };
}

/** Written as SQL, because Drizzle leaves the table name out of a single-table select. */
const tags: SQL<Tag[]> = sql`coalesce((select json_agg(json_build_object('id', t.id, 'text', t.text) order by t.text, t.id)
  from application_tags stuck join company_tags t on t.id = stuck.tag_id where stuck.application_id = applications.id), '[]'::json)`;

const { tags: _tags, ...stored } = applicantFields;
const storedColumns = pickFields(getTableColumns(applications), stored);

/** The columns of an application that an employer may read. */
export const applicantColumns = { id: applications.id, ...storedColumns, tags };

type Row = Omit<Applicant, 'birthdate'>;

/** The birth date never leaves the server (`docs/product/departures.md#employers-never-see-a-birth-date`). */
export function asApplicant(row: Row): Applicant {
  return { ...row, birthdate: null };
}

/** Must match the expression of the name index. */
const lowerName = sql`lower(${applications.fullName})`;

/** The filters and orders of the applicants list: those described by the fields, and five that need their own SQL. */
export function applicantListFields(companyId: string): Record<string, ListField> {
  return {
    ...listFieldsOf(storedColumns, stored),
    job_type: listOfCodes(applications.workExperiences, codes(jobTypes)),
    endorsements: listOfCodes(applications.endorsements, codes(endorsements)),
    applicant: { kind: 'text', column: applications.fullName, lower: lowerName, order: lowerName, isRequired: true },
    application_at: { kind: 'date', column: applications.applicationAt, isRequired: true, halfRange: 'now' },
    tag: { kind: 'tag', column: applications.id, order: null, match: (operator, value) => hasTag(companyId, operator, value) },
  };
}

/** For a column that holds a list of codes, `equals` means "has the code" and `in` means "has one of them". */
function listOfCodes(column: AnyPgColumn, values: readonly string[]): ListField {
  return {
    kind: 'enum',
    column,
    order: null,
    values,
    match: (operator: Operator, value: Condition['value']) => {
      if (value === null) return sql`${column} = '{}'`;
      const wanted = `{${[value].flat().join(',')}}`;
      return operator === 'in' ? sql`${column} && ${wanted}::text[]` : sql`${column} @> ${wanted}::text[]`;
    },
  };
}

/** By text or id. Null finds applicants without tags. */
function hasTag(companyId: string, operator: Operator, value: Condition['value']): SQL {
  if (value === null && operator === 'equals') {
    return sql`not exists (select 1 from ${applicationTags} where ${applicationTags.applicationId} = ${applications.id})`;
  }
  const words = [value].flat().map((word) => String(word).toLowerCase());
  if (words.length === 0) return sql`false`;
  const list = sql.join(
    words.map((word) => sql`${word}`),
    sql`, `,
  );
  return sql`${applications.id} in (
    select ${applicationTags.applicationId} from ${applicationTags}
    join ${companyTags} on ${companyTags.id} = ${applicationTags.tagId}
    where ${companyTags.companyId} = ${companyId} and (lower(${companyTags.text}) in (${list}) or ${companyTags.id}::text in (${list})))`;
}

/**
 * A page of a job's applicants, by name by default.
 * @throws not found
 */
export async function listApplicants(
  db: Database,
  scope: CompanyScope,
  request: ListApplicants & Reader,
): Promise<PageOf<Applicant>> {
  return readPage(db, await applicantList(db, scope, request.id), request, async (ids) => {
    const rows = await db.select(applicantColumns).from(applications).where(inArray(applications.id, ids));
    return rows.map(asApplicant);
  });
}

/**
 * A job's applicants, without those who withdrew.
 * @throws not found
 */
export async function applicantList(db: Database, scope: CompanyScope, jobId: string): Promise<List> {
  return {
    from: applications,
    id: applications.id,
    fields: applicantListFields(await findCompanyOfJob(db, scope, jobId)),
    defaultOrder: [{ field: 'applicant', direction: 'asc' }],
    where: and(eq(applications.jobId, jobId), isNull(applications.withdrawnAt)),
  };
}

/**
 * The company of a job in the scope.
 * @throws not found
 */
export async function findCompanyOfJob(db: Database, scope: CompanyScope, jobId: string): Promise<string> {
  const [job] = await companyOfJob(db, variantOf(scope)).execute({ jobId, companyId: scope.companyId });
  if (!job) throw notFound(text('errors.thisJobWasNotFound'));
  return job.companyId;
}

const companyOfJob = builtOnce((db, variant: ScopeVariant) =>
  db
    .select({ companyId: jobs.companyId })
    .from(jobs)
    .where(and(inScopeOf(jobs.companyId, variant), eq(jobs.id, sql.placeholder('jobId'))))
    .prepare('company_of_job'),
);

/** One applicant in the scope. A withdrawn application cannot be read. */
export async function getApplicant(db: Database, scope: CompanyScope, id: string): Promise<Applicant> {
  const [row] = await db
    .select(applicantColumns)
    .from(applications)
    .where(and(inScope(applications.companyId, scope), eq(applications.id, id), isNull(applications.withdrawnAt)));
  if (!row) throw notFound(text('errors.thisApplicantWasNotFound'));
  return asApplicant(row);
}
