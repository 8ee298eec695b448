import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { actionLabel, actionOptions } from '#shared/admin/audit.ts';
import { auditDefaults, type AuditItem, auditQuery, auditRequest, companyLogQuery } from './queries.ts';
import { Code, Stack, Text } from '@mantine/core';
import { Facts } from '#web/ui/Facts.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';

/** The columns of the audit log. Their ids are the wire's field names, which sort and filter. */
const auditColumns: readonly GridColumn<AuditItem>[] = [
  {
    id: 'at',
    header: 'Date',
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: ({ at }) => <DateText value={at} as="time" />,
  },
  { id: 'actor', header: 'User', filter: { kind: 'text' }, onCard: 'title', cell: (item) => <Who item={item} /> },
  {
    id: 'action',
    header: 'Action',
    isSortable: true,
    filter: { kind: 'enum', options: actionOptions },
    cell: ({ action }) => actionLabel(action),
  },
  { id: 'subject', header: 'Object', isWide: true, filter: { kind: 'text' }, cell: (item) => subjectOf(item) },
  {
    id: 'is_impersonation',
    header: 'Acting as',
    filter: { kind: 'flag' },
    isEmpty: ({ impersonatedId }) => !impersonatedId,
    cell: ({ impersonatedId, impersonatedName }) => (impersonatedId ? (impersonatedName ?? 'Deleted account') : '-'),
  },
  { id: 'ip', header: 'IP address', isShort: true, isExtra: true, isEmpty: ({ ip }) => !ip, cell: ({ ip }) => ip ?? '-' },
];

/** The same with a company column, which one company's own log does not need. */
const everyCompanyColumns: readonly GridColumn<AuditItem>[] = [
  ...auditColumns.slice(0, 4),
  {
    id: 'company',
    header: 'Company',
    filter: { kind: 'text' },
    isEmpty: ({ companyName }) => !companyName,
    cell: ({ companyName }) => companyName ?? '-',
  },
  ...auditColumns.slice(4),
];

/** A row without a person is the product's own action, such as a job that expired. */
function Who({ item: { actorId, actorName, actorEmail } }: { item: AuditItem }) {
  if (!actorId)
    return (
      <Text span size="sm" c="dimmed">
        Haulboard
      </Text>
    );
  return (
    <Stack gap={0} component="span">
      <Text span size="sm" fw={550}>
        {actorName ?? 'Deleted account'}
      </Text>
      {actorEmail ? (
        <Text span size="xs" c="dimmed" fw={400}>
          {actorEmail}
        </Text>
      ) : null}
    </Stack>
  );
}

function subjectOf({ subject, subjectName }: AuditItem): string {
  if (!subject) return '-';
  const kind = subject.type.charAt(0).toUpperCase() + subject.type.slice(1);
  return subjectName ? `${kind}: ${subjectName}` : kind;
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Sorts "from" before other keys, because the stored object has no order. */
const byReading = ([one]: [string, unknown], [other]: [string, unknown]) => Number(other === 'from') - Number(one === 'from');

/** All details of one log entry. */
function AuditDetail({ item }: { item: AuditItem }) {
  const detail = Object.entries(item.detail ?? {})
    .toSorted(byReading)
    .map(([key, value]): [string, string] => [
      key.charAt(0).toUpperCase() + key.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
      Array.isArray(value) ? value.map(shown).join(', ') : shown(value),
    ]);
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          ['Date', <DateText key="date" value={item.at} as="time" />],
          ['Action', <Code key="action">{item.action}</Code>],
          ['Account', item.actorId],
          ['Acting as', item.impersonatedId],
          ['IP address', item.ip],
          ['Object', item.subject ? [item.subject.type, item.subject.id].filter(Boolean).join(' ') : null],
          ...detail,
        ]}
      />
    </Stack>
  );
}

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

const logWords = {
  own: 'Activity in your company, including actions by Haulboard staff on your behalf.',
  others: 'Activity in this company, as its users see it.',
};

const rowName = ({ action, at }: AuditItem) => `${actionLabel(action)}, ${at}`;

/** `/admin/audit`: the log of all companies. */
export function AuditPage({ search, onSearch }: Props) {
  const query = useQuery(auditQuery(search));
  const { filters } = auditRequest(search);
  return (
    <>
      <PageHeader
        title="Audit"
        description="All activity. Impersonated actions show both names."
        actions={<ExportButton path="/admin/audit/export" input={{ filters }} total={query.data?.pagination.total} />}
      />
      <DataGrid
        label="Audit"
        columns={everyCompanyColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        rowName={rowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<ByName search={search} onSearch={onSearch} />}
        empty={<Nothing />}
      />
    </>
  );
}

/** `/company/settings/log`: the log of one company. */
export function CompanyLogPage({ search, onSearch, companyId }: Props & { companyId?: string | undefined }) {
  const query = useQuery(companyLogQuery(search, companyId));
  const { filters } = auditRequest(search);
  return (
    <>
      <PageHeader
        title="Company log"
        description={companyId ? logWords.others : logWords.own}
        actions={
          <ExportButton path="/companies/log/export" input={{ filters, companyId }} total={query.data?.pagination.total} />
        }
      />
      <DataGrid
        label="Company log"
        columns={auditColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        rowName={rowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<ByName search={search} onSearch={onSearch} />}
        empty={<Nothing />}
      />
    </>
  );
}

function ByName({ search, onSearch }: Props) {
  return (
    <SearchInput
      label="Search the log"
      placeholder="Search by name"
      value={search.q ?? ''}
      onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
    />
  );
}

function Nothing() {
  return (
    <EmptyState title="No activity yet" icon={<IconHistory size={28} />}>
      Activity appears here as it happens.
    </EmptyState>
  );
}
