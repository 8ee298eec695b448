import { Anchor, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { supportStatuses, supportStatusLabels } from '#shared/companies/support.ts';
import { number } from '#web/browser/format.ts';
import { CompanyInbox } from '#web/layouts/CompanyInbox.tsx';
import { t, writeText } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { type ThreadRow, threadDefaults, threadsQuery } from './queries.ts';

type Props = {
  /** Support sees the conversations of every company, and a company sees its own. */
  side: 'support' | 'company';
  search: GridSearch;
  onSearch: (next: GridSearch) => void;
};

const statusOptions = supportStatuses.map((status) => ({ value: status, label: writeText(supportStatusLabels[status]) }));

function createColumns(side: Props['side']): GridColumn<ThreadRow>[] {
  const path = side === 'support' ? '/admin/messages/$id' : '/company/messages/$id';
  const companyColumn: GridColumn<ThreadRow> = {
    id: 'company',
    header: t('ui.company'),
    isSortable: true,
    filter: { kind: 'text' },
    cell: ({ companyName }) => companyName,
  };
  return [
    {
      id: 'subject',
      header: t('support.subject'),
      cardRole: 'title',
      isSortable: true,
      filter: { kind: 'text' },
      cell: ({ id, subject }) => (
        <Anchor fw={600} size="sm" renderRoot={(props) => <Link {...props} to={path} params={{ id }} />}>
          {subject}
        </Anchor>
      ),
    },
    {
      id: 'status',
      header: t('common.status'),
      isSortable: true,
      filter: { kind: 'enum', options: statusOptions },
      cell: ({ status }) => <StatusBadge status={status} label={writeText(supportStatusLabels[status])} />,
    },
    ...(side === 'support' ? [companyColumn] : []),
    {
      id: 'job',
      header: t('common.job'),
      isWide: true,
      filter: { kind: 'text' },
      isEmpty: ({ jobTitle }) => !jobTitle,
      cell: ({ jobTitle }) => jobTitle ?? '-',
    },
    { id: 'messages', header: t('common.messages'), align: 'right', isShort: true, cell: ({ messages }) => number(messages) },
    {
      id: 'last_message_at',
      header: t('support.lastMessage'),
      isSortable: true,
      isShort: true,
      filter: { kind: 'date' },
      cell: ({ lastMessageAt }) => <DateText value={lastMessageAt} dateFormat="time" />,
    },
  ];
}

const columns = { support: createColumns('support'), company: createColumns('company') };
/** `/admin/messages` and `/company/messages`: the conversations between support and companies. */
export function MessagesPage(props: Props) {
  if (props.side === 'company')
    return (
      <CompanyInbox path="/company/messages">
        <MessagesGrid {...props} />
      </CompanyInbox>
    );
  return (
    <>
      <PageHeader title={t('common.messages')} description={t('support.messagesDescriptionForSupport')} />
      <MessagesGrid {...props} />
    </>
  );
}

function MessagesGrid({ side, search, onSearch }: Props) {
  const query = useQuery(threadsQuery(search));
  return (
    <DataGrid
      label={t('common.messages')}
      columns={columns[side]}
      query={query}
      search={search}
      onSearch={onSearch}
      defaults={threadDefaults}
      getRowName={({ subject }) => subject}
      toolbar={
        <SearchInput
          label={t('support.searchMessages')}
          placeholder={t('support.searchBySubject')}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
        />
      }
      empty={
        <EmptyState title={t('common.noMessagesYet')} icon={<IconMessages size={28} />}>
          <Text span inherit>
            {side === 'support' ? t('support.noMessagesHintForSupport') : t('support.noMessagesHint')}
          </Text>
        </EmptyState>
      }
    />
  );
}
