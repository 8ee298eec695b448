import { Anchor, Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { cityState, count } from '#shared/format.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { sentApplicationsQuery } from './people-queries.ts';
import classes from './SentApplications.module.css';

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
      <ul className={classes.list} aria-label={`Applications from ${name}`}>
        {data.items.map((sent) => (
          <li key={sent.id} className={classes.item}>
            <Box miw={0}>
              <Anchor
                size="sm"
                fw={550}
                renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: sent.jobId }} />}
              >
                {sent.title}
              </Anchor>
              <Text size="xs" c="dimmed">
                {[sent.companyName, cityState(sent)].filter(Boolean).join(' · ')}
              </Text>
            </Box>
            <Group gap="xs">
              {sent.withdrawnAt ? <StatusBadge label="Withdrawn" /> : null}
              <Text span size="sm">
                <DateText value={sent.applicationAt} />
              </Text>
            </Group>
          </li>
        ))}
      </ul>
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
