/** A company's public page (`docs/product/companies.md#public-page`). */
import * as z from 'zod/mini';
import { idField, lineField, paragraphField, postalCodeField, webAddressField } from '#shared/fields.ts';
import { publicJobCardSchema, searchPageSize } from '#shared/jobs/public-job.ts';
import { pageFields, pageOf } from '#shared/lists/list.ts';
import { clearable } from '#shared/resource.ts';
import { carrierCheckSchema, carrierSources, mcNumberField, usdotNumberField } from './carrier.ts';

export const maxAboutLength = 5000;
export const maxFleetSize = 100_000;
export const minFoundedYear = 1850;
export const maxTerminals = 50;
export const maxPhotos = 8;

/** The path of a company's page, without its language. */
export const companyPath = (slug: string): string => `/companies/${slug}`;

const textOrNull = z.nullable(z.string());
const intOrNull = z.nullable(z.int());

/** A terminal as it is sent. The place is looked up, and a ZIP code alone is enough. */
export const terminalInputSchema = z.object({
  name: z.optional(clearable(lineField(1, 100))),
  city: z.optional(clearable(lineField(2, 100, 'errors.cityRequired'))),
  state: z.optional(clearable(lineField(2, 50, 'errors.stateRequired'))),
  postalCode: z.optional(clearable(postalCodeField)),
});
export type TerminalInput = z.infer<typeof terminalInputSchema>;

const altField = lineField(1, 200, 'companyPage.photoAltRequired');
export const photoInputSchema = z.object({ fileName: lineField(8, 80, 'companyPage.photoNotUploaded'), alt: altField });

/** Years cannot be in the future. */
const foundedYearField = z.int('companyPage.foundedYearInvalid').check(
  z.gte(minFoundedYear, 'companyPage.foundedYearInvalid'),
  z.refine((year) => year <= new Date().getUTCFullYear(), 'companyPage.foundedYearInvalid'),
);
const fleetSizeField = z
  .int('companyPage.fleetSizeInvalid')
  .check(z.gte(1, 'companyPage.fleetSizeInvalid'), z.lte(maxFleetSize, 'companyPage.fleetSizeInvalid'));

const profileInputs = {
  about: paragraphField(maxAboutLength),
  website: clearable(webAddressField),
  /** The number of trucks. */
  fleetSize: z.nullable(fleetSizeField),
  foundedYear: z.nullable(foundedYearField),
  /** Empty removes the number. */
  usdotNumber: usdotNumberField,
  mcNumber: mcNumberField,
  terminals: z.array(terminalInputSchema).check(z.maxLength(maxTerminals, 'companyPage.tooManyTerminals')),
  photos: z.array(photoInputSchema).check(z.maxLength(maxPhotos, 'companyPage.tooManyPhotos')),
};

/** Lists replace the stored ones. Fields that are absent do not change. */
export const updateCompanyPageSchema = z.object({
  /** Omit it for the caller's own company. */
  companyId: z.optional(idField),
  /** The version that the client read. If the page has changed since, the answer is 409. */
  version: z.optional(z.int()),
  ...z.partial(z.object(profileInputs)).shape,
});
export type UpdateCompanyPage = z.infer<typeof updateCompanyPageSchema>;

/** The form's inputs, in which a missing number or address is an empty text. */
export const companyPageFormSchema = z.object({
  about: profileInputs.about,
  website: z.union([z.literal(''), webAddressField], 'errors.mustBeHttpsUrl'),
  fleetSize: z.union([z.literal(''), fleetSizeField], 'companyPage.fleetSizeInvalid'),
  foundedYear: z.union([z.literal(''), foundedYearField], 'companyPage.foundedYearInvalid'),
  terminals: z.array(z.object({ name: lineField(0, 100), city: z.string(), state: z.string(), postalCode: textOrNull })),
  photos: z.array(z.object({ fileName: z.string(), url: z.string(), alt: altField })),
});

const terminalSchema = z.object({
  name: textOrNull,
  city: z.string(),
  state: z.string(),
  postalCode: textOrNull,
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
});
export type Terminal = z.infer<typeof terminalSchema>;

const photoShape = { url: z.string(), alt: z.string(), width: z.int(), height: z.int() };

const profileShape = {
  about: z.string(),
  website: textOrNull,
  fleetSize: intOrNull,
  foundedYear: intOrNull,
  usdotNumber: textOrNull,
  mcNumber: textOrNull,
  terminals: z.array(terminalSchema),
};

const ownPhotoSchema = z.object({ ...photoShape, fileName: z.string() });

/** What the company wrote for its page. */
export type CompanyProfile = z.infer<z.ZodMiniObject<typeof profileShape>> & { photos: z.infer<typeof ownPhotoSchema>[] };

/** What a company's people and administrators see of the page. */
export const companyPageSchema = z.object({
  id: z.string(),
  /** The name that the check was compared with. */
  companyName: z.string(),
  ...profileShape,
  photos: z.array(ownPhotoSchema),
  /** The path of the public page, or null until the company has one. */
  path: textOrNull,
  check: z.nullable(carrierCheckSchema),
  /** The registry that checks would ask, or null if none is set up. */
  registry: z.nullable(z.enum(carrierSources)),
  /** 0 until something is saved. */
  version: z.int(),
});
export type CompanyPage = z.infer<typeof companyPageSchema>;

export const uploadedPhotoSchema = z.object({ ...z.omit(z.object(photoShape), { alt: true }).shape, fileName: z.string() });

/** The check that a badge names. */
const verificationSchema = z.object({
  source: z.enum(carrierSources),
  usdotNumber: z.string(),
  legalName: z.string(),
  checkedAt: z.date(),
});

export const publicCompanyInput = z.object({ slug: z.string().check(z.maxLength(100)), ...pageFields(searchPageSize) });

/** What everyone sees. It has no email, phone, billing or people of the company. */
export const publicCompanySchema = z.object({
  slug: z.string(),
  companyName: z.string(),
  companyLogo: textOrNull,
  companyColor: textOrNull,
  city: textOrNull,
  state: textOrNull,
  secondChance: z.boolean(),
  answersWithinDays: intOrNull,
  ...profileShape,
  /** Trucks and drivers according to the registry, for a verified company. */
  powerUnits: intOrNull,
  drivers: intOrNull,
  verification: z.nullable(verificationSchema),
  photos: z.array(z.object(photoShape)),
  jobs: pageOf(publicJobCardSchema),
  updatedAt: z.date(),
});
export type PublicCompany = z.infer<typeof publicCompanySchema>;
