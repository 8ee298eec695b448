import { Button, Group, Switch, Text, Title } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { listTotal } from '#web/browser/format.ts';
import { isAddonPaid } from '#web/jobs/addons.ts';
import { jobQuery, type JobDetail } from '#web/jobs/queries.ts';
import { t } from '#web/texts/app.ts';
import { EmptyState } from '#web/ui/States.tsx';
import type { ApplicantsSearch } from './applicants-search.ts';
import { ApplicantsList } from './ApplicantsList.tsx';
import { DistanceChart } from './DistanceChart.tsx';
import { useJobSource } from './use-job-source.ts';

type Props = { jobId: string; search: ApplicantsSearch; onSearch: (next: ApplicantsSearch) => void };

/** A job's applicants. New applicants appear through the live events of the page. */
export function JobApplicants({ jobId, search, onSearch }: Props) {
  const { source, isReady, experience, experienceFilterInUse } = useJobSource(jobId, search);
  const { data: job } = useQuery(jobQuery(jobId));
  const showEveryone = (everyone: boolean) => onSearch({ ...search, page: undefined, everyone: everyone || undefined });
  return (
    <section aria-labelledby="applicants">
      <ApplicantsList
        jobId={jobId}
        source={source}
        isReady={isReady}
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
              title={t('applicants.noExperiencedApplicants')}
              icon={<IconUsers size={28} />}
              order={3}
              action={
                <Button variant="default" onClick={() => showEveryone(true)}>
                  {t('applicants.showAllApplicants')}
                </Button>
              }
            >
              {t('applicants.hiddenByCompanySettings')}
            </EmptyState>
          ) : (
            <EmptyState title={t('common.noApplicantsYet')} icon={<IconUsers size={28} />} order={3}>
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
      return isAddonPaid(job.addons, 'hyperlink') ? t('applicants.applyOnOwnSiteHint') : t('applicants.noApplicantsHint');
    case 'SCHEDULED':
      return t('applicants.jobScheduledHint');
    case 'PROCESSING_PAYMENT':
      return t('applicants.paymentProcessingHint');
    case 'DECLINED':
      return t('applicants.paymentDeclinedHint');
    case 'INACTIVE':
      return job.renewable ? t('applicants.jobExpiredHint') : t('applicants.jobUnpaidHint');
    case 'DISABLED':
      return t('applicants.jobRemovedHint');
    case 'CLOSED':
      return t('applicants.jobClosedHint');
  }
}
