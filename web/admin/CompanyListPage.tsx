import { Button } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { companySearchQuery } from '#web/company/queries.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { companyColumns } from './company-columns.tsx';
import { companyDefaults, companyRequest } from './company-search.ts';
import { CompanyDetail } from './CompanyDetail.tsx';
import { CompanyMenu } from './CompanyMenu.tsx';

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/admin/company-list`: every company, to search, filter, sort, open and act on. */
export function CompanyListPage({ search, onSearch }: Props) {
  const request = companyRequest(search);
  const query = useQuery({ ...companySearchQuery(request), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title="Company List"
        description="All companies on Haulboard."
        actions={
          <>
            <ExportButton path="/companies/export" input={{ filters: request.filters }} total={query.data?.pagination.total} />
            <Button
              color="orange"
              leftSection={<IconPlus size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/admin/companies/new" />}
            >
              Create company
            </Button>
          </>
        }
      />
      <DataGrid
        label="Companies"
        columns={companyColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={companyDefaults}
        rowName={(company) => company.companyName}
        renderDetail={(company) => <CompanyDetail company={company} />}
        rowActions={(company) => <CompanyMenu company={company} />}
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
            Companies appear here when an employer signs up or you create one.
          </EmptyState>
        }
      />
    </>
  );
}
