import { Anchor, Box, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { missingParts, rangeMiles } from '#shared/drivers/driver.ts';
import { percent } from '#shared/format.ts';
import { MatchScore, MatchReasons } from '#web/matching/MatchReasons.tsx';

import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Pages } from '#web/ui/Pages.tsx';
import { Section } from '#web/ui/Section.tsx';
import { JobSummariesSkeleton, JobSummary } from './JobSummary.tsx';
import { matchesOnPage, matchingJobsQuery, type Profile } from './queries.ts';

/** Jobs that fit the driver, each with its percent and the reasons (`product: Drivers and the public side`). */
export function MatchingJobs({ profile }: { profile: Profile }) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(matchingJobsQuery(page));
  const total = data?.pagination.total ?? 0;
  return (
    <Section title="Jobs that match you" description={`Within ${rangeMiles} miles, and you meet the requirements.`}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {!error && !data ? <JobSummariesSkeleton count={3} /> : null}
      {data && total === 0 ? (
        <Text c="dimmed" size="sm">
          No nearby jobs match your profile right now. <Anchor href="/jobs">Search all jobs</Anchor> to look farther away.
        </Text>
      ) : null}
      <Stack gap="sm" aria-busy={isFetching}>
        {data?.items.map((job) => (
          <JobSummary key={job.id} job={job} aside={<MatchScore matchScore={job.matchScore} />}>
            <Box mt="xs">
              <MatchReasons matchScore={job.matchScore} reasons={job.reasons} />
            </Box>
          </JobSummary>
        ))}
      </Stack>
      <Pages mt="md" pages={Math.ceil(total / matchesOnPage)} page={page} onChange={setPage} />
      <ToComplete profile={profile} />
    </Section>
  );
}

/** What is not said counts for nothing in a match, so saying it finds more. */
function ToComplete({ profile }: { profile: Profile }) {
  if (missingParts(profile).length === 0) return null;
  return (
    <Text c="dimmed" size="sm" mt="md">
      Your profile is {percent(profile.completeness)} complete.{' '}
      <Anchor component={Link} to="/members/settings" size="sm">
        Complete it
      </Anchor>{' '}
      to match more jobs.
    </Text>
  );
}
