import { Anchor, Button, Stack, Text, Box } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { missingParts, rangeMiles } from '#shared/drivers/driver.ts';
import { cityState } from '#shared/format.ts';
import { AdSlot } from '#web/ads/AdSlot.tsx';
import { percent } from '#web/browser/format.ts';
import { publicLink } from '#web/browser/language.ts';
import { MyInterviews } from '#web/interviews/MyInterviews.tsx';
import { MatchScore, MatchReasons } from '#web/matching/MatchReasons.tsx';
import { HomeNews } from '#web/news/NewsCard.tsx';
import { rich, t } from '#web/texts/app.ts';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageButtons } from '#web/ui/grid/GridParts.tsx';
import { DelayedPlaceholder } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { ErrorState } from '#web/ui/States.tsx';
import { JobSummariesSkeleton, JobSummary } from './JobSummary.tsx';
import { MyApplications } from './MyApplications.tsx';
import {
  hasLocation,
  nearbyMiles,
  newestJobsQuery,
  type Profile,
  profileQuery,
  matchesPerPage,
  matchingJobsQuery,
} from './queries.ts';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/members/home`: matching jobs, the driver's applications, and news (`docs/product/drivers.md#members-home`). */
export function HomePage({ search, onSearch }: Props) {
  return (
    <>
      <PageHeader
        title={t('common.home')}
        description={t('driver.homeDescription')}
        actions={
          <Button component="a" href={publicLink('/jobs')} color="orange">
            {t('ui.searchJobs')}
          </Button>
        }
      />
      <Stack gap="xl">
        <MyInterviews />
        <JobsForMe />
        <DelayedPlaceholder height="60rem">
          <section aria-label={t('common.myApplications')}>
            <Text component="h2" size="lg" fw={650} mb="sm">
              {t('common.myApplications')}
            </Text>
            <MyApplications search={search} onSearch={onSearch} />
          </section>
          <HomeNews />
          <AdSlot />
        </DelayedPlaceholder>
      </Stack>
    </>
  );
}

function JobsForMe() {
  const { data: profile } = useSuspenseQuery(profileQuery());
  if (!profile.matchEnabled) return <MatchingOff />;
  return hasLocation(profile) ? <MatchingJobs profile={profile} /> : <NewestJobs profile={profile} />;
}

function MatchingOff() {
  return (
    <Section title={t('driver.jobsThatMatchYou')}>
      <Text c="dimmed" size="sm">
        {rich('driver.matchingOffHint', {
          b: (content) => <b>{content}</b>,
          link: (content) => (
            <Anchor component={Link} to="/members/profile" size="sm">
              {content}
            </Anchor>
          ),
        })}
      </Text>
    </Section>
  );
}

/** The newest jobs nearby, without a match percent. */
function NewestJobs({ profile }: { profile: Profile }) {
  const { data, error, isFetching, refetch } = useQuery(newestJobsQuery(profile));
  const place = cityState(profile) || profile.postalCode;
  const title = place ? t('driver.newJobsNearby', { nearMiles: nearbyMiles, place }) : t('driver.newJobs');
  return (
    <Section
      title={title}
      description={
        place ? undefined : (
          <>
            {rich('driver.addLocationHint', {
              link: (content) => (
                <Anchor component={Link} to="/members/profile" size="sm">
                  {content}
                </Anchor>
              ),
            })}
          </>
        )
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : !data ? (
        <JobSummariesSkeleton count={5} />
      ) : data.items.length ? (
        <Stack gap="sm">
          {data.items.map((job) => (
            <JobSummary key={job.id} job={job} />
          ))}
        </Stack>
      ) : (
        <Text c="dimmed" size="sm">
          {t('driver.newJobsEmpty')}
        </Text>
      )}
    </Section>
  );
}

/** Matching jobs, each with its percent and the reasons (`docs/product/applicants-and-matching.md#match-score`). */
function MatchingJobs({ profile }: { profile: Profile }) {
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(matchingJobsQuery(page));
  const total = data?.pagination.total ?? 0;
  return (
    <Section title={t('driver.jobsThatMatchYou')} description={t('driver.jobMatchesDescription', { rangeMiles })}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {!error && !data ? <JobSummariesSkeleton count={3} /> : null}
      {data && total === 0 ? (
        <Text c="dimmed" size="sm">
          {rich('driver.jobMatchesEmpty', { link: (content) => <Anchor href={publicLink('/jobs')}>{content}</Anchor> })}
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
      <PageButtons mt="md" pageCount={Math.ceil(total / matchesPerPage)} page={page} onChange={setPage} />
      <ProfileReminder profile={profile} />
    </Section>
  );
}

/** Asks the driver to complete the profile, because missing answers lower the match scores. */
function ProfileReminder({ profile }: { profile: Profile }) {
  if (missingParts(profile).length === 0) return null;
  return (
    <Text c="dimmed" size="sm" mt="md">
      {rich('driver.completeProfileHint', {
        completeness: percent(profile.completeness),
        link: (content) => (
          <Anchor component={Link} to="/members/profile" size="sm">
            {content}
          </Anchor>
        ),
      })}
    </Text>
  );
}
