import { Code, Stack, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { securityEventLabel, securityEventOptions } from '#shared/admin/security-events.ts';
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
import { auditDefaults, type SecurityEventItem, securityQuery, toSecurityRequest } from './queries.ts';

/** The columns of the security events. Their ids are the API's field names, because the server sorts and filters by them. */
const columns: readonly GridColumn<SecurityEventItem>[] = [
  {
    id: 'at',
    header: t('common.date'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'date' },
    cell: ({ at }) => <DateText value={at} dateFormat="time" />,
  },
  {
    id: 'event',
    header: t('common.event'),
    isSortable: true,
    filter: { kind: 'enum', options: securityEventOptions(writeText) },
    cardRole: 'title',
    cell: ({ event }) => securityEventLabel(event, writeText),
  },
  { id: 'user', header: t('common.user'), isWide: true, filter: { kind: 'text' }, cell: (item) => <UserCell item={item} /> },
  {
    id: 'company',
    header: t('ui.company'),
    filter: { kind: 'text' },
    isEmpty: ({ companyName }) => !companyName,
    cell: ({ companyName }) => companyName ?? '-',
  },
  {
    id: 'ip',
    header: t('common.ipAddress'),
    isShort: true,
    filter: { kind: 'text' },
    isEmpty: ({ ip }) => !ip,
    cell: ({ ip }) => ip ?? '-',
  },
  {
    id: 'count',
    header: t('securityEvents.times'),
    isShort: true,
    isSortable: true,
    filter: { kind: 'number' },
    cell: ({ count }) => count,
  },
];

function UserCell({ item: { userId, userName, userEmail } }: { item: SecurityEventItem }) {
  if (!userId)
    return (
      <Text span size="sm" c="dimmed">
        {t('securityEvents.unknownVisitor')}
      </Text>
    );
  return (
    <Stack gap={0} component="span">
      <Text span size="sm" fw={550}>
        {userName ?? t('common.deletedAccount')}
      </Text>
      {userEmail ? (
        <Text span size="xs" c="dimmed" fw={400}>
          {userEmail}
        </Text>
      ) : null}
    </Stack>
  );
}

const formatValue = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function EventDetail({ item }: { item: SecurityEventItem }) {
  return (
    <DetailList
      items={[
        [t('common.date'), <DateText key="date" value={item.at} dateFormat="time" />],
        [t('common.event'), <Code key="event">{item.event}</Code>],
        [t('common.account'), item.userId],
        [t('common.actingAs'), item.impersonatedId],
        [t('common.ipAddress'), item.ip],
        [t('common.device'), item.userAgent],
        [t('securityEvents.request'), item.requestId],
        ...Object.entries(item.detail ?? {}).map(([key, value]): [string, string] => [key, formatValue(value)]),
      ]}
    />
  );
}

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

const getRowName = ({ event, at }: SecurityEventItem) => `${securityEventLabel(event, writeText)}, ${at}`;

/** `/admin/security`: the security events of all users. */
export function SecurityEventsPage({ search, onSearch }: Props) {
  const query = useQuery(securityQuery(search));
  const { filters } = toSecurityRequest(search);
  return (
    <>
      <PageHeader
        title={t('common.securityEvents')}
        description={t('securityEvents.description')}
        actions={<ExportButton path="/admin/security-events/export" input={{ filters }} total={query.data?.pagination.total} />}
      />
      <DataGrid
        label={t('common.securityEvents')}
        columns={columns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={auditDefaults}
        getRowName={getRowName}
        renderDetail={(item) => <EventDetail item={item} />}
        toolbar={
          <SearchInput
            label={t('securityEvents.search')}
            placeholder={t('common.searchByNameOrEmail')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title={t('securityEvents.noEvents')} icon={<IconShieldLock size={28} />}>
            {t('securityEvents.noEventsHint')}
          </EmptyState>
        }
      />
    </>
  );
}
