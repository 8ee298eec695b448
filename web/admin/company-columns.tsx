import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { billingTypes, companyStatuses, companyTypes, labelOf, options } from '#shared/catalogues.ts';
import { number } from '#shared/format.ts';
import { PhoneLink } from '#web/ui/PhoneLink.tsx';
import type { CompanyListItem } from '#web/company/queries.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DateText } from '#web/ui/Values.tsx';

/** `spec: work §3 Company list item`, `§5` filters. */
export const companyColumns: readonly GridColumn<CompanyListItem>[] = [
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
