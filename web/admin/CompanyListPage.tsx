import { Button, Anchor } from '@mantine/core';
import { IconBuilding, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { companyListFields } from '#shared/companies/company.ts';
import { fieldText } from '#shared/resource.ts';
import { number } from '#web/browser/format.ts';
import { companySearchQuery, type CompanyListItem } from '#web/company/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import { CompanyStatusBadge } from '#web/ui/EntityStatus.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { toGridColumn, type GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { PhoneLink, DateText } from '#web/ui/Values.tsx';
import { CompanyDetail } from './CompanyDetail.tsx';
import { CompanyMenu } from './CompanyMenu.tsx';
import { companyDefaults, toCompanyRequest } from './queries.ts';
import { WaitingCarriers } from './WaitingCarriers.tsx';

/** The columns and filters of the company list (`docs/product/companies.md#company-list`). */
const fields = companyListFields;
const numberColumn = { isShort: true, align: 'right' } as const;

const companyColumns: readonly GridColumn<CompanyListItem>[] = [
  {
    ...toGridColumn('companyName', fields.companyName),
    header: writeText(fields.companyName.heading),
    cell: (company) => (
      <Anchor component={Link} to={`/admin/companies/${company.id}`} fw={550}>
        {company.companyName}
      </Anchor>
    ),
    cardRole: 'title',
  },
  {
    ...toGridColumn('status', fields.status),
    cell: ({ status }) => <CompanyStatusBadge status={status} />,
  },
  { ...toGridColumn('type', fields.type), cell: ({ type }) => fieldText(fields.type, type, writeText), isShort: true },
  {
    ...toGridColumn('billingType', fields.billingType),
    cell: (company) => fieldText(fields.billingType, company.billingType, writeText),
  },
  {
    ...toGridColumn('totalActiveJobs', fields.totalActiveJobs),
    cell: (company) => number(company.totalActiveJobs),
    ...numberColumn,
  },
  { ...toGridColumn('totalJobs', fields.totalJobs), cell: ({ totalJobs }) => number(totalJobs), ...numberColumn },
  {
    ...toGridColumn('phone', fields.phone),
    cell: ({ phone, phoneExtension }) => <PhoneLink digits={phone} extension={phoneExtension} />,
    isShort: true,
  },
  { ...toGridColumn('createdAt', fields.createdAt), cell: ({ createdAt }) => <DateText value={createdAt} />, isShort: true },
];

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/admin/company-list`: all companies, with search, filters, sorting and actions. */
export function CompanyListPage({ search, onSearch }: Props) {
  const request = toCompanyRequest(search);
  const query = useQuery({ ...companySearchQuery(request), placeholderData: keepPreviousData });
  return (
    <>
      <PageHeader
        title={t('common.companyList')}
        description={t('admin.companiesDescription')}
        actions={
          <>
            <ExportButton path="/companies/export" input={{ filters: request.filters }} total={query.data?.pagination.total} />
            <Button
              color="orange"
              leftSection={<IconPlus size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to="/admin/companies/new" />}
            >
              {t('common.createCompany')}
            </Button>
          </>
        }
      />
      <WaitingCarriers />
      <DataGrid
        label={t('admin.companies')}
        columns={companyColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={companyDefaults}
        getRowName={(company) => company.companyName}
        renderDetail={(company) => <CompanyDetail company={company} />}
        renderRowActions={(company) => <CompanyMenu company={company} />}
        toolbar={
          <SearchInput
            label={t('admin.searchCompanies')}
            placeholder={t('admin.searchCompaniesPlaceholder')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title={t('admin.noCompaniesYet')} icon={<IconBuilding size={28} />}>
            {t('admin.noCompaniesHint')}
          </EmptyState>
        }
      />
    </>
  );
}
