import { publicLink } from '#web/language.ts';
import { Anchor, Button, Grid, Stack, Text, VisuallyHidden, Group, Paper } from '@mantine/core';
import { IconUserSearch, IconLock } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { aiPage } from '#shared/brand.ts';
import { candidateCountText } from '#shared/matching/candidate.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import { cityState } from '#shared/format.ts';
import { jobQuery } from '#web/jobs/queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { CandidateAreas } from './CandidateAreas.tsx';
import { candidatesQuery, type Candidate } from './queries.ts';
import { cdlStatuses, jobTypes, labelOf } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { Facts } from '#web/ui/Facts.tsx';
import { MatchScore, MatchReasons } from '#web/matching/MatchReasons.tsx';

import classes from './CandidateCard.module.css';
import { rich, t, writeText } from '#web/texts/app.ts';
import { applicantFields, missing } from '#shared/drivers/applicant-fields.ts';

/**
 * `/company/jobs/{id}/candidates`: drivers who match the job and have not applied
 * (`docs/product/applicants-and-matching.md#candidates`).
 */
export function CandidatesPage({ id }: { id: string }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data, error } = useQuery(candidatesQuery(id));
  const count = data
    ? writeText(candidateCountText(data.pagination.total))
    : error
      ? t('applicants.couldntCountCandidates')
      : '...loading';
  return (
    <>
      <PageHeader
        title={t('applicants.candidates')}
        back={{ to: `/company/jobs/${id}/detail`, label: t('common.jobs') }}
        description={`${job.title}, ${cityState(job)}`}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }} order={{ base: 2, lg: 1 }}>
          <CandidateList id={id} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: 1, lg: 2 }}>
          <Stack gap="lg">
            <Section
              title={t('applicants.reachMoreDrivers')}
              footer={
                <>
                  <Button
                    variant="default"
                    renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id }} />}
                  >
                    {t('common.cancel')}
                  </Button>
                  <Button color="orange" disabled aria-describedby="purchase-note">
                    {t('applicants.purchase')}
                  </Button>
                </>
              }
            >
              <Stack gap="xs">
                <Text fw={600} aria-live="polite">
                  {count}
                </Text>
                <Text size="sm" c="dimmed">
                  {rich('applicants.driversWithinRangeMilesMiles', {
                    rangeMiles,
                    title: writeText(aiPage.title),
                    link: (content) => (
                      <Anchor href={publicLink(aiPage.path)} inherit underline="always">
                        {content}
                      </Anchor>
                    ),
                  })}
                </Text>
                <Text size="sm" c="dimmed" id="purchase-note">
                  {t('applicants.contactDetailsHiddenCandidatesArent')}
                </Text>
              </Stack>
            </Section>
            {data && data.items.length > 0 ? <CandidateAreas job={job} /> : null}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function CandidateList({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(candidatesQuery(id));
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data)
    return (
      <Text component="output" c="dimmed">
        {t('applicants.loading')}
      </Text>
    );
  if (data.items.length === 0)
    return (
      <EmptyState title={t('applicants.noResultsFound')} icon={<IconUserSearch size={28} />}>
        {t('applicants.noMatchingDriversNearbyTry')}
      </EmptyState>
    );
  return (
    <Stack component="section" gap="md" aria-label={t('applicants.candidates')}>
      <VisuallyHidden component="h2">{t('applicants.bestMatches')}</VisuallyHidden>
      {data.items.map((candidate, index) => (
        <CandidateCard key={candidate.userId} candidate={candidate} rank={index + 1} />
      ))}
    </Stack>
  );
}

type Props = { candidate: Candidate; rank: number };

/** One candidate. The identity stays on the server: the blurred contact details are placeholders. */
function CandidateCard({ candidate, rank }: Props) {
  const { cdlStatus, distance, city, workExperiences, stringExperience, matchScore, reasons } = candidate;
  const titleId = `candidate-${candidate.userId}`;
  return (
    <Paper component="article" withBorder p="lg" shadow="xs" aria-labelledby={titleId}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
          <div>
            <Text component="h3" fw={600} id={titleId}>
              {t('applicants.candidateRank', { rank })}
            </Text>
            <Text size="sm" c="dimmed">
              {[city, writeText(format.distance(distance))].filter(Boolean).join(' · ')}
            </Text>
          </div>
          <MatchScore matchScore={matchScore} />
        </Group>
        <Facts
          facts={[
            [
              writeText(applicantFields.cdlStatus.label),
              cdlStatus ? labelOf(cdlStatuses, cdlStatus, writeText) : t('applicants.noCdl'),
            ],
            [t('applicants.experience'), stringExperience],
            [
              t('applicants.typeOfDriving'),
              workExperiences.map((code) => labelOf(jobTypes, code, writeText)).join(' ') || writeText(missing),
            ],
            [t('applicants.contactDetails'), <HiddenContact key="contact" />],
          ]}
        />
        <MatchReasons matchScore={matchScore} reasons={reasons} />
      </Stack>
    </Paper>
  );
}

function HiddenContact() {
  return (
    <span className={classes.contact}>
      <IconLock size={14} aria-hidden />
      <span className={classes.placeholder} aria-hidden />
      <span className={classes.placeholder} aria-hidden />
      <VisuallyHidden>{t('applicants.hidden')}</VisuallyHidden>
    </span>
  );
}
