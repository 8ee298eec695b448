import { Anchor, Group, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { chargeStatusExplanations, chargeStatuses, purposes } from '#shared/billing/invoices.ts';
import { declineReasons } from '#shared/billing/payment.ts';
import { labelOf, options } from '#shared/catalogues.ts';
import { formatPaymentMethod, amountColumn } from '#web/billing/invoice-columns.tsx';
import { chargeDefaults, type ChargeItem, chargesQuery } from '#web/billing/queries.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { EmptyState } from '#web/ui/States.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { BillingFrame, CompanyFilterButton } from './BillingFrame.tsx';

const columns: readonly GridColumn<ChargeItem>[] = [
  {
    id: 'company_name',
    header: t('ui.company'),
    cardRole: 'title',
    isSortable: true,
    filter: { kind: 'text' },
    cell: (row) => <Text fw={600}>{row.companyName}</Text>,
  },
  {
    id: 'created_at',
    header: t('common.date'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: (row) => <DateText value={row.createdAt} dateFormat="time" />,
  },
  {
    id: 'status',
    header: t('common.status'),
    filter: { kind: 'enum', options: options(chargeStatuses, writeText) },
    cell: ({ status }) => (
      <StatusBadge
        status={status}
        label={labelOf(chargeStatuses, status, writeText)}
        explanation={chargeStatusExplanations[status]}
      />
    ),
  },
  {
    id: 'reason',
    header: t('common.reason'),
    filter: { kind: 'enum', options: declineReasons.map((key) => ({ value: key, label: t(key) })) },
    isEmpty: (row) => row.reason === null,
    cell: (row) => row.reason ?? '-',
  },
  {
    id: 'purpose',
    header: t('common.type'),
    isExtra: true,
    filter: { kind: 'enum', options: options(purposes, writeText) },
    cell: (row) => labelOf(purposes, row.purpose, writeText),
  },
  {
    id: 'card',
    header: t('common.card'),
    isShort: true,
    isEmpty: (row) => row.cardType === null,
    cell: (row) => formatPaymentMethod({ ...row, description: '-' }),
  },
  {
    id: 'invoice',
    header: t('common.invoice'),
    isShort: true,
    isEmpty: (row) => row.invoiceCustomId === null,
    cell: ({ invoiceCustomId: invoiceNumber }) =>
      invoiceNumber ? (
        <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/admin/invoices" search={{ q: invoiceNumber }} />}>
          {invoiceNumber}
        </Anchor>
      ) : (
        '-'
      ),
  },
  amountColumn,
];

type Props = {
  companyId: string | undefined;
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
  onShowAll: () => void;
};

/** `/admin/charges`: attempts to charge cards, with outcome and reason. */
export function ChargesPage({ companyId, search, onSearch, onShowAll }: Props) {
  const query = useQuery(chargesQuery(search, companyId));
  return (
    <BillingFrame path="/admin/charges" companyId={companyId}>
      <DataGrid
        label={t('admin.charges')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={chargeDefaults}
        getRowName={(row) => row.companyName}
        toolbar={
          companyId ? (
            <Group gap="sm">
              <CompanyFilterButton name={query.data?.items[0]?.companyName} onShowAll={onShowAll} />
            </Group>
          ) : undefined
        }
        empty={
          <EmptyState title={t('common.noChargesYet')} icon={<IconCreditCard size={28} />}>
            {t('admin.noChargesHint')}
          </EmptyState>
        }
      />
    </BillingFrame>
  );
}
