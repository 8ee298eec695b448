import { Alert, Button, Group, Paper, Stack, Tabs, Text } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { payText } from '#shared/jobs/public-job.ts';
import { errorText } from '#web/api/errors.ts';
import { publicLink } from '#web/browser/language.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import { PageButtons, PageNotFound } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText } from '#web/ui/Values.tsx';
import { ApplicationStatusBadge, JobHeading, JobSummariesSkeleton } from './JobSummary.tsx';
import { type SavedJob, savedJobsPerPage, savedJobsQuery, useSaveJob, useUnsaveJob } from './queries.ts';
import { SeenJobs } from './SeenJobs.tsx';

type Props = {
  page: number;
  onPage: (page: number) => void;
  /** The job that a visitor chose to save before signing in. */
  jobToSave: string | undefined;
  onJobSaved: () => void;
};

type TabProps = { tab: 'saved' | 'viewed'; onTab: (tab: 'saved' | 'viewed') => void };

/** `/members/saved`: the jobs that the driver saved (`docs/product/drivers.md#saved-jobs`), and those that the driver looked at. */
export function SavedJobsPage({ tab, onTab, ...props }: Props & TabProps) {
  return (
    <>
      <PageHeader title={t('driver.savedJobs')} description={t('driver.savedJobsDescription')} />
      <Tabs value={tab} onChange={(next) => onTab(next === 'viewed' ? next : 'saved')} keepMounted={false}>
        <Tabs.List mb="lg" aria-label={t('driver.savedJobs')}>
          <Tabs.Tab value="saved">{t('driver.savedLabel')}</Tabs.Tab>
          <Tabs.Tab value="viewed">{t('searches.recentlyViewed')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="saved">
          <SavedJobs {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="viewed">
          <SeenJobs />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function SavedJobs({ page, onPage, jobToSave, onJobSaved }: Props) {
  // The list is requested after the job is saved, because a request sent before would not be repeated and could lack the job.
  const { data, error, isFetching, refetch } = useQuery({ ...savedJobsQuery(page), enabled: !jobToSave });
  const saving = useSaveJob();
  const unsaving = useUnsaveJob();
  const [removedJob, setRemovedJob] = useState<SavedJob | null>(null);
  const saveJob = useEffectEvent((jobId: string) =>
    saving.mutate({ jobId }, { onSuccess: () => toast.success(t('driver.jobSaved')), onSettled: onJobSaved }),
  );
  useEffect(() => {
    if (jobToSave) saveJob(jobToSave);
  }, [jobToSave]);
  const total = data?.pagination.total ?? 0;
  const failure = saving.error ?? unsaving.error;
  const remove = (job: SavedJob) => unsaving.mutate({ jobId: job.jobId }, { onSuccess: () => setRemovedJob(job) });
  const undo = ({ jobId }: SavedJob) => {
    setRemovedJob(null);
    saving.mutate({ jobId }, { onSuccess: () => toast.success(t('driver.jobSaved')) });
  };
  return (
    <>
      <Stack gap="sm" maw="60rem">
        {failure ? (
          <Alert color="red" variant="light" role="alert">
            {errorText(failure)}
          </Alert>
        ) : null}
        {removedJob ? <RemovedNotice key={removedJob.jobId} job={removedJob} onUndo={() => undo(removedJob)} /> : null}
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
        {!error && !data ? <JobSummariesSkeleton count={3} /> : null}
        {data && total === 0 ? <NoSavedJobs /> : null}
        {data && data.items.length === 0 && total > 0 ? <PageNotFound onFirstPage={() => onPage(1)} /> : null}
        {data && data.items.length > 0 ? (
          <Stack component="ul" gap="sm" m={0} p={0} aria-label={t('driver.savedJobs')} aria-busy={isFetching}>
            {data.items.map((job) => (
              <SavedJobCard key={job.jobId} job={job} isBusy={unsaving.isPending} onRemove={() => remove(job)} />
            ))}
          </Stack>
        ) : null}
      </Stack>
      <PageButtons mt="md" pageCount={Math.ceil(total / savedJobsPerPage)} page={page} onChange={onPage} />
    </>
  );
}

function NoSavedJobs() {
  return (
    <EmptyState
      title={t('driver.noSavedJobs')}
      icon={<IconBookmark size={28} />}
      action={
        <Button component="a" href={publicLink('/jobs')} variant="default">
          {t('ui.searchJobs')}
        </Button>
      }
    >
      {t('driver.noSavedJobsHint')}
    </EmptyState>
  );
}

/** Takes the focus, because the button that removed the job is gone. A closed job cannot be saved again. */
function RemovedNotice({ job, onUndo }: { job: SavedJob; onUndo: () => void }) {
  return (
    <Paper component="output" display="block" withBorder px="md" py="xs" tabIndex={-1} ref={(notice) => notice?.focus()}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
          {t('driver.savedJobRemoved', { title: job.title })}
        </Text>
        {job.isOpen ? (
          <Button
            variant="default"
            size="xs"
            style={{ flexShrink: 0 }}
            aria-label={t('driver.undoRemoveLabel', { title: job.title })}
            onClick={onUndo}
          >
            {t('common.undo')}
          </Button>
        ) : null}
      </Group>
    </Paper>
  );
}

type CardProps = { job: SavedJob; isBusy: boolean; onRemove: () => void };

function SavedJobCard({ job, isBusy, onRemove }: CardProps) {
  const { jobId, title, isOpen, timeZone, savedAt } = job;
  const application = job.application?.status === 'withdrawn' ? null : job.application;
  const pay = payText(job.expectedPay, job.salaryType);
  return (
    <Paper component="li" withBorder p="md" shadow="xs" style={{ listStyle: 'none' }}>
      <JobHeading job={job} />
      <Text fw={600} size="sm" mt={4}>
        {pay ? writeText(pay) : t('common.payNotListed')}
      </Text>
      <Text size="sm" c="dimmed" mt={4}>
        {rich('driver.savedOn', { dateText: () => <DateText value={savedAt} /> })}
      </Text>
      {application ? (
        <Group gap="xs" mt="xs">
          <ApplicationStatusBadge status={application.status} />
          <Text size="sm">
            {rich('driver.youAppliedOn', { dateText: () => <DateText value={application.applicationAt} zone={timeZone} /> })}
          </Text>
        </Group>
      ) : null}
      {isOpen ? null : (
        <Text size="sm" fw={600} mt="xs">
          {t('errors.jobIsClosed')}
        </Text>
      )}
      <Group gap="sm" mt="sm">
        {isOpen && !application ? (
          <Button
            size="sm"
            color="orange"
            aria-label={t('driver.applyLabel', { title })}
            renderRoot={(props: object) => <Link {...props} to="/apply/$id" params={{ id: jobId }} />}
          >
            {t('common.apply')}
          </Button>
        ) : null}
        <Button
          size="sm"
          variant="default"
          disabled={isBusy}
          aria-label={t('driver.removeSavedLabel', { title })}
          onClick={onRemove}
        >
          {t('common.remove')}
        </Button>
      </Group>
    </Paper>
  );
}
