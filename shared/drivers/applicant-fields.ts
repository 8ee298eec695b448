import * as z from 'zod/mini';
import { answersText, type ScreeningAnswer, screeningAnswerSchema } from '#shared/applicants/screening.ts';
import { applicationSources, stages } from '#shared/applicants/stages.ts';
import { cdlStatuses, codes, endorsements, equipment, jobTypes, labelOf, shifts } from '#shared/catalogues.ts';
import { tagSchema } from '#shared/companies/company.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import * as format from '#shared/format.ts';
import { type Field, fieldText } from '#shared/resource.ts';
import { text, type TextWriter } from '#shared/texts/texts.ts';

const textOrNull = z.nullable(z.string());
const flag = z.nullable(z.boolean());

/** Shown for a missing answer (`docs/product/applicants-and-matching.md#applicants`). */
export const notAnsweredText = text('labels.notAnswered');

/**
 * The fields of an applicant that an employer sees. Answers, filters, orders, table columns, the detail view and the CSV
 * columns are derived from this list. The database columns are in `drizzle/schema/drivers.ts`.
 */
export const applicantFields = {
  firstName: { label: text('common.firstName'), answer: z.string() },
  lastName: {
    label: text('common.lastName'),
    answer: z.string(),
    list: { name: 'last_name', kind: 'text', isSortable: true },
  },
  phone: { label: text('common.phone'), answer: textOrNull, list: { name: 'phone', kind: 'text', isSortable: false } },
  email: { label: text('ui.email'), answer: textOrNull, list: { name: 'email', kind: 'text', isSortable: false } },
  applicationAt: {
    label: text('common.applied'),
    answer: z.date(),
    list: { name: 'application_at', kind: 'date', isSortable: true },
  },
  /** The company's rating, 1 to 5 stars. */
  rating: {
    label: text('common.rating'),
    answer: z.nullable(z.int()),
    list: { name: 'rating', kind: 'number', isSortable: true },
  },
  tags: { label: text('common.tags'), answer: z.array(tagSchema), list: { name: 'tag', kind: 'tag', isSortable: false } },
  /** Miles from the job. */
  distance: {
    label: text('common.distance'),
    heading: text('fields.distanceMiles'),
    answer: z.nullable(z.number()),
    list: { name: 'distance', kind: 'number', isSortable: true },
    text: (miles: number | null, write: TextWriter) => write(format.distance(miles)),
  },
  withinRange: {
    label: text('fields.withinRange'),
    answer: flag,
    list: { name: 'within_range', kind: 'flag', isSortable: true },
    text: (isWithin: boolean | null, write: TextWriter) =>
      write(isWithin === null ? notAnsweredText : text('labels.withinMiles', { isWithin: String(isWithin), miles: rangeMiles })),
  },
  yearsOfExperience: {
    label: text('common.experience'),
    heading: text('fields.yearsOfExperience'),
    answer: z.nullable(z.number()),
    list: { name: 'years_of_experience', kind: 'number', isSortable: true },
    text: (years: number | null, write: TextWriter) =>
      write(years === null ? notAnsweredText : text('labels.years', { count: years })),
  },
  cdlStatus: {
    label: text('fields.cdl'),
    catalogue: cdlStatuses,
    answer: z.nullable(z.enum(codes(cdlStatuses))),
    list: { name: 'cdl_status', kind: 'enum', isSortable: false },
    text: (status: string | null, write: TextWriter) =>
      status === null ? write(text('labels.noCdlSentence')) : labelOf(cdlStatuses, status, write),
  },
  workExperiences: {
    label: text('common.typeOfDriving'),
    catalogue: jobTypes,
    answer: z.array(z.string()),
    list: { name: 'job_type', kind: 'enum', isSortable: false },
  },
  endorsements: {
    label: text('common.endorsements'),
    catalogue: endorsements,
    answer: z.array(z.string()),
    list: { name: 'endorsements', kind: 'enum', isSortable: false },
  },
  equipment: {
    label: text('fields.equipment'),
    catalogue: equipment,
    answer: z.array(z.string()),
    list: { name: 'equipment', kind: 'enum', isSortable: false },
  },
  ownerOperator: {
    label: text('fields.ownerOperator'),
    answer: flag,
    list: { name: 'owner_operator', kind: 'flag', isSortable: true },
  },
  shifts: {
    label: text('fields.shifts'),
    catalogue: shifts,
    answer: z.array(z.string()),
    list: { name: 'shifts', kind: 'enum', isSortable: false },
  },
  availableFrom: {
    label: text('fields.availableFrom'),
    answer: textOrNull,
    text: (day: string | null, write: TextWriter) => (day === null ? write(notAnsweredText) : format.calendarDate(day)),
  },
  /** Employers see this instead of the birth date. */
  isOver21: {
    label: text('fields.age'),
    heading: text('common.overTwentyOne'),
    answer: flag,
    text: (isOver21: boolean | null, write: TextWriter) =>
      write(isOver21 === null ? notAnsweredText : isOver21 ? text('common.overTwentyOne') : text('labels.underTwentyOne')),
  },
  street1: { label: text('common.street'), answer: textOrNull },
  street2: { label: text('fields.apartment'), answer: textOrNull },
  city: { label: text('common.city'), answer: textOrNull },
  state: { label: text('common.state'), answer: textOrNull },
  postalCode: { label: text('common.zipCode'), answer: textOrNull },
  message: { label: text('common.message'), answer: textOrNull },
  /** Whether a rule of the job flagged one of the screening answers. It never rejects the applicant. */
  isFlagged: {
    label: text('screening.flagged'),
    heading: text('screening.flaggedAnswers'),
    answer: z.boolean(),
    list: { name: 'is_flagged', kind: 'flag', isSortable: true },
  },
  screeningAnswers: {
    label: text('screening.answers'),
    answer: z.array(screeningAnswerSchema),
    text: (answers: readonly ScreeningAnswer[], write: TextWriter) => answersText(answers, write),
  },
  job: {
    label: text('common.job'),
    answer: z.object({ id: z.string(), title: z.string(), city: z.string(), state: z.string() }),
    list: { name: 'job', kind: 'tag', isSortable: false },
    text: ({ title }: { title: string }) => title,
  },
  /** The applicant's stage in the company's hiring process. The driver sees a softer status. */
  stage: {
    label: text('fields.stage'),
    catalogue: stages,
    answer: z.enum(codes(stages)),
    list: { name: 'stage', kind: 'enum', isSortable: true },
  },
  /** The colleague who is responsible for the applicant. */
  owner: {
    label: text('common.owner'),
    answer: z.nullable(z.object({ id: z.string(), name: z.string() })),
    list: { name: 'owner', kind: 'tag', isSortable: false },
    text: (owner: { name: string } | null) => owner?.name ?? '',
  },
  /** How well the driver matches the job, 0 to 1. */
  matchScore: {
    label: text('fields.matchScore'),
    answer: z.nullable(z.number()),
    list: { name: 'match_score', kind: 'number', isSortable: true },
    text: (score: number | null, write: TextWriter) =>
      score === null ? write(notAnsweredText) : format.formatsIn(write.language).percent(score),
  },
  source: {
    label: text('fields.source'),
    catalogue: applicationSources,
    answer: z.enum(codes(applicationSources)),
    list: { name: 'source', kind: 'enum', isSortable: false },
  },
} as const satisfies Record<string, Field>;

export type ApplicantFieldName = keyof typeof applicantFields;

/** The value of a field as people read it. At most `max` codes of a list are named. */
export function applicantText(field: ApplicantFieldName, value: unknown, write: TextWriter, max = Infinity): string {
  return fieldText(applicantFields[field], value, write, max) ?? write(notAnsweredText);
}

type ListedFields<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { list: { name: infer Wire } } ? Wire : never;
}[keyof Fields];
/** The names by which the list of applicants filters and sorts. `applicant` is the full name. */
export type ListedApplicantField = ListedFields<typeof applicantFields> | 'applicant';
