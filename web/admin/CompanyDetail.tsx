import { Anchor, Box, Group, Loader, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { employeeStatusOf } from '#shared/companies/employee.ts';
import { cityState, date, fullName, listTotal } from '#shared/format.ts';
import { statusLabel } from '#shared/jobs/jobs.ts';
import { asStatus, StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { CompanyListItem } from '#web/company/queries.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { PhoneLink } from '#web/ui/Values.tsx';

import { JobModeration } from './JobModeration.tsx';
import { companyJobsQuery, companyPeopleQuery, firstRows } from './queries.ts';

const allOf = (total: number, one: string) => `All ${listTotal(total)} ${total === 1 ? one : `${one}s`}`;

/** An open row of the company list: its newest people and jobs (`spec: work §2`, expandable rows). */
export function CompanyDetail({ company }: { company: CompanyListItem }) {
  const people = useQuery(companyPeopleQuery(company.id));
  const jobs = useQuery(companyJobsQuery(company.id));
  return (
    <Stack gap="md">
      {company.salesRef ? (
        <Text size="sm">
          <Text span c="dimmed">
            Account manager:
          </Text>{' '}
          {company.salesRef}
        </Text>
      ) : null}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Part
          title="Employees"
          query={people}
          empty="No team members yet."
          more={
            <Anchor
              size="sm"
              renderRoot={(props) => <Link {...props} to="/company/settings/employees" search={{ company: company.id }} />}
            >
              {allOf(people.data?.pagination.total ?? 0, 'employee')}
            </Anchor>
          }
        >
          {(people.data?.items ?? []).map((person) => (
            <Line key={person.id} title={fullName(person)} detail={<PersonContact person={person} />}>
              <StatusBadge label={employeeStatusOf(person)} />
            </Line>
          ))}
        </Part>
        <Part
          title="Jobs"
          query={jobs}
          empty="No jobs yet."
          more={
            <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/company/jobs" search={{ company: company.id }} />}>
              {allOf(jobs.data?.pagination.total ?? 0, 'job')}
            </Anchor>
          }
        >
          {(jobs.data?.items ?? []).map((job) => (
            <Line
              key={job.id}
              title={
                <Anchor
                  size="sm"
                  fw={550}
                  renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: job.id }} />}
                >
                  {job.title}
                </Anchor>
              }
              detail={[cityState(job), job.postingDate ? date(job.postingDate, job.timeZone) : null].filter(Boolean).join(' · ')}
            >
              <StatusBadge label={statusLabel(job)} />
              <JobModeration job={job} />
            </Line>
          ))}
        </Part>
      </SimpleGrid>
    </Stack>
  );
}

type PartProps = {
  title: string;
  query: { data: { pagination: { total: number } } | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  empty: string;
  /** Under the rows when there are more than these. */
  more: ReactNode;
  children: ReactNode[];
};

function Part({ title, query, empty, more, children }: PartProps) {
  return (
    <Box component="section" aria-label={title} miw={0}>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {query.data ? (
        <Stack gap="xs">
          {children.length > 0 ? (
            children
          ) : (
            <Text size="sm" c="dimmed">
              {empty}
            </Text>
          )}
          {query.data.pagination.total > firstRows ? more : null}
        </Stack>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Loader size="sm" {...asStatus(`Loading ${title.toLowerCase()}`)} />
      )}
    </Box>
  );
}

function Line({ title, detail, children }: { title: ReactNode; detail: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Box miw={0}>
        <Text size="sm" fw={550} component="div" truncate>
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {detail}
        </Text>
      </Box>
      <Group gap={4} wrap="nowrap">
        {children}
      </Group>
    </Group>
  );
}

function PersonContact({ person: { email, phone } }: { person: { email: string; phone: string | null } }) {
  if (!phone) return email;
  return (
    <>
      {email} · <PhoneLink digits={phone} size="xs" />
    </>
  );
}
