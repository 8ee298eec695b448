import { Anchor, Button, Grid, Stack, Text, VisuallyHidden, Group, Paper, Skeleton, Table } from '@mantine/core';
import { IconLock, IconMail, IconMailCheck, IconMailOff, IconRocket, IconUserSearch } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { aiPage } from '#shared/brand.ts';
import { cdlStatuses, jobTypes, labelOf } from '#shared/catalogues.ts';
import { applicantFields, notAnsweredText } from '#shared/drivers/applicant-fields.ts';
import { rangeMiles } from '#shared/drivers/driver.ts';
import * as format from '#shared/format.ts';
import { titleWithPlace } from '#shared/jobs/title-with-place.ts';
import { candidateCountText } from '#shared/matching/candidate.ts';
import { number } from '#web/browser/format.ts';
import { publicLink } from '#web/browser/language.ts';
import { jobQuery, type JobDetail } from '#web/jobs/queries.ts';
import { MatchScore, MatchReasons } from '#web/matching/MatchReasons.tsx';
import { placeOnMap, PlaceMap } from '#web/places/PlaceMap.tsx';
import { useMe } from '#web/signed-in/use-me.ts';
import { rich, t, writeText } from '#web/texts/app.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { DetailList, Section } from '#web/ui/Section.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import classes from './applicants.module.css';
import candidateAreasStyles from './applicants.module.css';
import { candidatesQuery, type Candidate, type Area, candidateAreasQuery, useInvite } from './queries.ts';

/**
 * `/company/jobs/{id}/candidates`: drivers who match the job and have not applied
 * (`docs/product/applicants-and-matching.md#candidates`).
 */
export function CandidatesPage({ id }: { id: string }) {
  const { data: job } = useSuspenseQuery(jobQuery(id));
  const { data, error } = useQuery(candidatesQuery(id));
  const countText = data
    ? writeText(candidateCountText(data.pagination.total))
    : error
      ? t('applicants.candidateCountFailed')
      : t('applicants.loading');
  return (
    <>
      <PageHeader
        title={t('common.candidates')}
        back={{ to: `/company/jobs/${id}/detail`, label: t('common.jobs') }}
        description={titleWithPlace(job)}
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }} order={{ base: 2, lg: 1 }}>
          <CandidateList job={job} />
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
                  {countText}
                </Text>
                <Text size="sm" c="dimmed">
                  {rich('applicants.candidatesDescription', {
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
                  {t('applicants.contactDetailsHidden')}
                </Text>
                {data && data.pagination.total > 0 ? <WhatHelps job={job} /> : null}
              </Stack>
            </Section>
            {data && data.items.length > 0 ? <CandidateAreas job={job} /> : null}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** What reaches the candidates instead of buying their contact details: a boost and invitations. */
function WhatHelps({ job }: { job: JobDetail }) {
  const me = useMe();
  const canBoost = me.companyId !== null && can(me.roles, 'payment.charge') && job.status === 'POSTED' && !job.boostActive;
  return (
    <>
      <Text size="sm">{job.boostActive ? t('applicants.boostOnHint') : t('applicants.boostOffHint')}</Text>
      {canBoost ? (
        <Button
          variant="light"
          leftSection={<IconRocket size={18} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          renderRoot={(props) => (
            <Link {...props} to="/company/jobs/$id/purchase" params={{ id: job.id }} search={{ of: 'boost' }} />
          )}
        >
          {t('common.boostJob')}
        </Button>
      ) : null}
    </>
  );
}

function CandidateList({ job }: { job: JobDetail }) {
  const { id } = job;
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
      <EmptyState title={t('common.noResultsFound')} icon={<IconUserSearch size={28} />}>
        {t('applicants.noCandidates')}
      </EmptyState>
    );
  return (
    <Stack component="section" gap="md" aria-label={t('common.candidates')}>
      <VisuallyHidden component="h2">{t('applicants.bestMatches')}</VisuallyHidden>
      {data.items.map((candidate, index) => (
        <CandidateCard key={candidate.userId} candidate={candidate} rank={index + 1} job={job} />
      ))}
    </Stack>
  );
}

type Props = { candidate: Candidate; rank: number; job: JobDetail };

/** One candidate. The identity stays on the server: the blurred contact details are placeholders. */
function CandidateCard({ candidate, rank, job }: Props) {
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
        <DetailList
          items={[
            [
              writeText(applicantFields.cdlStatus.label),
              cdlStatus ? labelOf(cdlStatuses, cdlStatus, writeText) : t('common.noCdl'),
            ],
            [t('common.experience'), stringExperience],
            [
              t('common.typeOfDriving'),
              workExperiences.map((code) => labelOf(jobTypes, code, writeText)).join(' ') || writeText(notAnsweredText),
            ],
            [t('applicants.contactDetails'), <HiddenContact key="contact" />],
          ]}
        />
        <MatchReasons matchScore={matchScore} reasons={reasons} />
        <Invitation candidate={candidate} job={job} labelledBy={`invite-${candidate.userId} ${titleId}`} />
      </Stack>
    </Paper>
  );
}

type InvitationProps = Pick<Props, 'candidate' | 'job'> & { labelledBy: string };

/** Invites the candidate by email, or says why that is not possible. */
function Invitation({ candidate: { userId, invitation }, job, labelledBy }: InvitationProps) {
  const { mutate: invite, isPending } = useInvite(job.id);
  if (invitation !== 'possible' || job.status !== 'POSTED') {
    const isSent = invitation === 'sent';
    const note = isSent
      ? t('applicants.invited')
      : invitation === 'off'
        ? t('applicants.invitationsTurnedOff')
        : t('applicants.inviteOnceLive');
    return (
      <Group component="output" gap="xs" c="dimmed" wrap="nowrap">
        {isSent ? <IconMailCheck size={18} aria-hidden /> : <IconMailOff size={18} aria-hidden />}
        <Text size="sm" inherit>
          {note}
        </Text>
      </Group>
    );
  }
  return (
    <Button
      id={`invite-${userId}`}
      variant="default"
      aria-labelledby={labelledBy}
      leftSection={<IconMail size={18} aria-hidden />}
      loading={isPending}
      style={{ alignSelf: 'flex-start' }}
      onClick={() => invite(userId)}
    >
      {t('applicants.invite')}
    </Button>
  );
}

function HiddenContact() {
  return (
    <span className={classes.contact}>
      <IconLock size={14} aria-hidden />
      <span className={classes.placeholder} aria-hidden />
      <span className={classes.placeholder} aria-hidden />
      <VisuallyHidden>{t('applicants.hiddenValue')}</VisuallyHidden>
    </span>
  );
}

/** The approximate areas of a job's candidates, as a map of half-degree squares and as text. */
function CandidateAreas({ job }: { job: JobDetail }) {
  const { data, error, isFetching, refetch } = useQuery(candidateAreasQuery(job.id));
  if (data?.areas.length === 0) return null;
  return (
    <Section title={t('applicants.candidateMapTitle')} description={t('applicants.candidateMapDescription')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {data ? (
        <Stack gap="sm">
          <PlaceMap
            label={t('applicants.candidatesNearJob', { job: format.cityState(job) })}
            places={[placeOnMap(job)]}
            areas={data.areas.map(({ candidates, ...coordinates }) => ({ state: job.state, coordinates, weight: candidates }))}
          />
          <AreaList areas={data.areas} />
        </Stack>
      ) : error ? null : (
        <Skeleton h="15rem" />
      )}
    </Section>
  );
}

function AreaList({ areas }: { areas: readonly Area[] }) {
  return (
    <details className={candidateAreasStyles.words}>
      <summary>{t('applicants.showAsList')}</summary>
      <Table aria-label={t('applicants.areas')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('applicants.distanceColumn')}</Table.Th>
            <Table.Th ta="end">{t('common.candidates')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {areas.map((area) => (
            <Table.Tr key={`${area.latitude} ${area.longitude}`}>
              <Table.Td>
                <Text size="sm">{areaText(area)}</Text>
              </Table.Td>
              <Table.Td ta="end" className="tabular">
                {number(area.candidates)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}

/** An area is about 35 miles wide, so an area with its center less than 20 miles away contains the job. */
const areaText = ({ miles, direction }: Area) =>
  miles < 20 ? t('applicants.nearJob') : t('applicants.milesInDirection', { miles, direction });
