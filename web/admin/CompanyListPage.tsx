import { Button, Anchor } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { companySearchQuery, type CompanyListItem } from '#web/company/queries.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { companyDefaults, companyRequest } from './company-search.ts';
import { CompanyDetail } from './CompanyDetail.tsx';
import { CompanyMenu } from './CompanyMenu.tsx';
import { billingTypes, companyStatuses, companyTypes, labelOf, options } from '#shared/catalogues.ts';
import { number } from '#shared/format.ts';
import { PhoneLink, DateText } from '#web/ui/Values.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';

/** The columns and filters of the company list (`docs/product/companies.md#company-list`). */
const companyColumns: readonly GridColumn<CompanyListItem>[] = [
  {
    id: 'company_name',
    header: 'Company',
    cell: (company) => (
      <Anchor component={Link} to={`/admin/companies/${company.id}`} fw={550}>
        {company.companyName}
      </Anchor>
    ),
    isSortable: true,
    filter: { kind: 'text' },
    onCard: 'title',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (company) => <StatusBadge label={company.status} />,
    isSortable: true,
    filter: { kind: 'enum', options: options(companyStatuses) },
  },
  {
    id: 'type',
    header: 'Type',
    cell: (company) => labelOf(companyTypes, company.type),
    isShort: true,
    isSortable: true,
    filter: { kind: 'enum', options: options(companyTypes) },
  },
  {
    id: 'billing_type',
    header: 'Billing',
    cell: (company) => labelOf(billingTypes, company.billingType),
    isSortable: true,
    filter: { kind: 'enum', options: options(billingTypes) },
  },
  {
    id: 'total_active_jobs',
    header: 'Active jobs',
    cell: (company) => number(company.totalActiveJobs),
    isSortable: true,
    filter: { kind: 'number' },
    isShort: true,
    align: 'right',
  },
  {
    id: 'total_jobs',
    header: 'Jobs',
    cell: (company) => number(company.totalJobs),
    isSortable: true,
    filter: { kind: 'number' },
    isShort: true,
    align: 'right',
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: (company) => <PhoneLink digits={company.phone} />,
    filter: { kind: 'text' },
    isShort: true,
  },
  {
    id: 'created_at',
    header: 'Joined',
    cell: (company) => <DateText value={company.createdAt} />,
    isSortable: true,
    filter: { kind: 'date' },
    isShort: true,
  },
];

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/admin/company-list`: all companies, with search, filters, sorting and actions. */
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
