import { Group, Text, Anchor, Box, Button, Skeleton, Stack } from '@mantine/core';
import { IconSteeringWheel } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { accountStatusExplanations } from '#shared/accounts/account.ts';
import { cityState } from '#shared/format.ts';
import { AccountMenu } from '#web/account/AccountMenu.tsx';
import { number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { emailColumn } from '#web/ui/grid/person-columns.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { PhoneLink, DateText } from '#web/ui/Values.tsx';
import classes from './admin.module.css';
import { CompaniesOfPerson } from './CompaniesOfPerson.tsx';
import { applicantDefaults, applicantsQuery, type ApplicantUser, sentApplicationsQuery } from './queries.ts';

const initialLimit = 5;
const maxLimit = 100;

/** Lists an applicant's newest applications when the row is opened. */
function SentApplications({ id, name }: { id: string; name: string }) {
  const [limit, setLimit] = useState(initialLimit);
  const query = useQuery({ ...sentApplicationsQuery(id, limit), placeholderData: keepPreviousData });
  const { data, error } = query;
  if (error && !data) return <ErrorState error={error} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  if (!data)
    return (
      <Box component="output" aria-label={t('admin.loadingApplications')}>
        <Skeleton h="4rem" />
      </Box>
    );
  const hiddenCount = data.pagination.total - data.items.length;
  return (
    <Stack gap="xs">
      <ul className={classes.applicationList} aria-label={t('admin.applicationsFromApplicant', { name })}>
        {data.items.map((application) => (
          <li key={application.id} className={classes.applicationItem}>
            <Box miw={0}>
              <Anchor
                size="sm"
                fw={550}
                renderRoot={(props) => <Link {...props} to="/company/jobs/$id/detail" params={{ id: application.jobId }} />}
              >
                {application.title}
              </Anchor>
              <Text size="xs" c="dimmed">
                {[application.companyName, cityState(application)].filter(Boolean).join(' · ')}
              </Text>
            </Box>
            <Group gap="xs">
              {application.withdrawnAt ? <StatusBadge status="withdrawn" label={t('common.withdrawn')} /> : null}
              <Text span size="sm">
                <DateText value={application.applicationAt} />
              </Text>
            </Group>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && limit < maxLimit ? (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          loading={query.isPlaceholderData}
          onClick={() => setLimit(maxLimit)}
        >
          {t('admin.showMoreApplications', { count: hiddenCount })}
        </Button>
      ) : null}
      {hiddenCount > 0 && limit === maxLimit && !query.isPlaceholderData ? (
        <Text size="xs" c="dimmed">
          {t('admin.olderApplicationsNotListed', { count: hiddenCount })}
        </Text>
      ) : null}
    </Stack>
  );
}

const applicantUserColumns: readonly GridColumn<ApplicantUser>[] = [
  {
    id: 'full_name',
    header: t('common.name'),
    cell: (applicant) => (
      <Group gap="xs" wrap="nowrap">
        <Text fw={550}>{applicant.fullName}</Text>
        {applicant.status === 'Locked' ? (
          <StatusBadge status="Locked" label={t('common.locked')} explanation={accountStatusExplanations.Locked} />
        ) : null}
      </Group>
    ),
    isSortable: true,
    filter: { kind: 'text' },
    cardRole: 'title',
  },
  emailColumn,
  { id: 'phone', header: t('common.phone'), cell: (applicant) => <PhoneLink digits={applicant.phone} />, isShort: true },
  {
    id: 'city',
    header: t('common.city'),
    cell: (applicant) => applicant.city ?? '-',
    isSortable: true,
    filter: { kind: 'text' },
  },
  {
    id: 'state',
    header: t('common.state'),
    cell: (applicant) => applicant.state ?? '-',
    isSortable: true,
    isShort: true,
    filter: { kind: 'text' },
  },
  {
    id: 'applications',
    header: t('common.applications'),
    cell: (applicant) => number(applicant.applications),
    isSortable: true,
    align: 'right',
    filter: { kind: 'number' },
  },
  {
    id: 'created_at',
    header: t('common.joined'),
    cell: (applicant) => <DateText value={applicant.createdAt} />,
    isSortable: true,
    isShort: true,
    filter: { kind: 'date' },
  },
];

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** The drivers who applied, with their applications. */
export function ApplicantUsersPage({ search, onSearch }: Props) {
  const query = useQuery({ ...applicantsQuery(search), placeholderData: keepPreviousData });
  return (
    <>
      <CompaniesOfPerson words={search.q ?? ''} />
      <DataGrid
        label={t('common.applicants')}
        columns={applicantUserColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={applicantDefaults}
        getRowName={(applicant) => applicant.fullName}
        renderDetail={(applicant) => <SentApplications id={applicant.id} name={applicant.fullName} />}
        renderRowActions={({ id, fullName, status }) => <AccountMenu id={id} name={fullName} status={status} />}
        toolbar={
          <SearchInput
            label={t('admin.searchApplicants')}
            placeholder={t('common.searchByNameOrEmail')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title={t('common.noApplicantsYet')} icon={<IconSteeringWheel size={28} />}>
            {t('admin.noApplicantsHint')}
          </EmptyState>
        }
      />
    </>
  );
}
