import { Button, Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconNews, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { channelTypes, channelTypeLabels } from '#shared/news/news.ts';
import { number } from '#web/browser/format.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { ChannelDrawer, ChannelMenu } from './ChannelMenu.tsx';
import { type Channel, channelsQuery, newsDefaults } from './queries.ts';

const channelColumns: GridColumn<Channel>[] = [
  {
    id: 'name',
    header: t('common.channel'),
    cardRole: 'title',
    isSortable: true,
    filter: { kind: 'text' },
    cell: ({ id, name }) => (
      <Anchor fw={600} size="sm" renderRoot={(props) => <Link {...props} to="/news/$id" params={{ id }} />}>
        {name}
      </Anchor>
    ),
  },
  {
    id: 'channel_type',
    header: t('common.subscription'),
    isSortable: true,
    isShort: true,
    filter: { kind: 'enum', options: channelTypes.map((type) => ({ value: type, label: writeText(channelTypeLabels[type]) })) },
    cell: ({ channelType }) => writeText(channelTypeLabels[channelType]),
  },
  {
    id: 'is_active',
    header: t('common.status'),
    isSortable: true,
    filter: { kind: 'flag' },
    cell: ({ isActive }) => (
      <StatusBadge status={isActive ? 'Active' : 'Inactive'} label={isActive ? t('common.active') : t('common.inactive')} />
    ),
  },
  {
    id: 'description',
    header: t('common.description'),
    isWide: true,
    filter: { kind: 'text' },
    isEmpty: ({ description }) => !description,
    cell: ({ description }) => description ?? '-',
  },
  { id: 'posts', header: t('news.posts'), align: 'right', isShort: true, isSortable: true, cell: ({ posts }) => number(posts) },
  {
    id: 'created_at',
    header: t('common.created'),
    isSortable: true,
    isShort: true,
    filter: { kind: 'date' },
    cell: ({ createdAt }) => <DateText value={createdAt} />,
  },
];

type Props = { search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/news` and `/admin/channels`: all channels, with actions for news staff. */
export function ChannelsPage({ search, onSearch }: Props) {
  const me = useMe();
  const mayManage = can(me.roles, 'news.manage');
  const [isAddDrawerOpen, addDrawer] = useDisclosure(false);
  const query = useQuery(channelsQuery(search));
  const addButton = mayManage ? (
    <Button color="orange" leftSection={<IconPlus size={16} aria-hidden />} onClick={addDrawer.open}>
      {t('news.newChannel')}
    </Button>
  ) : null;
  return (
    <>
      <PageHeader title={t('common.newsChannels')} description={t('news.channelsPageDescription')} actions={addButton} />
      <DataGrid
        label={t('news.channels')}
        columns={channelColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={newsDefaults}
        getRowName={(channel) => channel.name}
        {...(mayManage ? { renderRowActions: (channel: Channel) => <ChannelMenu channel={channel} /> } : {})}
        toolbar={
          <SearchInput
            label={t('news.searchChannels')}
            placeholder={t('common.searchByName')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState
            title={t('news.noChannelsYet')}
            icon={<IconNews size={28} />}
            action={mayManage ? <NewChannelButton onClick={addDrawer.open} /> : null}
          >
            {mayManage ? t('news.noChannelsManagerHint') : t('news.noChannelsReaderHint')}
          </EmptyState>
        }
      />
      <ChannelDrawer isOpen={isAddDrawerOpen} onClose={addDrawer.close} />
    </>
  );
}

function NewChannelButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="default" onClick={onClick}>
      {t('news.createChannel')}
    </Button>
  );
}
