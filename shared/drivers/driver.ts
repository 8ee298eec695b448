/** A driver's profile: its fields, what counts as complete, what an endorsement covers (`rest: Drivers and the public`). */
import * as z from 'zod/mini';
import { cdlStatuses, codes, type Endorsement, endorsements, homeTimes, jobTypes } from '#shared/catalogues.ts';
import { calendarDateField, dollarsField, idField, lineField, nameField, phoneField, postalCodeField } from '#shared/fields.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { stateCode } from '#shared/places/states.ts';

const line = (max: number) => z.nullish(lineField(0, max, ''));

/** A state by code or by name; stored as the two-letter code. */
export const stateField = z.string().check(
  z.trim(),
  z.refine((text) => stateCode(text) !== null, 'Choose a US state'),
);

const pastDay = calendarDateField.check(
  z.refine((day) => day >= '1900-01-01' && day <= new Date().toISOString().slice(0, 10), 'Enter a date in the past'),
);

/** Codes of a catalogue, each of them once however often it was named. */
function codesOnce<Code extends string>(known: readonly [Code, ...Code[]]) {
  const list = z.array(z.enum(known, 'Choose from the list')).check(z.maxLength(known.length));
  return z.pipe(
    list,
    z.transform((given) => [...new Set(given)]),
  );
}

const yearsField = (otherwise: string) => z.number(otherwise).check(z.gte(0, 'Enter 0 or more'), z.lte(70, 'Enter at most 70'));
const anyYears = yearsField('Enter the number of years');

export const driverProfileFields = {
  firstName: nameField,
  lastName: nameField,
  phone: z.nullable(phoneField),
  street1: line(200),
  street2: line(200),
  city: line(100),
  state: z.nullish(stateField),
  postalCode: z.nullish(postalCodeField),
  /** Only the driver ever sees it; others learn "21 or over" (`product: Drivers and the public side`). */
  birthdate: z.nullish(pastDay),
  cdlStatus: z.nullish(z.enum(codes(cdlStatuses), 'Choose a CDL class')),
  yearsOfExperience: z.nullish(anyYears),
  workExperiences: codesOnce(codes(jobTypes)),
  endorsements: codesOnce(codes(endorsements)),
  ownerOperator: z.nullish(z.boolean()),
  homeTime: z.nullish(z.enum(codes(homeTimes), 'Choose from the list')),
  /** Dollars a week. */
  expectedPay: z.nullish(dollarsField),
  /** False: companies do not see the driver as a candidate, and no jobs are suggested. */
  matchEnabled: z.boolean(),
};

/** A change of some fields; those left out stay as they are. */
export const updateDriverProfileSchema = z.partial(z.object(driverProfileFields));
export type UpdateDriverProfile = z.infer<typeof updateDriverProfileSchema>;

const text = z.nullable(z.string());

export const driverProfileSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: text,
  street1: text,
  street2: text,
  city: text,
  state: text,
  postalCode: text,
  birthdate: text,
  cdlStatus: text,
  yearsOfExperience: z.nullable(z.number()),
  workExperiences: z.array(z.string()),
  endorsements: z.array(z.string()),
  ownerOperator: z.nullable(z.boolean()),
  homeTime: text,
  expectedPay: z.nullable(z.number()),
  matchEnabled: z.boolean(),
  /** 0 to 1: the share of the parts below that are filled in. */
  completeness: z.number(),
});
export type DriverProfile = z.infer<typeof driverProfileSchema>;

/** What an employer looks at first. The birth date and the endorsements are not among them: both may stay empty. */
const parts: readonly { label: string; isFilled: (profile: Partial<DriverProfile>) => boolean }[] = [
  { label: 'phone', isFilled: ({ phone }) => Boolean(phone) },
  { label: 'address', isFilled: ({ city, state, postalCode }) => Boolean((city && state) || postalCode) },
  { label: 'CDL class', isFilled: ({ cdlStatus }) => Boolean(cdlStatus) },
  { label: 'years of experience', isFilled: ({ yearsOfExperience }) => isAnswered(yearsOfExperience) },
  { label: 'types of driving', isFilled: ({ workExperiences }) => Boolean(workExperiences?.length) },
  { label: 'owner-operator', isFilled: ({ ownerOperator }) => isAnswered(ownerOperator) },
  { label: 'home time', isFilled: ({ homeTime }) => Boolean(homeTime) },
  { label: 'desired pay', isFilled: ({ expectedPay }) => isAnswered(expectedPay) },
];

type Answers = Partial<Pick<DriverProfile, 'cdlStatus' | 'city' | 'state' | 'postalCode' | 'yearsOfExperience'>>;

/** What an application cannot be sent without, in words for its fields. */
export const requiredToApply = {
  cdlStatus: 'Choose your CDL class, or No CDL',
  place: 'Enter your city and state, or your ZIP code',
  yearsOfExperience: 'Enter your years of experience. Enter 0 if you are new.',
} as const;

/** Each field that a profile must still answer before its driver can apply. A city with its state, or a ZIP code, is a place. */
export function missingToApply(profile: Answers): { field: string; message: string }[] {
  const { cdlStatus, city, state, postalCode, yearsOfExperience } = profile;
  const isPlaced = Boolean(postalCode || (city && state));
  const place = [city ? 'state' : 'city', 'postalCode'];
  return [
    ...(cdlStatus ? [] : [{ field: 'cdlStatus', message: requiredToApply.cdlStatus }]),
    ...(isPlaced ? [] : place.map((field) => ({ field, message: requiredToApply.place }))),
    ...(isAnswered(yearsOfExperience) ? [] : [{ field: 'yearsOfExperience', message: requiredToApply.yearsOfExperience }]),
  ];
}

const isAnswered = (value: unknown) => value !== null && value !== undefined;

/** The parts of a profile that are still empty, in words. */
export function missingParts(profile: Partial<DriverProfile>): string[] {
  return parts.filter((part) => !part.isFilled(profile)).map((part) => part.label);
}

/** 0 to 1. */
export function completenessOf(profile: Partial<DriverProfile>): number {
  return Math.round((1 - missingParts(profile).length / parts.length) * 100) / 100;
}

/** The combination endorsement X is Hazmat and Tanker together: either way of holding them covers the other. */
export function coveredEndorsements(held: readonly Endorsement[]): Endorsement[] {
  const covered = new Set(held);
  if (covered.has('X')) covered.add('H').add('N');
  if (covered.has('H') && covered.has('N')) covered.add('X');
  return [...covered];
}

/** Whether somebody born on this day has turned 21 by `today`; null when the day is unknown. */
export function isOver21(birthdate: string | null, today: Date = new Date()): boolean | null {
  if (!birthdate) return null;
  const year = Number(birthdate.slice(0, 4)) + 21;
  return `${String(year).padStart(4, '0')}${birthdate.slice(4)}` <= today.toISOString().slice(0, 10);
}

/** Jobs farther away than this are out of an applicant's range. */
export const rangeMiles = 150;

export const mostMessage = 2000;

/** Several lines; anything but control characters. */
export const applyMessageField = z
  .string()
  .check(
    z.trim(),
    z.maxLength(mostMessage, `Use at most ${mostMessage} characters`),
    z.regex(/^[^\p{Cc}]*(?:[\r\n\t][^\p{Cc}]*)*$/u, 'Remove the control characters'),
  );

export const applySchema = z.object({ id: idField, message: z.nullish(applyMessageField) });

export const applicationStatuses = ['sent', 'closed', 'withdrawn'] as const;

export const myApplicationSchema = z.object({
  id: z.string(),
  jobId: z.string(),
  title: z.string(),
  companyName: z.string(),
  city: z.string(),
  state: z.string(),
  /** The job's: the driver sees the day of the application in it. */
  timeZone: z.string(),
  applicationAt: z.date(),
  withdrawnAt: z.nullable(z.date()),
  /** `closed`: the job is not public any more. */
  status: z.enum(applicationStatuses),
});
export type MyApplication = z.infer<typeof myApplicationSchema>;

export const myApplicationsInput = z.object({
  /** Only what was sent to this job: one, or none. */
  jobId: z.optional(idField),
  ...pageFields(),
});
export type MyApplicationsInput = z.infer<typeof myApplicationsInput>;
export const myApplicationsSchema = pageOf(myApplicationSchema);

const emptyOr = <Field extends z.core.$ZodType>(field: Field) => z.union([z.literal(''), field]);

/** The profile form: what inputs hold, where an empty one is an empty text. */
export const driverFormSchema = z.object({
  firstName: nameField,
  lastName: nameField,
  phone: phoneField,
  /** The chosen place in words. */
  home: z.string(),
  street2: z.string().check(z.maxLength(200, 'Use at most 200 characters')),
  birthdate: emptyOr(pastDay),
  cdlStatus: z.string(),
  yearsOfExperience: emptyOr(anyYears),
  workExperiences: z.array(z.string()),
  endorsements: z.array(z.string()),
  ownerOperator: z.string(),
  homeTime: z.string(),
  expectedPay: emptyOr(dollarsField),
  matchEnabled: z.boolean(),
  message: applyMessageField,
});
export type DriverForm = z.infer<typeof driverFormSchema>;

/** The same form on the way to a job, where an application needs these answers. */
export const applyFormSchema = z.extend(driverFormSchema, {
  home: z.string().check(z.minLength(1, requiredToApply.place)),
  cdlStatus: z.string().check(z.minLength(1, requiredToApply.cdlStatus)),
  yearsOfExperience: yearsField(requiredToApply.yearsOfExperience),
});
