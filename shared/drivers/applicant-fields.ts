import * as z from 'zod/mini';
import { endorsements, jobTypes } from '#shared/catalogues.ts';
import { tagSchema } from '#shared/companies/tag.ts';
import * as format from '#shared/format.ts';
import { type Field, fieldText } from '#shared/resource.ts';

const text = z.nullable(z.string());
const flag = z.nullable(z.boolean());

/** Shown for a missing answer (`docs/product/applicants-and-matching.md#applicants`). */
export const missing = 'n/a';

/**
 * The fields of an applicant that an employer sees. Answers, filters, orders, table columns, the detail view and the CSV
 * columns are derived from this list. The database columns are in `drizzle/schema/drivers.ts`.
 */
export const applicantFields = {
  firstName: { label: 'First name', answer: z.string() },
  lastName: { label: 'Last name', answer: z.string() },
  phone: { label: 'Phone', answer: text },
  email: { label: 'Email', answer: text },
  applicationAt: { label: 'Applied', answer: z.date(), list: { name: 'application_at', kind: 'date', isSortable: true } },
  /** The company's rating, 1 to 5 stars. */
  rating: { label: 'Rating', answer: z.nullable(z.int()), list: { name: 'rating', kind: 'number', isSortable: true } },
  tags: { label: 'Tags', answer: z.array(tagSchema), list: { name: 'tag', kind: 'tag', isSortable: false } },
  /** Miles from the job. */
  distance: {
    label: 'Distance',
    heading: 'Distance (miles)',
    answer: z.nullable(z.number()),
    list: { name: 'distance', kind: 'number', isSortable: true },
    text: format.distance,
  },
  withinRange: {
    label: 'Within range',
    answer: flag,
    list: { name: 'within_range', kind: 'flag', isSortable: true },
  },
  yearsOfExperience: {
    label: 'Experience',
    heading: 'Years of experience',
    answer: z.nullable(z.number()),
    list: { name: 'years_of_experience', kind: 'number', isSortable: true },
    text: (years: number | null) => (years === null ? missing : format.count(years, 'year')),
  },
  cdlStatus: { label: 'CDL', answer: text, text: (status: string | null) => status ?? 'No CDL.' },
  workExperiences: {
    label: 'Type of driving',
    catalogue: jobTypes,
    answer: z.array(z.string()),
    list: { name: 'job_type', kind: 'enum', isSortable: false },
  },
  endorsements: {
    label: 'Endorsements',
    catalogue: endorsements,
    answer: z.array(z.string()),
    list: { name: 'endorsements', kind: 'enum', isSortable: false },
  },
  ownerOperator: {
    label: 'Owner-operator',
    answer: flag,
    list: { name: 'owner_operator', kind: 'flag', isSortable: true },
  },
  /** Employers see this instead of the birth date. */
  isOver21: {
    label: 'Age',
    heading: '21 or over',
    answer: flag,
    text: (isOver21: boolean | null) => (isOver21 === null ? missing : isOver21 ? '21 or over' : 'Under 21'),
  },
  street1: { label: 'Street', answer: text },
  street2: { label: 'Apartment', answer: text },
  city: { label: 'City', answer: text },
  state: { label: 'State', answer: text },
  postalCode: { label: 'ZIP code', answer: text },
  message: { label: 'Message', answer: text },
} as const satisfies Record<string, Field>;

export type ApplicantFieldName = keyof typeof applicantFields;

/** The value of a field as people read it. At most `most` codes of a list are named. */
export function applicantText(field: ApplicantFieldName, value: unknown, most = Infinity): string {
  return fieldText(applicantFields[field], value, most) ?? missing;
}

type Listed<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { list: { name: infer Wire } } ? Wire : never;
}[keyof Fields];
/** The names by which the list of applicants filters and sorts. `applicant` is the full name. */
export type ListedApplicantField = Listed<typeof applicantFields> | 'applicant';
