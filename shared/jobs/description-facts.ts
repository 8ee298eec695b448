import * as z from 'zod/mini';
import { pickFields, propertyOf } from '#shared/resource.ts';
import { jobFields } from './job-fields.ts';

/** The fields of a job that a description is drafted from. No field is about a person. */
export const factFields = pickFields(jobFields, {
  title: true,
  jobType: true,
  cdlClass: true,
  requiredExperience: true,
  additionalExperience: true,
  homeTime: true,
  driverUnload: true,
  expectedPay: true,
  salaryType: true,
  signonBonus: true,
  startingBonus: true,
  benefits: true,
  endorsements: true,
});
export type FactName = keyof typeof factFields;

/** The facts of an unfinished form: each may be absent. */
const requests = propertyOf(factFields, 'request');
export const descriptionFactsSchema = z.object({
  ...requests,
  title: z.nullish(requests.title),
  jobType: z.nullish(requests.jobType),
  requiredExperience: z.nullish(requests.requiredExperience),
  homeTime: z.nullish(requests.homeTime),
  salaryType: z.nullish(requests.salaryType),
});
export type DescriptionFacts = z.infer<typeof descriptionFactsSchema>;

/** The facts without which a draft is poor, in the order of the form. */
export const usefulFacts = ['title', 'jobType', 'requiredExperience', 'homeTime', 'expectedPay', 'benefits'] as const;

const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);

export const missingFacts = (facts: DescriptionFacts) => usefulFacts.filter((name) => isEmpty(facts[name]));
