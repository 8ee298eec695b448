import { IconBuilding } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { companySearchQuery } from '#web/company/queries.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { companyColumns } from './company-columns.tsx';
import { companyDefaults, companyRequest } from './company-search.ts';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/admin/company-list`: every company, to search, filter and sort. */
export function CompanyListPage({ search, onSearch }: Props) {
  const query = useQuery({ ...companySearchQuery(companyRequest(search)), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader title="Company List" description="Every company that posts jobs here." />
      <DataGrid
        label="Companies"
        columns={companyColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={companyDefaults}
        rowName={(company) => company.companyName}
        toolbar={
          <SearchInput
            label="Search companies"
            placeholder="Search by company name"
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title="No companies yet" icon={<IconBuilding size={28} />}>
            A company shows up here as soon as an employer signs up and sets it up.
          </EmptyState>
        }
      />
    </>
  );
}
