import { Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { rangeMiles } from '#shared/driver.ts';
import { MatchPercent } from '#web/matching/MatchPercent.tsx';
import { MatchReasons } from '#web/matching/MatchReasons.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { JobSummariesSkeleton, JobSummary } from './JobSummary.tsx';
import { matchingJobsQuery } from './queries.ts';

/** Jobs that fit the driver, each with its percent and the reasons (`product: Drivers and the public side`). */
export function MatchingJobs() {
  const { data, error, isFetching, refetch } = useQuery(matchingJobsQuery());
  return (
    <Section
      title="Jobs that match you"
      description={`Within ${rangeMiles} miles of where you live, and you hold what they require.`}
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {!error && !data ? <JobSummariesSkeleton count={3} /> : null}
      {data?.items.length === 0 ? (
        <Text c="dimmed" size="sm">
          No open job nearby matches your profile right now. A complete profile matches more of them.
        </Text>
      ) : null}
      <Stack gap="sm">
        {data?.items.map((job) => (
          <JobSummary key={job.id} job={job} aside={<MatchPercent fraction={job.jobMatching} />}>
            <Box mt="xs">
              <MatchReasons fraction={job.jobMatching} reasons={job.reasons} />
            </Box>
          </JobSummary>
        ))}
      </Stack>
    </Section>
  );
}
