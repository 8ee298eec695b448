import { Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as format from '#shared/format.ts';
import type { JobDetail } from '#web/jobs/queries.ts';
import { placeOnMap } from '#web/jobs/place-on-map.ts';
import { PlaceMap } from '#web/places/PlaceMap.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Section } from '#web/ui/Section.tsx';
import { type Area, candidateAreasQuery } from './queries.ts';
import candidateAreasStyles from './CandidateAreas.module.css';
import { t } from '#web/texts/app.ts';

/** The approximate areas of a job's candidates, as a map of half-degree squares and as text. */
export function CandidateAreas({ job }: { job: JobDetail }) {
  const { data, error, isFetching, refetch } = useQuery(candidateAreasQuery(job.id));
  if (data?.areas.length === 0) return null;
  return (
    <Section title={t('applicants.whereCandidatesLiveApproximate')} description={t('applicants.eachCircleCoversAbout35')}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {data ? (
        <Stack gap="sm">
          <PlaceMap
            label={t('applicants.candidatesNearJob', { job: format.cityState(job) })}
            places={[placeOnMap(job)]}
            areas={data.areas.map(({ candidates, ...coordinates }) => ({ state: job.state, coordinates, weight: candidates }))}
          />
          <AreaTable areas={data.areas} />
        </Stack>
      ) : error ? null : (
        <Skeleton h="15rem" />
      )}
    </Section>
  );
}

function AreaTable({ areas }: { areas: readonly Area[] }) {
  return (
    <details className={candidateAreasStyles.words}>
      <summary>{t('applicants.showAsList')}</summary>
      <Table aria-label={t('applicants.areas')} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('applicants.fromTheJob')}</Table.Th>
            <Table.Th ta="end">{t('applicants.candidates')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {areas.map((area) => (
            <Table.Tr key={`${area.latitude} ${area.longitude}`}>
              <Table.Td>
                <Text size="sm">{whereIs(area)}</Text>
              </Table.Td>
              <Table.Td ta="end" className="tabular">
                {format.number(area.candidates)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}

/** An area is about 35 miles wide, so one whose center is closer than half of that contains the job. */
const whereIs = ({ miles, direction }: Area) =>
  miles < 20 ? t('applicants.nearTheJob') : t('applicants.aboutMilesMilesDirection', { miles, direction });
