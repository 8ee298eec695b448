/** Companies: fields, request schemas and answer schemas. */
import * as z from 'zod/mini';
import { billingTypes, codes, companySizes, companyStatuses, companyTypes } from '#shared/catalogues.ts';
import {
  emailField,
  idField,
  lineField,
  nameField,
  officePhonePartsField,
  passwordField,
  phoneExtensionField,
  postalCodeField,
} from '#shared/fields.ts';
import { pageFields, pageOf, searchSchema } from '#shared/lists/list.ts';
import { fullNameRule, nameRules } from '#shared/names.ts';
import { isTerritory } from '#shared/places/outside-states.ts';
import { isUnitedStates, stateCode } from '#shared/places/states.ts';
import {
  choiceField,
  clearable,
  type PropertyOf,
  propertyOf,
  type Field,
  flagField,
  lineOrNullField,
  officePhoneFields,
  textField,
} from '#shared/resource.ts';
import { type Text, text, type TextWriter } from '#shared/texts/texts.ts';
import { companyColor, companyColors } from './company-colors.ts';

const textOrNull = z.nullable(z.string());

/** The type that only administrators give to a company, so that they know it. */
const enterprise = 1;

/**
 * What an email to a driver may contain of a text that a person of the company wrote. Everyone can create a Self-Service company,
 * and write under our name if the text were part of the email (`docs/product/companies.md#texts-in-emails`).
 */
export const textForEmail = (
  { companyType }: { companyType: (typeof companyTypes)[number]['code'] },
  writtenText: string | null,
) => (companyType === enterprise ? writtenText : null);

export const companyNameField = lineField(1, 100, 'errors.companyNameRequired').check(...nameRules);

const size = choiceField(text('common.size'), companySizes, 'errors.companySizeRequired');
const logoInput = z.object({ fileName: z.string(), url: z.string() });

/** The name and contact details: the first step of a new company. `shared/jobs/job-fields.ts` explains the properties. */
export const companyInfoFields = {
  companyName: {
    ...textField(text('common.companyName'), companyNameField),
    heading: text('ui.company'),
    list: { name: 'company_name', kind: 'text', isSortable: true },
  },
  size: { ...size, request: z.optional(z.nullable(size.request)), answer: z.nullable(size.answer) },
  email: { ...textField(text('common.companyEmail'), emailField), input: 'email' },
  phone: {
    ...officePhoneFields.phone,
    request: z.optional(clearable(officePhoneFields.phone.request)),
    list: { name: 'phone', kind: 'text', isSortable: false },
  },
  phoneExtension: officePhoneFields.phoneExtension,
  /** Requests and answers hold the file name, which is empty if there is no logo. The input also holds the URL. */
  logo: {
    label: text('common.logo'),
    input: 'own',
    request: z.optional(clearable(lineField(8, 80, 'errors.logoNotUploaded'))),
    answer: z.string(),
    formSchema: logoInput,
    draft: logoInput,
    empty: { fileName: '', url: '' },
    toInput: (fileName: string, { logoUrl }: { logoUrl: string }) => ({ fileName, url: logoUrl }),
    toRequest: ({ fileName }: { fileName: string }) => fileName,
    text: ({ fileName }: { fileName: string }, write: TextWriter) =>
      write(fileName ? text('labels.aLogo') : text('labels.noLogo')),
  },
} satisfies Record<string, Field>;

const addressLine = (label: Text, rule: z.ZodMiniType<string, string>) => ({
  label,
  input: 'own' as const,
  request: z.optional(clearable(rule)),
  answer: textOrNull,
});
const notTerritory = z.refine<string>((name) => !isTerritory(name), { error: 'errors.addressOutsideStates', abort: true });
const state = lineField(2, 50, 'errors.stateRequired').check(
  notTerritory,
  z.refine((name) => stateCode(name) !== null, 'errors.addressNotUs'),
);
const country = lineField(2, 30, 'errors.countryRequired').check(notTerritory, z.refine(isUnitedStates, 'errors.addressNotUs'));

export const companyAddressFields = {
  street1: addressLine(text('common.street'), lineField(1, 200, 'errors.streetRequired')),
  street2: addressLine(text('fields.apartmentOrSuite'), lineField(1, 100, 'errors.apartmentRequired')),
  city: addressLine(text('common.city'), lineField(2, 100, 'errors.cityRequired')),
  state: addressLine(text('common.state'), state),
  postalCode: addressLine(text('common.zipCode'), postalCodeField),
  country: { ...addressLine(text('fields.country'), country), answer: z.string() },
} satisfies Record<string, Field>;

/** The fields that only administrators can change. */
export const companyTermFields = {
  billingType: {
    ...choiceField(text('common.billing'), billingTypes, 'errors.billingTypeRequired'),
    empty: 'card',
    list: { name: 'billing_type', kind: 'enum', isSortable: true },
  },
  type: {
    label: text('common.type'),
    input: 'choice',
    catalogue: companyTypes,
    request: z.literal([1, 2], 'errors.companyTypeRequired'),
    answer: z.literal([1, 2]),
    formSchema: z.enum(['1', '2'], 'errors.companyTypeRequired'),
    empty: '1',
    toInput: String,
    toRequest: Number,
    list: { name: 'type', kind: 'enum', isSortable: true },
  },
  /** The sales contact for the company. */
  salesRef: lineOrNullField(text('fields.accountManager'), 100),
  status: {
    ...choiceField(text('common.status'), companyStatuses, 'errors.companyStatusRequired'),
    empty: 'Inactive',
    list: { name: 'status', kind: 'enum', isSortable: true },
  },
} satisfies Record<string, Field>;

/** Hiring settings. Each hint says what the setting does. */
export const companyFlagFields = {
  enableRequisiteNumbers: {
    ...flagField(text('fields.requisitionNumbers')),
    hint: text('fields.requisitionNumbersHint'),
  },
  experiencedDriverFilter: {
    ...flagField(text('fields.experiencedDriverFilter')),
    hint: text('fields.experiencedDriverFilterHint'),
  },
  secondChanceCompany: {
    ...flagField(text('common.fairChanceEmployer')),
    hint: text('fields.fairChanceEmployerHint'),
  },
} satisfies Record<string, Field>;

const color = z.enum(codes(companyColors), 'errors.colorNotInList');

/** All fields of a company. */
export const companyFields = {
  ...companyInfoFields,
  ...companyAddressFields,
  ...companyTermFields,
  /** The accent color of the company's pages. Null means the default color. */
  colorTemplate: {
    label: text('common.color'),
    input: 'own',
    catalogue: companyColors,
    request: z.optional(clearable(color)),
    answer: textOrNull,
    formSchema: color,
    empty: '',
    toInput: (code: string | null) => companyColor(code).code,
  },
  ...companyFlagFields,
} satisfies Record<string, Field>;

/** The fields of the company list and of its CSV file, in the order of the file. */
export const companyListFields = {
  companyName: companyFields.companyName,
  status: companyFields.status,
  type: companyFields.type,
  billingType: companyFields.billingType,
  totalJobs: { label: text('common.jobs'), answer: z.int(), list: { name: 'total_jobs', kind: 'number', isSortable: true } },
  totalActiveJobs: {
    label: text('fields.activeJobs'),
    answer: z.int(),
    list: { name: 'total_active_jobs', kind: 'number', isSortable: true },
  },
  phone: companyFields.phone,
  phoneExtension: companyFields.phoneExtension,
  salesRef: companyFields.salesRef,
  createdAt: { label: text('common.joined'), answer: z.date(), list: { name: 'created_at', kind: 'date', isSortable: true } },
} satisfies Record<string, Field>;

/** The rules of the company info form. */
export const companyInfoSchema = z.object(propertyOf(companyInfoFields, 'formSchema'));
export type CompanyInfo = PropertyOf<typeof companyInfoFields, 'empty'>;

const { companyName, email, ...optionalFields } = companyInfoFields;
const { type, billingType } = companyTermFields;

export const createCompanySchema = z.object({
  companyName: companyName.request,
  email: email.request,
  ...z.partial(z.object(propertyOf({ ...optionalFields, ...companyAddressFields, billingType, type }, 'request'))).shape,
});
export type CreateCompany = z.infer<typeof createCompanySchema>;

/** The first employee of a company that an administrator creates. They change the password at the first sign-in. */
export const firstEmployerSchema = z
  .object({
    firstName: nameField,
    lastName: nameField,
    email: emailField,
    phone: officePhonePartsField,
    phoneExtension: phoneExtensionField,
    password: passwordField,
  })
  .check(fullNameRule);

export const createCompanyWithEmployerSchema = z.extend(createCompanySchema, {
  status: z.optional(companyFields.status.request),
  employer: firstEmployerSchema,
});
export type CreateCompanyWithEmployer = z.infer<typeof createCompanyWithEmployerSchema>;

export const updateCompanySchema = z.object({
  /** Omit it for the caller's own company. */
  companyId: z.optional(idField),
  ...z.partial(z.object(propertyOf(companyFields, 'request'))).shape,
  /** Null cancels a pending change of the address. Any other value is ignored. */
  emailToVerify: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
  /** The version that the client read. If the company has changed since, the answer is 409. */
  version: z.optional(z.int()),
});
export type UpdateCompany = z.infer<typeof updateCompanySchema>;

/** The name is typed again, so that a company is not closed by mistake. */
export const closeCompanySchema = z.object({ name: z.string().check(z.maxLength(200)) });
/** When the worker erases the company's data. */
export const closeCompanyResultSchema = z.object({ erasedOn: z.date() });
export const erasureSchema = z.object({ erasedOn: z.nullable(z.date()) });
export const companyStatusSchema = z.object({ companyId: idField, status: companyFields.status.request });

export const companySchema = z.object({
  id: z.string(),
  ...propertyOf(companyFields, 'answer'),
  coordinates: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  employerId: textOrNull,
  logoUrl: z.string(),
  emailToVerify: textOrNull,
  emailVerified: z.boolean(),
  /** Ids of employees whose accounts an administrator locked. */
  blockedUsers: z.array(z.string()),
  createdAt: z.date(),
  updatedAt: z.date(),
  /** Send it back with a change, so that the change cannot overwrite someone else's. */
  version: z.int(),
});
export type Company = z.infer<typeof companySchema>;

/** Newest first, 50 per page. Legacy clients send `statistics`, but answers always include the counts. */
export const companySearchSchema = z.extend(searchSchema, { ...pageFields(50), statistics: z.optional(z.boolean()) });

export const companyListItemSchema = z.object({ id: z.string(), ...propertyOf(companyListFields, 'answer') });
export type CompanyListItem = z.infer<typeof companyListItemSchema>;
export const companyPageSchema = pageOf(companyListItemSchema);

/**
 * Finds companies by name, so that a person can choose the company of a new job. The full list of companies is for
 * administrators.
 */
export const companyNamesSchema = z.object({ text: lineField(1, 100, 'errors.companySearchRequired') });
export const companyNameSchema = z.object({ id: z.string(), companyName: z.string() });

export const verifyCompanyEmailSchema = z.object({ token: z.string().check(z.maxLength(200)) });
export const ownCompanyOrSchema = z.optional(z.object({ companyId: z.optional(idField) }));

/** A tag with the number of jobs and applicants that have it. */
export const tagUseSchema = z.object({ id: z.string(), text: z.string(), jobs: z.int(), applicants: z.int() });

/** The company address screen: one address from the suggestions, plus the parts that suggestions do not contain. */
export const companyPlaceSchema = z.object({
  description: z.string().check(z.minLength(1, 'errors.addressTooVague')),
  street2: z.string().check(z.trim(), z.maxLength(100, 'errors.tooLong')),
  postalCode: z.union([z.literal(''), postalCodeField], 'errors.invalidZipCode'),
});
export type CompanyPlace = z.infer<typeof companyPlaceSchema>;

/** A company's tags, which its jobs and applicants share (`docs/product/companies.md#tags`). */
export const maxTagLength = 50;
export const tagTextField = lineField(1, maxTagLength, 'errors.tagRequired');

export const tagSchema = z.object({ id: z.string(), text: z.string() });
export type Tag = z.infer<typeof tagSchema>;
