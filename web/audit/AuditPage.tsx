import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/ui/States.tsx';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { actionLabel, actionOptions, subjectLabel } from '#shared/admin/audit.ts';
import { auditDefaults, type AuditItem, auditQuery, auditRequest, companyLogQuery } from './queries.ts';
import { Code, Stack, Text } from '@mantine/core';
import { Facts } from '#web/ui/Section.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { t, writeText } from '#web/texts/app.ts';

/** The columns of the audit log. Their ids are the wire's field names, which sort and filter. */
const auditColumns: readonly GridColumn<AuditItem>[] = [
  {
    id: 'at',
    header: t('common.date'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: ({ at }) => <DateText value={at} as="time" />,
  },
  { id: 'actor', header: t('audit.user'), filter: { kind: 'text' }, onCard: 'title', cell: (item) => <ActorCell item={item} /> },
  {
    id: 'action',
    header: t('audit.action'),
    isSortable: true,
    filter: { kind: 'enum', options: actionOptions(writeText) },
    cell: ({ action }) => actionLabel(action, writeText),
  },
  { id: 'subject', header: t('audit.object'), isWide: true, filter: { kind: 'text' }, cell: (item) => subjectOf(item) },
  {
    id: 'is_impersonation',
    header: t('audit.actingAs'),
    filter: { kind: 'flag' },
    isEmpty: ({ impersonatedId }) => !impersonatedId,
    cell: ({ impersonatedId, impersonatedName }) => (impersonatedId ? (impersonatedName ?? t('audit.deletedAccount')) : '-'),
  },
  { id: 'ip', header: t('audit.ipAddress'), isShort: true, isExtra: true, isEmpty: ({ ip }) => !ip, cell: ({ ip }) => ip ?? '-' },
];

/** The columns of the log of all companies, which also has the company. */
const everyCompanyColumns: readonly GridColumn<AuditItem>[] = [
  ...auditColumns.slice(0, 4),
  {
    id: 'company',
    header: t('common.company'),
    filter: { kind: 'text' },
    isEmpty: ({ companyName }) => !companyName,
    cell: ({ companyName }) => companyName ?? '-',
  },
  ...auditColumns.slice(4),
];

/** A row without a person is the product's own action, such as a job that expired. */
function ActorCell({ item: { actorId, actorName, actorEmail } }: { item: AuditItem }) {
  if (!actorId)
    return (
      <Text span size="sm" c="dimmed">
        {t('audit.haulboard')}
      </Text>
    );
  return (
    <Stack gap={0} component="span">
      <Text span size="sm" fw={550}>
        {actorName ?? t('audit.deletedAccount')}
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
  return subject ? subjectLabel(subject.type, subjectName, writeText) : '-';
}

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Sorts "from" before other keys, because the stored object has no order. */
const byReadingOrder = ([one]: [string, unknown], [other]: [string, unknown]) =>
  Number(other === 'from') - Number(one === 'from');

/** All details of one log entry. */
function AuditDetail({ item }: { item: AuditItem }) {
  const detail = Object.entries(item.detail ?? {})
    .toSorted(byReadingOrder)
    .map(([key, value]): [string, string] => [
      key.charAt(0).toUpperCase() + key.slice(1).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`),
      Array.isArray(value) ? value.map(valueText).join(', ') : valueText(value),
    ]);
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          [t('common.date'), <DateText key="date" value={item.at} as="time" />],
          [t('audit.action'), <Code key="action">{item.action}</Code>],
          [t('audit.account'), item.actorId],
          [t('audit.actingAs'), item.impersonatedId],
          [t('audit.ipAddress'), item.ip],
          [t('audit.object'), item.subject ? subjectLabel(item.subject.type, item.subject.id, writeText) : null],
          ...detail,
        ]}
      />
    </Stack>
  );
}

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

const logWords = {
  own: t('audit.activityCompanyIncludingActionsHaulboard'),
  others: t('audit.activityCompanyItsUsersSee'),
};

const rowName = ({ action, at }: AuditItem) => `${actionLabel(action, writeText)}, ${at}`;

/** `/admin/audit`: the log of all companies. */
export function AuditPage({ search, onSearch }: Props) {
  const query = useQuery(auditQuery(search));
  const { filters } = auditRequest(search);
  return (
    <>
      <PageHeader
        title={t('audit.audit')}
        description={t('audit.allActivityImpersonatedActionsShow')}
        actions={<ExportButton path="/admin/audit/export" input={{ filters }} total={query.data?.pagination.total} />}
      />
      <DataGrid
        label={t('audit.audit')}
        columns={everyCompanyColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        rowName={rowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<ByName search={search} onSearch={onSearch} />}
        empty={<NoActivity />}
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
        title={t('common.companyLog')}
        description={companyId ? logWords.others : logWords.own}
        actions={
          <ExportButton path="/companies/log/export" input={{ filters, companyId }} total={query.data?.pagination.total} />
        }
      />
      <DataGrid
        label={t('common.companyLog')}
        columns={auditColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        rowName={rowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<ByName search={search} onSearch={onSearch} />}
        empty={<NoActivity />}
      />
    </>
  );
}

function ByName({ search, onSearch }: Props) {
  return (
    <SearchInput
      label={t('audit.searchTheLog')}
      placeholder={t('audit.searchByName')}
      value={search.q ?? ''}
      onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
    />
  );
}

function NoActivity() {
  return (
    <EmptyState title={t('audit.noActivityYet')} icon={<IconHistory size={28} />}>
      {t('audit.activityAppearsHereHappens')}
    </EmptyState>
  );
}
