import { Anchor, Box, Button, Skeleton, Stack, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cityState, count } from '#shared/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { sentApplicationsQuery } from './people-queries.ts';

const first = 5;
const most = 100;

/** What opens under an applicant: the jobs applied to, newest first. */
export function SentApplications({ id, name }: { id: string; name: string }) {
  const [limit, setLimit] = useState(first);
  const query = useQuery({ ...sentApplicationsQuery(id, limit), placeholderData: keepPreviousData });
  const { data, error } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  if (!data)
    return (
      <Box component="output" aria-label="Loading applications">
        <Skeleton h="4rem" />
      </Box>
    );
  const rest = data.pagination.total - data.items.length;
  return (
    <Stack gap="xs">
      <Table.ScrollContainer minWidth="30rem" type="native">
        <Table aria-label={`Applications of ${name}`} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Job</Table.Th>
              <Table.Th>Company</Table.Th>
              <Table.Th>Place</Table.Th>
              <Table.Th>Applied</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.items.map((sent) => (
              <Table.Tr key={sent.id}>
                <Table.Td>
                  <Anchor
                    size="sm"
                    renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: sent.jobId }} />}
                  >
                    {sent.title}
                  </Anchor>
                </Table.Td>
                <Table.Td>{sent.companyName}</Table.Td>
                <Table.Td>{cityState(sent)}</Table.Td>
                <Table.Td>
                  {sent.withdrawnAt ? <StatusBadge label="Withdrawn" /> : <DateText value={sent.applicationAt} />}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {rest > 0 && limit < most ? (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          loading={query.isPlaceholderData}
          onClick={() => setLimit(most)}
        >
          Show {count(rest, 'more application')}
        </Button>
      ) : null}
      {rest > 0 && limit === most && !query.isPlaceholderData ? (
        <Text size="xs" c="dimmed">
          And {count(rest, 'older one')}.
        </Text>
      ) : null}
    </Stack>
  );
}
