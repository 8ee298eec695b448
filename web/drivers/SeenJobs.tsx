import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#web/api/errors.ts';
import { rich, t } from '#web/texts/app.ts';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { JobHeading, JobSummariesSkeleton } from './JobSummary.tsx';
import { seenJobsQuery, useClearSeenJobs, useRemoveSeenJob } from './search-queries.ts';

/** The jobs that the driver looked at last (`docs/product/drivers.md#recently-viewed`). */
export function SeenJobs() {
  const { data, error, isFetching, refetch } = useQuery(seenJobsQuery());
  const removing = useRemoveSeenJob();
  const clearing = useClearSeenJobs();
  const failure = removing.error ?? clearing.error;
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <JobSummariesSkeleton count={3} />
    );
  if (data.length === 0)
    return (
      <EmptyState title={t('searches.noSeenJobs')} icon={<IconHistory size={28} />}>
        {t('searches.noSeenJobsHint')}
      </EmptyState>
    );
  return (
    <Stack gap="sm" maw="60rem">
      {failure ? (
        <Alert color="red" variant="light" role="alert">
          {errorText(failure)}
        </Alert>
      ) : null}
      <Stack component="ul" gap="sm" m={0} p={0} aria-label={t('searches.recentlyViewed')} aria-busy={isFetching}>
        {data.map((job) => (
          <Paper key={job.jobId} component="li" withBorder p="md" shadow="xs" style={{ listStyle: 'none' }}>
            <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
              <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <JobHeading job={job} />
                <Text size="sm" c="dimmed" mt={4}>
                  {rich('searches.viewedOn', { dateText: () => <DateText value={job.seenAt} /> })}
                </Text>
                {job.isOpen ? null : (
                  <Text size="sm" fw={600} mt={4}>
                    {t('errors.jobIsClosed')}
                  </Text>
                )}
              </div>
              <Button
                size="xs"
                variant="default"
                style={{ flexShrink: 0 }}
                disabled={removing.isPending}
                aria-label={t('searches.removeSeenLabel', { title: job.title })}
                onClick={() => removing.mutate({ jobId: job.jobId })}
              >
                {t('common.remove')}
              </Button>
            </Group>
          </Paper>
        ))}
      </Stack>
      <Group>
        <Button variant="default" loading={clearing.isPending} onClick={() => clearing.mutate()}>
          {t('searches.clearSeen')}
        </Button>
      </Group>
    </Stack>
  );
}
