import * as z from 'zod/mini';
import { type Question, questionSchema, questionsField } from '#shared/applicants/screening.ts';
import {
  benefits,
  endorsements,
  homeTimes,
  jobTypes,
  labelOf,
  requiredCdlClasses,
  type RequiredExperience,
  requiredExperiences,
  salaryTypes,
} from '#shared/catalogues.ts';
import { tagSchema, tagTextField } from '#shared/companies/company.ts';
import { lineField, webAddressField } from '#shared/fields.ts';
import { requiredExperienceText } from '#shared/matching/experience.ts';
import { titleRules } from '#shared/names.ts';
import {
  choiceField,
  choiceOrNullField,
  choicesField,
  clearable,
  dollarsOrNoneField,
  dollarsOrNullField,
  type Field,
  propertyOf,
  fieldsWith,
  flagField,
  lineOrNullField,
  pickFields,
  textField,
} from '#shared/resource.ts';
import { text, type TextWriter } from '#shared/texts/texts.ts';
import { storedVideo } from '#shared/uploads.ts';

const maxDescription = 100_000;

/** Text or HTML. */
const description = z.string('errors.jobDescriptionRequired').check(
  z.refine((text) => text.trim() !== '', 'errors.jobDescriptionRequired'),
  z.maxLength(maxDescription, 'errors.tooLong'),
  z.refine((text) => !text.includes('\u0000'), 'errors.hasControlCharacters'),
);

/** The editor's document. A request can send it instead of the text or together with it. The server checks its nodes. */
export const descriptionDocField = z
  .record(z.string(), z.unknown())
  .check(
    z.refine(
      (doc) => JSON.stringify(doc).length <= maxDescription * 5 && !JSON.stringify(doc).includes('\\u0000'),
      'errors.textTooLong',
    ),
  );

/** An uploaded video, or a link to a video elsewhere. */
const video = z.union([z.string().check(z.regex(storedVideo)), webAddressField], 'errors.mustBeHttpsUrl');

const tags = z.array(tagTextField).check(z.maxLength(20, 'errors.tooManyTags'));

/**
 * The fields that describe a job. A field is described only here. Requests, answers, forms, drafts, labels and the public page
 * are derived from its properties:
 * - `label`, `catalogue`: the names of the field and of its codes in forms, pages and messages.
 * - `input`: how its form shows it, see `InputKind` in `shared/resource.ts`.
 * - `request`, `answer`: its schema in requests, and in the detail of a job.
 * - `formSchema`, `draft`, `empty`: what its input may hold, what a saved draft may hold, and what an empty form starts with.
 * - `toInput`, `toRequest`: convert an answer to the input, and the input to a request, where they differ.
 * - `list`: the job list and its CSV file show the field, and can be filtered by it.
 * - `public`: drivers see the field, on the `card` of a search and on the job's page, or on the `page` only.
 *
 * The columns are in `drizzle/schema/jobs.ts`, and their uses are in `server/jobs/job-columns.ts`.
 */
export const jobFields = {
  title: {
    ...textField(text('common.jobTitle'), lineField(2, 120, 'errors.jobTitleRequired').check(...titleRules)),
    public: 'card',
  },
  jobType: {
    ...choiceField(text('common.jobType'), jobTypes, 'errors.jobTypeRequired'),
    public: 'card',
    list: { name: 'job_type', kind: 'enum', isSortable: false },
  },
  /** Null if the job requires the class that its type of driving needs, see `requiredClass` in `shared/matching/matching.ts`. */
  cdlClass: {
    ...choiceOrNullField(text('fields.cdlClass'), requiredCdlClasses, 'errors.cdlClassRequired'),
    text: (code: string | null, write: TextWriter) =>
      code ? labelOf(requiredCdlClasses, code, write) : write(text('fields.classByJobType')),
    public: 'card',
    list: { name: 'cdl_class', kind: 'enum', isSortable: false },
  },
  requiredExperience: {
    ...choiceField(text('fields.requiredExperience'), requiredExperiences, 'errors.experienceLevelRequired'),
    text: (level: RequiredExperience | null | undefined, write: TextWriter) =>
      level ? requiredExperienceText(level, write) : '',
    public: 'card',
  },
  additionalExperience: { ...lineOrNullField(text('fields.additionalExperience'), 1000), public: 'page' },
  /** The company's own number for the job, if it uses requisition numbers. Drivers never see it. */
  requisiteNumber: {
    ...lineOrNullField(text('common.requisitionNumber'), 40),
    list: { name: 'requisite_number', kind: 'text', isSortable: true },
  },
  homeTime: { ...choiceField(text('common.homeTime'), homeTimes, 'errors.homeTimeRequired'), public: 'card' },
  /** Answers contain safe HTML. The form holds the editor's document, see `web/jobs/content-form.ts`. */
  jobDescription: {
    label: text('fields.jobDescription'),
    input: 'own',
    request: description,
    answer: z.string(),
    public: 'page',
  },
  driverUnload: { ...flagField(text('common.driverUnloads')), public: 'page' },
  expectedPay: { ...dollarsOrNullField(text('fields.expectedPay')), public: 'card' },
  /** Pay is per week unless an employer chooses otherwise. */
  salaryType: {
    ...choiceField(text('fields.salaryType'), salaryTypes, 'errors.payTypeRequired'),
    empty: 'weekly',
    public: 'card',
  },
  signonBonus: { ...dollarsOrNoneField(text('fields.signOnBonus')), public: 'card' },
  startingBonus: { ...dollarsOrNoneField(text('fields.startingBonus')), public: 'page' },
  benefits: { ...choicesField(text('common.benefits'), benefits, 'errors.benefitNotInList'), public: 'page' },
  endorsements: {
    ...choicesField(text('fields.requiredEndorsements'), endorsements, 'errors.endorsementNotInList'),
    public: 'card',
  },
  videoUrl: {
    ...lineOrNullField(text('common.video'), 2000),
    input: 'own',
    request: z.optional(clearable(video)),
    formSchema: z.union([z.literal(''), video], 'errors.mustBeHttpsUrl'),
    public: 'page',
  },
  /** A nationwide job is found in every place search. */
  isGlobal: { ...flagField(text('fields.showNationwide')), heading: text('fields.shownNationwide'), public: 'card' },
  /** The company's tags. A new tag is created when it is first used. */
  tags: {
    label: text('common.tags'),
    input: 'own',
    request: z.optional(tags),
    answer: z.array(tagSchema),
    formSchema: tags,
    draft: z._default(z.array(z.string()), []),
    empty: [] as string[],
    toInput: (answer: readonly { text: string }[]) => answer.map(({ text }) => text),
  },
  /** Drivers answer them when they apply. They see the questions without the rules, see `shared/jobs/public-job.ts`. */
  screeningQuestions: {
    label: text('screening.questions'),
    input: 'own',
    request: z.optional(questionsField),
    answer: z.array(questionSchema),
    formSchema: questionsField,
    draft: z._default(z.array(questionSchema), []),
    empty: [] as Question[],
    text: (questions: readonly Question[]) => questions.map((question) => question.text).join('; '),
  },
  /**
   * When the job will be posted, if later than now. Requests and answers contain an instant, see `postingDate` and
   * `scheduledAt`.
   */
  postingDay: { label: text('common.postingDate') },
  /** If a request leaves this field out, the job renews automatically. A form asks for consent, so it starts with no. */
  autoRenew: { ...flagField(text('fields.autoRenew')), list: { name: 'auto_renew', kind: 'flag', isSortable: true } },
} as const satisfies Record<string, Field>;

export type JobFieldName = keyof typeof jobFields;

export const jobFieldsOnCard = fieldsWith(jobFields, 'public', 'card');
export const jobFieldsOnPage = fieldsWith(jobFields, 'public', 'page');
export const jobFieldsOnList = pickFields(jobFields, propertyOf(jobFields, 'list'));
