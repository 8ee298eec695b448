import { IconSteeringWheel } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { applicantUserColumns } from './applicant-user-columns.tsx';
import { applicantDefaults, applicantsQuery } from './people-queries.ts';
import { SentApplications } from './SentApplications.tsx';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** The drivers who applied, with what they sent (`spec: access §2`). */
export function ApplicantUsersPage({ search, onSearch }: Props) {
  const query = useQuery({ ...applicantsQuery(search), placeholderData: keepPreviousData });
  return (
    <DataGrid
      label="Applicants"
      columns={applicantUserColumns}
      query={query}
      search={search}
      onSearch={onSearch}
      defaults={applicantDefaults}
      rowName={(applicant) => applicant.fullName}
      renderDetail={(applicant) => <SentApplications id={applicant.id} name={applicant.fullName} />}
      rowActions={({ id, fullName, status }) => <AccountMenu id={id} name={fullName} status={status} />}
      toolbar={
        <SearchInput
          label="Search applicants"
          placeholder="Search by name or email"
          value={search.q ?? ''}
          onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
        />
      }
      empty={
        <EmptyState title="No applicants yet" icon={<IconSteeringWheel size={28} />}>
          Drivers appear here after their first application.
        </EmptyState>
      }
    />
  );
}
