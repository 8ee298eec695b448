import { Button, Group, Switch, Text, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { RequiredExperience } from '#shared/catalogues.ts';
import { listTotal } from '#shared/format.ts';
import type { Filter } from '#shared/lists/list.ts';
import { experienceText, requiredYears } from '#shared/matching/experience.ts';
import { companyQuery } from '#web/company/queries.ts';
import { isAddonPaid } from '#web/jobs/addons.ts';
import { jobQuery, type JobDetail } from '#web/jobs/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import { EmptyState } from '#web/ui/States.tsx';
import { useMe } from '#web/use-me.ts';
import { ApplicantsList } from './ApplicantsList.tsx';
import { DistanceChart } from './DistanceChart.tsx';
import { type ApplicantsSearch, getJobFilter, jobApplicantDefaults } from './queries.ts';

type Props = { jobId: string; search: ApplicantsSearch; onSearch: (next: ApplicantsSearch) => void };

/** A job's applicants. New applicants appear through the live events of the page. */
export function JobApplicants({ jobId, search, onSearch }: Props) {
  const me = useMe();
  const experience = useExperienceFilter(jobId);
  const experienceFilterInUse = experience && !search.everyone ? experience.filter : null;
  const { data: job } = useQuery(jobQuery(jobId));
  const showEveryone = (everyone: boolean) => onSearch({ ...search, page: undefined, everyone: everyone || undefined });
  return (
    <section aria-labelledby="applicants">
      <ApplicantsList
        isOneJob
        isReady={experience !== undefined}
        source={{
          companyId: me.companyId ? undefined : job?.companyId,
          baseFilter: getJobFilter(jobId, experienceFilterInUse),
          defaults: jobApplicantDefaults,
        }}
        search={search}
        onSearch={onSearch}
        renderHeader={(actions, total) => (
          <>
            <Group justify="space-between" mb="sm">
              <Group gap="xs" align="baseline">
                <Title order={2} size="h3" id="applicants">
                  {t('common.applicants')}
                </Title>
                {total ? (
                  <Text span c="dimmed" size="sm" className="tabular">
                    {listTotal(total)}
                  </Text>
                ) : null}
              </Group>
              <Group gap="sm">{actions}</Group>
            </Group>
            <DistanceChart
              jobId={jobId}
              search={search}
              experienceFilter={experience === undefined ? undefined : experienceFilterInUse}
            />
          </>
        )}
        filters={
          experience ? (
            <Switch
              label={t('applicants.onlyWithRequiredExperience', { experience: experience.label })}
              checked={!search.everyone}
              onChange={(event) => showEveryone(!event.currentTarget.checked)}
            />
          ) : undefined
        }
        empty={
          experienceFilterInUse ? (
            <EmptyState
              title={t('applicants.noApplicantsMeetExperienceRequirement')}
              icon={<IconUsers size={28} />}
              order={3}
              action={
                <Button variant="default" onClick={() => showEveryone(true)}>
                  {t('applicants.showAllApplicants')}
                </Button>
              }
            >
              {t('applicants.yourCompanysSettingsHideApplicants')}
            </EmptyState>
          ) : (
            <EmptyState title={t('applicants.noApplicantsYet')} icon={<IconUsers size={28} />} order={3}>
              {job ? noApplicantsText(job) : null}
            </EmptyState>
          )
        }
      />
    </section>
  );
}

type Job = Pick<JobDetail, 'status' | 'renewable' | 'addons'>;

/** The text of an empty list, which depends on whether and where drivers can apply (`docs/product/jobs.md#job-states`). */
export function noApplicantsText(job: Job): string {
  switch (job.status) {
    case 'POSTED':
      return isAddonPaid(job.addons, 'hyperlink')
        ? t('applicants.driversApplyOwnSiteSo')
        : t('applicants.newApplicantsAppearHereAutomatically');
    case 'SCHEDULED':
      return t('applicants.driversCanApplyOnceJob');
    case 'PROCESSING_PAYMENT':
      return t('applicants.driversCanApplyAfterPayment');
    case 'DECLINED':
      return t('applicants.thePaymentDeclinedDriversCan');
    case 'INACTIVE':
      return job.renewable ? t('applicants.thisJobHasExpiredSo') : t('applicants.driversCanApplyAfterPay');
    case 'DISABLED':
      return t('applicants.haulboardRemovedJobSoDrivers');
    case 'CLOSED':
      return t('applicants.thisJobClosedSoDrivers');
  }
}

/** A filter for applicants with at least the years that a job requires. It leaves out applicants who did not answer. */
export function experienceFilter(requiredExperience: RequiredExperience): Filter | null {
  const years = requiredYears[requiredExperience];
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
