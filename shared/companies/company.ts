/** A company on the wire: what is asked and what is answered, the same through both doors (`spec: work §3`, `rest: Companies`). */
import * as z from 'zod/mini';
import { billingTypes, codes, companySizes, companyStatuses } from '#shared/catalogues.ts';
import { companyColors } from './company-colors.ts';
import { emailField, idField, lineField, nameField, passwordField, phoneField, postalCodeField } from '#shared/fields.ts';
import { phoneDigits } from '#shared/phone.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { messages } from '#shared/messages.ts';
import { isUs, stateCode } from '#shared/places/states.ts';

const emptyIsNull = (text: string | null) => (text === null || text.trim() === '' ? null : text);

/** Absent leaves the field as it is; null or nothing clears it. */
function clearable<Field extends z.ZodMiniType<string, string>>(field: Field) {
  return z.optional(z.pipe(z.pipe(z.nullable(z.string()), z.transform(emptyIsNull)), z.nullable(field)));
}

export const companyNameField = lineField(2, 100, 'Enter the name of your company');
const phone = z.pipe(phoneField, z.transform(phoneDigits));

/** The company info screen; the wire's fields are wider. */
export const companyInfoSchema = z.object({
  companyName: companyNameField,
  size: z.enum(codes(companySizes), 'Choose a size'),
  email: emailField,
  phone: phoneField,
});

const addressFields = {
  street1: clearable(lineField(1, 200, 'Enter a street')),
  street2: clearable(lineField(1, 100, 'Enter an apartment or suite')),
  city: clearable(lineField(2, 100, 'Enter a city')),
  state: clearable(
    lineField(2, 50, 'Choose a state').check(z.refine((state) => stateCode(state) !== null, messages.addressNotUs)),
  ),
  postalCode: clearable(postalCodeField),
  country: clearable(lineField(2, 30, 'Enter a country').check(z.refine(isUs, messages.addressNotUs))),
};

const adminFields = {
  billingType: z.optional(z.enum(codes(billingTypes), 'Choose how the company pays')),
  type: z.optional(z.literal([1, 2], 'Choose a company type')),
};

const companyFields = {
  size: z.optional(z.nullable(z.enum(codes(companySizes), 'Choose a size'))),
  phone: z.optional(z.pipe(z.pipe(z.nullable(z.string()), z.transform(emptyIsNull)), z.nullable(phone))),
  /** A file name from the upload; nothing removes the logo. */
  logo: clearable(lineField(8, 80, 'Upload the logo first')),
  ...addressFields,
  ...adminFields,
};

export const createCompanySchema = z.object({ companyName: companyNameField, email: emailField, ...companyFields });
export type CreateCompany = z.infer<typeof createCompanySchema>;

/** The person who runs a company that an administrator makes; the password is changed at the first sign-in. */
export const firstEmployerSchema = z.object({
  firstName: nameField,
  lastName: nameField,
  email: emailField,
  phone,
  password: passwordField,
});

export const createCompanyWithEmployerSchema = z.extend(createCompanySchema, {
  status: z.optional(z.enum(codes(companyStatuses), 'Choose a status')),
  employer: firstEmployerSchema,
});
export type CreateCompanyWithEmployer = z.infer<typeof createCompanyWithEmployerSchema>;

const flag = z.optional(z.boolean());

export const updateCompanySchema = z.object({
  /** Empty: the own company. */
  companyId: z.optional(idField),
  companyName: z.optional(companyNameField),
  email: z.optional(emailField),
  ...companyFields,
  /** Null drops an address that waits for its proof; what else is sent back of it changes nothing. */
  emailToVerify: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
  /** One of the palette (`shared/companies/company-colors.ts`). */
  colorTemplate: clearable(z.enum(codes(companyColors), 'Choose a color from the list')),
  enableRequisiteNumbers: flag,
  experiencedDriverFilter: flag,
  secondChanceCompany: flag,
  salesRef: clearable(lineField(1, 100, 'Enter a sales reference')),
  status: z.optional(z.enum(codes(companyStatuses), 'Choose a status')),
  /** As it was read with the company: a later one is not overwritten, and answered with 409. */
  version: z.optional(z.int()),
});
export type UpdateCompany = z.infer<typeof updateCompanySchema>;

export const companyStatusSchema = z.object({
  companyId: idField,
  status: z.enum(codes(companyStatuses), 'Choose a status'),
});

const text = z.nullable(z.string());

export const companySchema = z.object({
  id: z.string(),
  companyName: z.string(),
  size: z.nullable(z.enum(codes(companySizes))),
  type: z.literal([1, 2]),
  billingType: z.enum(codes(billingTypes)),
  status: z.enum(codes(companyStatuses)),
  street1: text,
  street2: text,
  city: text,
  state: text,
  postalCode: text,
  country: z.string(),
  coordinates: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  employerId: text,
  /** File name; empty when there is none (`spec: work §3`). */
  logo: z.string(),
  logoUrl: z.string(),
  phone: text,
  email: z.string(),
  emailToVerify: text,
  emailVerified: z.boolean(),
  /** Ids of its people whose account an admin locked. */
  blockedUsers: z.array(z.string()),
  colorTemplate: text,
  enableRequisiteNumbers: z.boolean(),
  experiencedDriverFilter: z.boolean(),
  secondChanceCompany: z.boolean(),
  salesRef: text,
  createdAt: z.date(),
  updatedAt: z.date(),
  /** Sent back with a change, so that nobody overwrites what somebody else changed meanwhile. */
  version: z.int(),
});
export type Company = z.infer<typeof companySchema>;

/** Newest first, fifty to a page (`spec: work §7, §9`). `statistics` is what legacy clients send; the counts always come. */
export const companySearchSchema = z.extend(searchSchema, { ...pageFields(50), statistics: z.optional(z.boolean()) });

export const companyListItemSchema = z.object({
  id: z.string(),
  companyName: z.string(),
  type: z.literal([1, 2]),
  billingType: z.enum(codes(billingTypes)),
  phone: text,
  createdAt: z.date(),
  status: z.enum(codes(companyStatuses)),
  totalActiveJobs: z.int(),
  totalJobs: z.int(),
  /** Who of sales looks after the company. */
  salesRef: text,
});
export type CompanyListItem = z.infer<typeof companyListItemSchema>;
export const companyPageSchema = pageOf(companyListItemSchema);

/** To choose whose job is created, by name; the list of all companies is for administrators. */
export const companyNamesSchema = z.object({ text: lineField(1, 100, 'Enter a company name') });
export const companyNameSchema = z.object({ id: z.string(), companyName: z.string() });

export const verifyCompanyEmailSchema = z.object({ token: z.string().check(z.maxLength(200)) });
export const ownCompanyOrSchema = z.optional(z.object({ companyId: z.optional(idField) }));

/** A word with how many jobs and applicants it sticks on. */
export const tagUseSchema = z.object({ id: z.string(), text: z.string(), jobs: z.int(), applicants: z.int() });

/** The company address screen: one found address, and what no map knows. */
export const companyPlaceSchema = z.object({
  description: z.string().check(z.minLength(1, messages.addressTooVague)),
  street2: z.string().check(z.trim(), z.maxLength(100, 'Use at most 100 characters')),
  postalCode: z.union([z.literal(''), postalCodeField], 'Enter a five-digit ZIP code'),
});
export type CompanyPlace = z.infer<typeof companyPlaceSchema>;
