import { Code, Stack, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { actionLabel, actionOptions, subjectLabel } from '#shared/admin/audit.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { DetailList } from '#web/ui/Section.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { auditDefaults, type AuditItem, auditQuery, toAuditRequest, companyLogQuery } from './queries.ts';

/** The columns of the audit log. Their ids are the API's field names, because the server sorts and filters by them. */
const auditColumns: readonly GridColumn<AuditItem>[] = [
  {
    id: 'at',
    header: t('common.date'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: ({ at }) => <DateText value={at} dateFormat="time" />,
  },
  {
    id: 'actor',
    header: t('common.user'),
    filter: { kind: 'text' },
    cardRole: 'title',
    cell: (item) => <ActorCell item={item} />,
  },
  {
    id: 'action',
    header: t('common.action'),
    isSortable: true,
    filter: { kind: 'enum', options: actionOptions(writeText) },
    cell: ({ action }) => actionLabel(action, writeText),
  },
  { id: 'subject', header: t('common.object'), isWide: true, filter: { kind: 'text' }, cell: (item) => getSubjectText(item) },
  {
    id: 'is_impersonation',
    header: t('common.actingAs'),
    filter: { kind: 'flag' },
    isEmpty: ({ impersonatedId }) => !impersonatedId,
    cell: ({ impersonatedId, impersonatedName }) => (impersonatedId ? (impersonatedName ?? t('common.deletedAccount')) : '-'),
  },
  {
    id: 'ip',
    header: t('common.ipAddress'),
    isShort: true,
    isExtra: true,
    isEmpty: ({ ip }) => !ip,
    cell: ({ ip }) => ip ?? '-',
  },
];

/** The columns of the log of all companies, which also names the company. */
const allCompanyColumns: readonly GridColumn<AuditItem>[] = [
  ...auditColumns.slice(0, 4),
  {
    id: 'company',
    header: t('ui.company'),
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
        {actorName ?? t('common.deletedAccount')}
      </Text>
      {actorEmail ? (
        <Text span size="xs" c="dimmed" fw={400}>
          {actorEmail}
        </Text>
      ) : null}
    </Stack>
  );
}

function getSubjectText({ subject, subjectName }: AuditItem): string {
  return subject ? subjectLabel(subject.type, subjectName, writeText) : '-';
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Sorts "from" before other keys, because the database does not keep the order of keys. */
const compareDetailKeys = ([firstKey]: [string, unknown], [secondKey]: [string, unknown]) =>
  Number(secondKey === 'from') - Number(firstKey === 'from');

/** All details of one log entry. */
function AuditDetail({ item }: { item: AuditItem }) {
  const detailRows = Object.entries(item.detail ?? {})
    .toSorted(compareDetailKeys)
    .map(([key, value]): [string, string] => [
      key.charAt(0).toUpperCase() + key.slice(1).replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`),
      Array.isArray(value) ? value.map(formatValue).join(', ') : formatValue(value),
    ]);
  return (
    <Stack gap="sm">
      <DetailList
        items={[
          [t('common.date'), <DateText key="date" value={item.at} dateFormat="time" />],
          [t('common.action'), <Code key="action">{item.action}</Code>],
          [t('common.account'), item.actorId],
          [t('common.actingAs'), item.impersonatedId],
          [t('common.ipAddress'), item.ip],
          [t('common.object'), item.subject ? subjectLabel(item.subject.type, item.subject.id, writeText) : null],
          ...detailRows,
        ]}
      />
    </Stack>
  );
}

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

const logDescriptions = {
  ownCompany: t('audit.ownCompanyDescription'),
  chosenCompany: t('audit.chosenCompanyDescription'),
};

const getRowName = ({ action, at }: AuditItem) => `${actionLabel(action, writeText)}, ${at}`;

/** `/admin/audit`: the log of all companies. */
export function AuditPage({ search, onSearch }: Props) {
  const query = useQuery(auditQuery(search));
  const { filters } = toAuditRequest(search);
  return (
    <>
      <PageHeader
        title={t('common.audit')}
        description={t('audit.allActivityDescription')}
        actions={<ExportButton path="/admin/audit/export" input={{ filters }} total={query.data?.pagination.total} />}
      />
      <DataGrid
        label={t('common.audit')}
        columns={allCompanyColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        getRowName={getRowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<LogSearchInput search={search} onSearch={onSearch} />}
        empty={<NoActivity />}
      />
    </>
  );
}

/** `/company/settings/log`: the log of one company. */
export function CompanyLogPage({ search, onSearch, companyId }: Props & { companyId?: string | undefined }) {
  const query = useQuery(companyLogQuery(search, companyId));
  const { filters } = toAuditRequest(search);
  return (
    <>
      <PageHeader
        title={t('common.companyLog')}
        description={companyId ? logDescriptions.chosenCompany : logDescriptions.ownCompany}
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
        getRowName={getRowName}
        renderDetail={(item) => <AuditDetail item={item} />}
        toolbar={<LogSearchInput search={search} onSearch={onSearch} />}
        empty={<NoActivity />}
      />
    </>
  );
}

function LogSearchInput({ search, onSearch }: Props) {
  return (
    <SearchInput
      label={t('audit.searchTheLog')}
      placeholder={t('common.searchByName')}
      value={search.q ?? ''}
      onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
    />
  );
}

function NoActivity() {
  return (
    <EmptyState title={t('audit.noActivityYet')} icon={<IconHistory size={28} />}>
      {t('audit.noActivityHint')}
    </EmptyState>
  );
}
