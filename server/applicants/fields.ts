import { type SQL, sql } from 'drizzle-orm';
import { companyTags } from '#drizzle/schema/companies.ts';
import { applications, applicationTags } from '#drizzle/schema/drivers.ts';
import type { ListField } from '#server/lists/filter.ts';
import type { ApplicantField } from '#shared/drivers/applicant.ts';
import { codes, endorsements, jobTypes } from '#shared/catalogues.ts';
import type { Condition } from '#shared/lists/list.ts';
import type { Operator } from '#shared/lists/operators.ts';

/** As the index of names has it. */
const lowerName = sql`lower(${applications.fullName})`;

/** What the list of applicants filters and sorts by; tags are the company's own words (`rest: Jobs and applicants`). */
export function applicantListFields(companyId: string): Record<ApplicantField, ListField> {
  return {
    applicant: {
      kind: 'text',
      column: applications.fullName,
      lower: lowerName,
      order: lowerName,
      isRequired: true,
    },
    application_at: { kind: 'date', column: applications.applicationAt, isRequired: true, halfRange: 'now' },
    distance: { kind: 'number', column: applications.distance },
    years_of_experience: { kind: 'number', column: applications.yearsOfExperience },
    within_range: { kind: 'flag', column: applications.withinRange },
    owner_operator: { kind: 'flag', column: applications.ownerOperator },
    rating: { kind: 'number', column: applications.rating },
    job_type: listOfCodes(applications.workExperiences, codes(jobTypes)),
    endorsements: listOfCodes(applications.endorsements, codes(endorsements)),
    tag: { kind: 'tag', column: applications.id, order: null, match: (operator, value) => hasTag(companyId, operator, value) },
  };
}

/** A column that holds a list of codes: equals means "has it", in means "has one of them". */
function listOfCodes(
  column: typeof applications.workExperiences | typeof applications.endorsements,
  values: readonly string[],
): ListField {
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

/** By text or id; null asks for those without any tag. */
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
