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

/** The approximate areas of a job's candidates, as a map of half-degree squares and as text. */
export function CandidateAreas({ job }: { job: JobDetail }) {
  const { data, error, isFetching, refetch } = useQuery(candidateAreasQuery(job.id));
  if (data?.areas.length === 0) return null;
  return (
    <Section
      title="Where candidates live (approximate)"
      description="Each circle covers about 35 miles. Larger circles mean more drivers."
    >
      {error ? <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} /> : null}
      {data ? (
        <Stack gap="sm">
          <PlaceMap
            label={`candidates near ${format.cityState(job)}`}
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
      <summary>Show as list</summary>
      <Table aria-label="Areas" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>From the job</Table.Th>
            <Table.Th ta="end">Candidates</Table.Th>
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
const whereIs = ({ miles, direction }: Area) => (miles < 20 ? 'Near the job' : `About ${miles} miles ${direction}`);
