import { useQuery } from '@tanstack/react-query';
import { labelOf, type RequiredExperience, requiredExperiences } from '#shared/catalogues.ts';
import type { Filter } from '#shared/lists/list.ts';
import { neededYears } from '#shared/matching/matching.ts';
import { companyQuery } from '#web/company/queries.ts';
import { jobQuery } from '#web/jobs/queries.ts';

/** Those who have at least the years that a job asks for; who did not say how many are not among them. */
export function experienceFilter(required: RequiredExperience): Filter | null {
  const years = neededYears[required];
  if (years === 0) return null;
  const field = 'years_of_experience';
  return {
    or: [
      { field, operator: 'equals', value: years },
      { field, operator: 'greater_than', value: years },
    ],
  };
}

/**
 * The company's experienced-driver filter on a job's applicants (`product: Companies`): what narrows the list, in words.
 * Null where the company does not use it, or the job asks for no experience; undefined while that is not known yet.
 */
export function useExperienceFilter(jobId: string): { label: string; filter: Filter } | null | undefined {
  const { data: job } = useQuery(jobQuery(jobId));
  const { data: company, isError } = useQuery({ ...companyQuery(job?.companyId), enabled: job !== undefined });
  if (isError) return null;
  if (!job || !company) return undefined;
  const filter = company.experiencedDriverFilter ? experienceFilter(job.requiredExperience) : null;
  return filter && { label: labelOf(requiredExperiences, job.requiredExperience), filter };
}
