import { Stack, Text } from '@mantine/core';
import { billingTypes, companyStatuses, companyTypes, labelOf, options } from '#shared/catalogues.ts';
import { count, date, phone } from '#shared/format.ts';
import type { CompanyListItem } from '#web/company/queries.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';

/** `spec: work §3 Company list item`, `§5` filters. */
export const companyColumns: readonly GridColumn<CompanyListItem>[] = [
  {
    id: 'company_name',
    header: 'Company',
    cell: (company) => <Text fw={550}>{company.companyName}</Text>,
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
  { id: 'jobs', header: 'Jobs', cell: (company) => <Jobs company={company} />, align: 'right' },
  { id: 'phone', header: 'Phone', cell: (company) => phone(company.phone), filter: { kind: 'text' } },
  {
    id: 'created_at',
    header: 'Joined',
    cell: (company) => date(company.createdAt),
    isSortable: true,
    filter: { kind: 'date' },
  },
];

function Jobs({ company: { totalJobs, totalActiveJobs } }: { company: CompanyListItem }) {
  return (
    <Stack gap={0}>
      <Text size="sm">{count(totalJobs, 'job')}</Text>
      <Text size="xs" c="dimmed">
        {totalActiveJobs} active
      </Text>
    </Stack>
  );
}
