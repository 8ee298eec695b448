import { and, eq, inArray, isNull, sql, type SQL, count } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { companyTags } from '#drizzle/schema/companies.ts';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import { jobs } from '#drizzle/schema/jobs.ts';
import { visibleColumns } from '#server/access/application-columns.ts';
import { whereInScopeVariant, type ScopeVariant, variantOf, whereInScope } from '#server/access/scope.ts';
import type { Database } from '#server/db/open.ts';
import { buildVariantsOncePerDatabase } from '#server/db/prepare.ts';
import { notFound } from '#server/errors.ts';
import { folded, type ListField, listFieldsOf, type Reader, toBoolean, listWhere } from '#server/lists/conditions.ts';
import { type List, readPage } from '#server/lists/read-page.ts';
import type { CompanyScope, OwnCompany } from '#server/trpc.ts';
import { answerField } from '#shared/applicants/screening.ts';
import { stages } from '#shared/applicants/stages.ts';
import { codes, endorsements, equipment, jobTypes, shifts } from '#shared/catalogues.ts';
import type { Tag } from '#shared/companies/company.ts';
import { applicantFields } from '#shared/drivers/applicant-fields.ts';
import {
  type Applicant,
  type ListApplicants,
  type Distances,
  distanceSteps,
  type ExportApplicants,
  type CompanyApplicantsFilter,
  type SearchApplicants,
  type StageCounts,
} from '#shared/drivers/applicant.ts';
import { isUuid, nilId } from '#shared/fields.ts';
import { foldText } from '#shared/fold-text.ts';
import type { Condition, Filter, PageOf, Search } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/paging.ts';
import { pickFields } from '#shared/resource.ts';
import { text } from '#shared/texts/texts.ts';
import { matchAnswer } from './answer-query.ts';

const distanceStepArray = `{${distanceSteps.join(',')}}`;

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
      band: sql<number | null>`width_bucket(${applications.distance}, ${distanceStepArray}::float8[])`,
      applicants: count(),
    })
    .from(applications)
    .where(listWhere(list, input))
    .groupBy(sql`1`);
  const getBandCount = (bandNumber: number | null) => rows.find(({ band }) => band === bandNumber)?.applicants ?? 0;
  const bands = [0, ...distanceSteps].map((from, band) => ({
    from,
    to: distanceSteps[band] ?? null,
    applicants: getBandCount(band),
  }));
  return { bands, unknown: getBandCount(null) };
}

/** These columns are written as SQL, because Drizzle leaves out the table name in a single-table select. */
const tags: SQL<Tag[]> = sql`coalesce((select json_agg(json_build_object('id', t.id, 'text', t.text) order by t.text, t.id)
  from application_tags stuck join company_tags t on t.id = stuck.tag_id where stuck.application_id = applications.id), '[]'::json)`;

const job: SQL<Applicant['job']> = sql`(select json_build_object('id', j.id, 'title', j.title, 'city', j.city, 'state', j.state)
  from jobs j where j.id = applications.job_id)`;
const owner: SQL<Applicant['owner']> = sql`(select json_build_object('id', u.id, 'name', u.full_name)
  from users u where u.id = applications.owner_id)`;

const { tags: _tags, job: _job, owner: _owner, ...storedFields } = applicantFields;
const storedColumns = pickFields(visibleColumns, storedFields);

/** The columns of an application that an employer may read. */
export const applicantColumns = { id: applications.id, ...storedColumns, tags, job, owner };

/** The birth date never leaves the server (`docs/product/departures.md#employers-never-see-a-birth-date`). */
export const toApplicant = (row: Omit<Applicant, 'birthdate'>): Applicant => ({ ...row, birthdate: null });

/** The filters and orders of the applicants list: those described by the fields, and some that need their own SQL. */
export function applicantListFields(companyId: string): Record<string, ListField> {
  return {
    ...listFieldsOf(storedColumns, storedFields),
    job_type: codeListField(applications.workExperiences, codes(jobTypes)),
    endorsements: codeListField(applications.endorsements, codes(endorsements)),
    equipment: codeListField(applications.equipment, codes(equipment)),
    shifts: codeListField(applications.shifts, codes(shifts)),
    applicant: {
      kind: 'text',
      column: applications.fullName,
      folded: applications.searchName,
      order: applications.searchName,
      isRequired: true,
    },
    last_name: {
      kind: 'text',
      column: applications.lastName,
      folded: folded(applications.lastName),
      order: folded(sql`${applications.lastName} || ' ' || ${applications.firstName}`),
      isRequired: true,
    },
    // The stored number has only digits, so it is the same when folded.
    phone: { kind: 'text', column: visibleColumns.phone, folded: visibleColumns.phone },
    application_at: { kind: 'date', column: applications.applicationAt, isRequired: true, openRange: 'now' },
    tag: { kind: 'tag', column: applications.id, order: null, match: (operator, value) => hasTag(companyId, operator, value) },
    job: idListField(applications.jobId),
    owner: idListField(applications.ownerId),
    is_flagged: {
      kind: 'flag',
      column: visibleColumns.isFlagged,
      isRequired: true,
      match: (_operator, value) => isFlagged(value),
    },
    [answerField]: { kind: 'answer', column: visibleColumns.screeningAnswers, order: null, isKey: isUuid, match: matchAnswer },
    stage: { kind: 'enum', column: applications.stage, order: stageOrder, values: codes(stages), isRequired: true },
  };
}

/**
 * Builds the condition without a parameter and with the plain column, so that prepared statements can use the index of flagged
 * applicants. The column is never null.
 */
function isFlagged(value: Condition['value']): SQL {
  if (value === null) return sql`false`;
  return toBoolean(value)
    ? sql`(${applications.isFlagged} and ${visibleColumns.isFlagged})`
    : sql`not ${visibleColumns.isFlagged}`;
}

const stageOrder = sql`array_position(array[${sql.raw(
  codes(stages)
    .map((code) => `'${code}'`)
    .join(', '),
)}], ${applications.stage})`;

/** A filter for a column of ids. Null finds rows without an id. */
function idListField(column: AnyPgColumn): ListField {
  return {
    kind: 'tag',
    column,
    order: null,
    match: (_operator, value) =>
      value === null
        ? sql`${column} is null`
        : inArray(
            column,
            [value].flat().map((id) => (isUuid(String(id)) ? String(id) : nilId)),
          ),
  };
}

/** For a column that holds a list of codes, `equals` means "has the code" and `in` means "has one of them". */
function codeListField(column: AnyPgColumn, values: readonly string[]): ListField {
  return {
    kind: 'enum',
    column,
    order: null,
    values,
    match: (operator: Operator, value: Condition['value']) => {
      if (value === null) return sql`${column} = '{}'`;
      const arrayLiteral = `{${[value].flat().join(',')}}`;
      return operator === 'in' ? sql`${column} && ${arrayLiteral}::text[]` : sql`${column} @> ${arrayLiteral}::text[]`;
    },
  };
}

/** Filters by the text or the id of a tag. Null finds applicants without tags. */
function hasTag(companyId: string, operator: Operator, value: Condition['value']): SQL {
  if (value === null && operator === 'equals') {
    return sql`not exists (select 1 from ${applicationTags} where ${applicationTags.applicationId} = ${applications.id})`;
  }
  const tagTexts = [value].flat().map((word) => foldText(String(word)));
  if (tagTexts.length === 0) return sql`false`;
  const tagList = sql.join(
    tagTexts.map((word) => sql`${word}`),
    sql`, `,
  );
  return sql`${applications.id} in (
    select ${applicationTags.applicationId} from ${applicationTags}
    join ${companyTags} on ${companyTags.id} = ${applicationTags.tagId}
    where ${companyTags.companyId} = ${companyId} and (fold_text(${companyTags.text}) in (${tagList}) or ${companyTags.id}::text in (${tagList})))`;
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
  return readPage(db, await applicantList(db, scope, request.id), request, (ids) => readApplicants(db, ids));
}

/**
 * A page of the applicants of all jobs of a company, newest first by default. Withdrawn applications are included only if a
 * filter names that stage.
 */
export async function searchApplicants(
  db: Database,
  { companyId }: OwnCompany,
  request: SearchApplicants & Reader,
): Promise<PageOf<Applicant>> {
  return readPage(db, companyApplicantList(companyId, request), request, (ids) => readApplicants(db, ids));
}

async function readApplicants(db: Database, ids: string[]): Promise<Applicant[]> {
  const rows = await db.select(applicantColumns).from(applications).where(inArray(applications.id, ids));
  return rows.map(toApplicant);
}

/** The applicants of all jobs of a company. */
export function companyApplicantList(companyId: string, { filters }: Search): List {
  const isNotWithdrawn = hasWithdrawnFilter(filters) ? undefined : isNull(applications.withdrawnAt);
  return {
    from: applications,
    id: applications.id,
    fields: applicantListFields(companyId),
    defaultOrder: [{ field: 'application_at', direction: 'desc' }],
    where: and(eq(applications.companyId, companyId), isNotWithdrawn),
  };
}

function hasWithdrawnFilter(filters: Search['filters']): boolean {
  return [filters ?? []].flat().some(namesWithdrawnStage);
}

function namesWithdrawnStage(filter: Filter): boolean {
  if ('and' in filter) return filter.and.some(namesWithdrawnStage);
  if ('or' in filter) return filter.or.some(namesWithdrawnStage);
  return filter.field === 'stage' && [filter.value].flat().includes('withdrawn');
}

/** The number of applicants in each stage, for the columns of the board. Every stage is present. */
export async function countStages(
  db: Database,
  { companyId }: OwnCompany,
  request: CompanyApplicantsFilter & Reader,
): Promise<StageCounts> {
  const list = companyApplicantList(companyId, { filters: [{ field: 'stage', operator: 'equals', value: 'withdrawn' }] });
  const rows = await db
    .select({ stage: applications.stage, applicants: count() })
    .from(applications)
    .where(listWhere(list, request))
    .groupBy(applications.stage);
  return {
    stages: stages.map(({ code: stage }) => ({ stage, applicants: rows.find((row) => row.stage === stage)?.applicants ?? 0 })),
  };
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
  const [job] = await companyOfJobQuery(db, variantOf(scope)).execute({ jobId, companyId: scope.companyId });
  if (!job) throw notFound(text('errors.jobNotFound'));
  return job.companyId;
}

const companyOfJobQuery = buildVariantsOncePerDatabase((db, variant: ScopeVariant) =>
  db
    .select({ companyId: jobs.companyId })
    .from(jobs)
    .where(and(whereInScopeVariant(jobs.companyId, variant), eq(jobs.id, sql.placeholder('jobId'))))
    .prepare('company_of_job'),
);

/**
 * One applicant in the scope. One who withdrew can be read too, so that the messages stay readable.
 * @throws not found
 */
export async function getApplicant(db: Database, scope: CompanyScope, id: string): Promise<Applicant> {
  const [row] = await db
    .select(applicantColumns)
    .from(applications)
    .where(and(whereInScope(applications.companyId, scope), eq(applications.id, id)));
  if (!row) throw notFound(text('errors.applicantNotFound'));
  return toApplicant(row);
}
