/** Driver profiles: fields, completeness, and which endorsements include others. */
import * as z from 'zod/mini';
import { answerProblem, answersField, type AnswerRequest, type PublicQuestion } from '#shared/applicants/screening.ts';
import { applicationSources, driverStatuses, withdrawReasons } from '#shared/applicants/stages.ts';
import {
  cdlStatuses,
  codes,
  type Endorsement,
  endorsements,
  type Entry,
  equipment,
  homeTimes,
  jobTypes,
  shifts,
} from '#shared/catalogues.ts';
import {
  calendarDateField,
  dollarsField,
  idField,
  lineField,
  paragraphField,
  phoneDigitsField,
  phoneField,
  postalCodeField,
  signupEmailField,
} from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { isForeign, isTerritory } from '#shared/places/outside-states.ts';
import { stateCode } from '#shared/places/states.ts';
import {
  choiceOrNullField,
  emptyAsNull,
  propertyOf,
  type Field,
  type InputKind,
  nameFields,
  phoneNumberField,
} from '#shared/resource.ts';
import { type Text, text, type TextKey } from '#shared/texts/texts.ts';
import { addDays } from '#shared/time-zone.ts';

const usStateCheck = z.refine<string>((text) => stateCode(text) !== null, 'errors.mustBeUsState');

/** A state by code or name. Its value is the two-letter code. */
export const stateField = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => !isTerritory(text), { error: 'errors.addressOutsideStates', abort: true }),
    usStateCheck,
  ),
  z.transform((text: string) => stateCode(text)),
);

/** The state of a search. Visitors also search in provinces of other countries. */
export const searchedStateField = z.string().check(
  z.trim(),
  z.refine((text) => !isTerritory(text) && !isForeign(text), { error: 'errors.addressOutsideStates', abort: true }),
  usStateCheck,
);

const pastDayField = calendarDateField.check(
  z.refine((day) => day >= '1900-01-01' && day <= new Date().toISOString().slice(0, 10), 'errors.mustBePastDate'),
);

const maxDaysAhead = 366;
/** A day in the past means that the driver is available now. */
const startDayField = calendarDateField.check(
  z.refine((day) => day >= '2000-01-01', 'errors.dateInvalid'),
  z.refine((day) => day <= addDays(new Date().toISOString().slice(0, 10), maxDaysAhead), 'errors.availableWithinYear'),
);

export const maxYearsOfExperience = 70;

const yearsField = (rangeError: string) =>
  z.number(rangeError).check(z.gte(0, 'errors.yearsNegative'), z.lte(maxYearsOfExperience, 'errors.tooManyYears'));

const textOrNull = z.nullable(z.string());
/** A line of the address, which the driver chooses as a whole. */
const createAddressLine = (label: Text, max: number) => ({
  label,
  input: 'own' as const,
  request: z.nullish(lineField(0, max, '')),
  answer: textOrNull,
});

/** An optional number. An empty input is null. */
const createNumberField = <Kind extends InputKind>(label: Text, input: Kind, rule: typeof dollarsField) => ({
  label,
  input,
  request: z.nullish(rule),
  answer: z.nullable(z.number()),
  formSchema: z.union([z.literal(''), rule]),
  draft: z.union([z.literal(''), z.number()]),
  empty: '' as number | '',
  toInput: (answer: number | null) => answer ?? '',
  toRequest: (input: number | '') => (input === '' ? null : input),
});

/** Codes of a catalogue. Repeated codes are dropped. */
const createChoicesField = <Code extends string>(label: Text, catalogue: readonly Entry<Code>[]) => ({
  label,
  input: 'choices' as const,
  catalogue,
  request: z.pipe(
    z.array(z.enum(codes(catalogue), 'errors.notInList')).check(z.maxLength(catalogue.length)),
    z.transform((codesSent) => [...new Set(codesSent)]),
  ),
  answer: z.array(z.string()),
  formSchema: z.array(z.string()),
  draft: z.array(z.string()),
  empty: [] as string[],
});

/** The fields of a driver profile. `shared/jobs/job-fields.ts` explains the properties. */
export const driverFields = {
  ...nameFields,
  phone: { ...phoneNumberField(text('common.phone')), request: z.nullable(phoneDigitsField) },
  street1: createAddressLine(text('common.street'), 200),
  /** The form keeps the stored line without showing it. */
  street2: {
    ...createAddressLine(text('fields.apartmentOrSuite'), 200),
    input: 'none',
    formSchema: z.string().check(z.maxLength(200, 'errors.tooLong')),
    draft: z.string(),
    ...emptyAsNull,
    toRequest: (input: string) => input.trim() || null,
  },
  city: createAddressLine(text('common.city'), 100),
  state: { label: text('common.state'), input: 'own', request: z.nullish(stateField), answer: textOrNull },
  postalCode: { label: text('common.zipCode'), input: 'own', request: z.nullish(postalCodeField), answer: textOrNull },
  /** Only the driver sees it. Others see whether the driver is 21 or over. */
  birthdate: {
    label: text('fields.birthDateOptional'),
    hint: text('fields.birthDateHint'),
    input: 'date',
    request: z.nullish(pastDayField),
    answer: textOrNull,
    formSchema: z.union([z.literal(''), pastDayField]),
    draft: z.string(),
    ...emptyAsNull,
  },
  cdlStatus: choiceOrNullField(text('fields.cdlClass'), cdlStatuses, 'errors.cdlClassRequired'),
  yearsOfExperience: createNumberField(text('fields.yearsOfExperience'), 'number', yearsField('errors.yearsRequired')),
  workExperiences: createChoicesField(text('fields.typesOfDrivingQuestion'), jobTypes),
  endorsements: createChoicesField(text('common.endorsements'), endorsements),
  /** What the driver can operate. */
  equipment: createChoicesField(text('fields.equipmentQuestion'), equipment),
  ownerOperator: {
    label: text('fields.ownerOperatorQuestion'),
    input: 'choice',
    request: z.nullish(z.boolean()),
    answer: z.nullable(z.boolean()),
    formSchema: z.string(),
    draft: z.string(),
    empty: '',
    toInput: (answer: boolean | null) => (answer === null ? '' : answer ? 'yes' : 'no'),
    toRequest: (input: string) => (input === '' ? null : input === 'yes'),
  },
  homeTime: choiceOrNullField(text('common.homeTime'), homeTimes, 'errors.notInList'),
  /** Dollars per week. */
  expectedPay: { ...createNumberField(text('fields.desiredWeeklyPay'), 'money', dollarsField), column: 'expectedPayCents' },
  shifts: createChoicesField(text('fields.shiftsQuestion'), shifts),
  availableFrom: {
    label: text('fields.availableFrom'),
    hint: text('fields.availableFromHint'),
    input: 'date',
    request: z.nullish(startDayField),
    answer: textOrNull,
    formSchema: z.union([z.literal(''), startDayField]),
    draft: z.string(),
    ...emptyAsNull,
  },
  /** If false, companies do not see the driver as a candidate and the driver gets no job suggestions. */
  matchEnabled: {
    label: text('fields.matchMeWithJobs'),
    hint: text('fields.matchMeWithJobsHint'),
    input: 'flag',
    request: z.boolean(),
    answer: z.boolean(),
    formSchema: z.boolean(),
    draft: z.boolean(),
    empty: true,
  },
} satisfies Record<string, Field>;

/** Changes some fields. Absent fields stay unchanged. */
export const updateDriverProfileSchema = z.partial(z.object(propertyOf(driverFields, 'request')));
export type UpdateDriverProfile = z.infer<typeof updateDriverProfileSchema>;

export const driverProfileSchema = z.object({
  id: z.string(),
  email: z.string(),
  ...propertyOf(driverFields, 'answer'),
  /** The share of the profile that is filled in, 0 to 1. */
  completeness: z.number(),
});
export type DriverProfile = z.infer<typeof driverProfileSchema>;

/** `field` is the part's field in the profile form. */
type ProfilePart = { field: keyof DriverForm; label: Text; isFilled: (profile: Partial<DriverProfile>) => boolean };

/**
 * The parts of a profile that count toward completeness. The birth date and the endorsements do not count, because both may
 * stay empty.
 */
const profileParts: readonly ProfilePart[] = [
  { field: 'phone', label: text('common.phone'), isFilled: ({ phone }) => Boolean(phone) },
  {
    field: 'home',
    label: text('common.location'),
    isFilled: ({ city, state, postalCode }) => Boolean((city && state) || postalCode),
  },
  { field: 'cdlStatus', label: text('fields.cdlClass'), isFilled: ({ cdlStatus }) => Boolean(cdlStatus) },
  {
    field: 'yearsOfExperience',
    label: text('fields.yearsOfExperience'),
    isFilled: ({ yearsOfExperience }) => isAnswered(yearsOfExperience),
  },
  {
    field: 'workExperiences',
    label: text('driver.typesOfDriving'),
    isFilled: ({ workExperiences }) => Boolean(workExperiences?.length),
  },
  { field: 'ownerOperator', label: text('fields.ownerOperator'), isFilled: ({ ownerOperator }) => isAnswered(ownerOperator) },
  { field: 'homeTime', label: text('common.homeTime'), isFilled: ({ homeTime }) => Boolean(homeTime) },
  { field: 'expectedPay', label: text('fields.desiredWeeklyPay'), isFilled: ({ expectedPay }) => isAnswered(expectedPay) },
];

type Answers = Partial<Pick<DriverProfile, 'cdlStatus' | 'city' | 'state' | 'postalCode' | 'yearsOfExperience'>>;

/** The answers that an application needs, each with the message for its field. */
export const requiredAnswerErrors = {
  cdlStatus: 'errors.yourCdlClassRequired',
  place: 'errors.yourPlaceRequired',
  yearsOfExperience: 'errors.yourExperienceRequired',
} as const;

/**
 * The fields that a driver must still fill in before applying. A city with its state, or a ZIP code, is enough for the place.
 */
export function missingToApply(profile: Answers): { field: string; message: TextKey<'errors'> }[] {
  const { cdlStatus, city, state, postalCode, yearsOfExperience } = profile;
  const hasLocation = Boolean(postalCode || (city && state));
  const place = [city ? 'state' : 'city', 'postalCode'];
  return [
    ...(cdlStatus ? [] : [{ field: 'cdlStatus', message: requiredAnswerErrors.cdlStatus }]),
    ...(hasLocation ? [] : place.map((field) => ({ field, message: requiredAnswerErrors.place }))),
    ...(isAnswered(yearsOfExperience) ? [] : [{ field: 'yearsOfExperience', message: requiredAnswerErrors.yearsOfExperience }]),
  ];
}

const isAnswered = (value: unknown) => value !== null && value !== undefined;

/** The parts of a profile that are still empty. */
export function missingParts(profile: Partial<DriverProfile>): readonly Pick<ProfilePart, 'field' | 'label'>[] {
  return profileParts.filter((part) => !part.isFilled(profile));
}

/** The share of the profile that is filled in, 0 to 1. */
export function calculateCompleteness(profile: Partial<DriverProfile>): number {
  return Math.round((1 - missingParts(profile).length / profileParts.length) * 100) / 100;
}

/**
 * Adds the endorsements that the driver's endorsements include. X is Hazmat and Tanker together, so X includes both, and both
 * together include X.
 */
export function expandEndorsements(driverEndorsements: readonly Endorsement[]): Endorsement[] {
  const covered = new Set(driverEndorsements);
  if (covered.has('X')) covered.add('H').add('N');
  if (covered.has('H') && covered.has('N')) covered.add('X');
  return [...covered];
}

/** Whether a person born on this day has turned 21 by `today`. Null if the day is unknown. */
export function isOver21(birthdate: string | null, today: Date = new Date()): boolean | null {
  if (!birthdate) return null;
  const year = Number(birthdate.slice(0, 4)) + 21;
  return `${String(year).padStart(4, '0')}${birthdate.slice(4)}` <= today.toISOString().slice(0, 10);
}

/** The limit of an applicant's range: jobs farther away are out of range. */
export const rangeMiles = 150;

export const maxMessage = 2000;

export const applyMessageField = paragraphField(maxMessage);

export const applySchema = z.object({
  id: idField,
  message: z.nullish(applyMessageField),
  /** Answers to the job's screening questions. */
  screeningAnswers: z.nullish(answersField),
  /** Where the driver found the job. */
  source: z.optional(z.enum(codes(applicationSources))),
});

export const myApplicationSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  title: z.string(),
  companyName: z.string(),
  city: z.string(),
  state: z.string(),
  /** The time zone of the job's address, in which the driver sees the application date. */
  timeZone: z.string(),
  applicationAt: z.date(),
  withdrawnAt: z.nullable(z.date()),
  /** The status that the driver sees instead of the company's stage. `closed` means that the job is no longer public. */
  status: z.enum(codes(driverStatuses)),
  /** How fast the company usually answers, while the application waits for an answer. Null if that is not known. */
  answersWithinDays: z.nullable(z.int()),
  /** When Haulboard last reminded the company of an application that has waited for long. */
  remindedAt: z.nullable(z.date()),
});
export type MyApplication = z.infer<typeof myApplicationSchema>;

export const myApplicationsInput = z.object({
  /** Returns only the application to this job, if there is one. */
  jobId: z.optional(idField),
  ...pageFields(),
});
export type MyApplicationsInput = z.infer<typeof myApplicationsInput>;
export const myApplicationsSchema = pageOf(myApplicationSchema);

export const withdrawSchema = z.object({ id: idField, reason: z.nullish(z.enum(codes(withdrawReasons))) });
export type WithdrawApplication = z.infer<typeof withdrawSchema>;

/** The profile form. An empty input is an empty text. */
export const driverFormSchema = z.object({
  ...propertyOf(driverFields, 'formSchema'),
  /** The chosen place as text. */
  home: z.string(),
  /** Only a driver who signed up with a phone number is asked for it. */
  email: z.string(),
  message: applyMessageField,
  /**
   * The inputs of the job's screening questions, by the id of the question. A yes or no question has the values `yes` and `no`.
   */
  screeningAnswers: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type DriverForm = z.infer<typeof driverFormSchema>;

/** Converts the input of a question to its answer. An empty input is no answer. */
function toAnswerValue({ id, type }: PublicQuestion, inputs: DriverForm['screeningAnswers']) {
  const input = inputs[id] ?? '';
  if (input === '') return null;
  return type === 'yes_no' ? input === 'yes' : input;
}

/** The answers to a job's questions for the request. */
export const toAnswers = (questions: readonly PublicQuestion[], inputs: DriverForm['screeningAnswers']): AnswerRequest[] =>
  questions.map((question) => ({ questionId: question.id, value: toAnswerValue(question, inputs) }));

/** The required questions that are not answered. */
export const unansweredQuestions = (questions: readonly PublicQuestion[], inputs: DriverForm['screeningAnswers']) =>
  questions.filter((question) => question.isRequired && toAnswerValue(question, inputs) === null);

/** What a saved draft of the form may hold: anything that an input can hold. */
export const driverFormDraftSchema = z.object({
  ...propertyOf(driverFields, 'draft'),
  home: z.string(),
  email: z.string(),
  message: z.string(),
  screeningAnswers: driverFormSchema.shape.screeningAnswers,
});

/** The profile form for applying to a job with these questions. Some of its answers are required. */
export const applyFormSchema = (questions: readonly PublicQuestion[]) =>
  z.extend(driverFormSchema, {
    home: z.string().check(z.minLength(1, requiredAnswerErrors.place)),
    cdlStatus: z.string().check(z.minLength(1, requiredAnswerErrors.cdlStatus)),
    yearsOfExperience: yearsField(requiredAnswerErrors.yearsOfExperience),
    screeningAnswers: driverFormSchema.shape.screeningAnswers.check(({ value, issues }) => {
      for (const question of questions) {
        const message = answerProblem(question, toAnswerValue(question, value));
        if (message) issues.push({ code: 'custom', message, path: [question.id], input: value });
      }
    }),
  });

/**
 * The form of a driver who has no account yet. The contact that no code proved is required too, as at sign-up
 * (`docs/product/access.md#sign-up`), and its place is a ZIP code.
 */
export const firstApplyFormSchema = (questions: readonly PublicQuestion[], contact: 'email' | 'phone') =>
  z.extend(applyFormSchema(questions), {
    phone: phoneField.check(z.length(13, 'errors.phoneLength')),
    email: contact === 'email' ? signupEmailField : driverFormSchema.shape.email,
    home: z.pipe(z.string().check(z.minLength(1, requiredAnswerErrors.place)), postalCodeField),
  });
