/** Filling in the driver profile from a resume (`docs/product/drivers.md#filling-in-from-a-resume`). */
import * as z from 'zod/mini';
import { cdlStatuses, codes, endorsements, jobTypes } from '#shared/catalogues.ts';
import { propertyOf } from '#shared/resource.ts';
import { driverFields } from './driver.ts';

const { firstName, lastName, phone, yearsOfExperience, city, state, postalCode } = propertyOf(driverFields, 'answer');

/** A proposal with the words of the file that it was read from, at most 120 characters. Null if the file says nothing clear. */
const proposalOf = <Value extends z.ZodMiniType>(value: Value) => z.nullable(z.object({ value, excerpt: z.string() }));

/** What a resume says about the driver. */
export const resumeSchema = z.object({
  firstName: proposalOf(firstName),
  lastName: proposalOf(lastName),
  phone: proposalOf(phone),
  /** The city with its state, and the ZIP code if it is known. */
  place: proposalOf(z.object({ city, state, postalCode })),
  cdlStatus: proposalOf(z.enum(codes(cdlStatuses))),
  yearsOfExperience: proposalOf(yearsOfExperience),
  workExperiences: proposalOf(z.array(z.enum(codes(jobTypes)))),
  endorsements: proposalOf(z.array(z.enum(codes(endorsements)))),
  ownerOperator: proposalOf(z.boolean()),
});
export type Resume = z.infer<typeof resumeSchema>;

/** The proposal for each field of the profile. Null for a field that is not read from a resume. */
export const proposalOfField = {
  firstName: 'firstName',
  lastName: 'lastName',
  phone: 'phone',
  street1: null,
  street2: null,
  city: 'place',
  state: 'place',
  postalCode: 'place',
  birthdate: null,
  cdlStatus: 'cdlStatus',
  yearsOfExperience: 'yearsOfExperience',
  workExperiences: 'workExperiences',
  endorsements: 'endorsements',
  equipment: null,
  ownerOperator: 'ownerOperator',
  homeTime: null,
  expectedPay: null,
  shifts: null,
  availableFrom: null,
  matchEnabled: null,
} as const satisfies Record<keyof typeof driverFields, keyof Resume | null>;
