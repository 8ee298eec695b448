import { useQuery } from '@tanstack/react-query';
import type { Filter } from '#shared/lists/list.ts';
import { experienceFilter, experienceText, requiredYears } from '#shared/matching/experience.ts';
import { companyQuery } from '#web/company/queries.ts';
import { jobQuery } from '#web/jobs/queries.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { writeText } from '#web/texts/app.ts';
import type { ApplicantsSearch } from './applicants-search.ts';
import { type ApplicantSource, getJobFilter, jobApplicantDefaults } from './queries.ts';

/**
 * The company's experience filter for a job's applicants (`docs/product/companies.md#company-fields`), with its label. Null
 * if the company does not use it or the job requires no experience, undefined while loading.
 */
function useExperienceFilter(jobId: string): { label: string; filter: Filter } | null | undefined {
  const { data: job } = useQuery(jobQuery(jobId));
  const { data: company, isError } = useQuery({ ...companyQuery(job?.companyId), enabled: job !== undefined });
  if (isError) return null;
  if (!job || !company) return undefined;
  const filter = company.experiencedDriverFilter ? experienceFilter(job.requiredExperience) : null;
  return filter && { label: writeText(experienceText(requiredYears[job.requiredExperience])), filter };
}

/** The list of a job's applicants, without those whom the company's experience filter hides unless `everyone` turns it off. */
export function useJobSource(jobId: string, { everyone }: Pick<ApplicantsSearch, 'everyone'>) {
  const me = useMe();
  const experience = useExperienceFilter(jobId);
  const { data: job } = useQuery(jobQuery(jobId));
  const experienceFilterInUse = experience && !everyone ? experience.filter : null;
  const source: ApplicantSource = {
    companyId: me.companyId ? undefined : job?.companyId,
    baseFilter: getJobFilter(jobId, experienceFilterInUse),
    defaults: jobApplicantDefaults,
  };
  return { source, isReady: experience !== undefined, experience, experienceFilterInUse };
}
