import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { number } from '#shared/format.ts';
import { channelTypes } from '#shared/news/news.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { Channel } from './queries.ts';

export const channelColumns: GridColumn<Channel>[] = [
  {
    id: 'name',
    header: 'Channel',
    onCard: 'title',
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
    header: 'Subscription',
    isSortable: true,
    isShort: true,
    filter: { kind: 'enum', options: channelTypes.map((type) => ({ value: type, label: type })) },
    cell: ({ channelType }) => channelType,
  },
  {
    id: 'is_active',
    header: 'Status',
    isSortable: true,
    filter: { kind: 'flag' },
    cell: ({ isActive }) => <StatusBadge label={isActive ? 'Active' : 'Inactive'} />,
  },
  {
    id: 'description',
    header: 'Description',
    isWide: true,
    filter: { kind: 'text' },
    isEmpty: ({ description }) => !description,
    cell: ({ description }) => description ?? '-',
  },
  { id: 'posts', header: 'Posts', align: 'right', isShort: true, isSortable: true, cell: ({ posts }) => number(posts) },
  {
    id: 'created_at',
    header: 'Created',
    isSortable: true,
    isShort: true,
    filter: { kind: 'date' },
    cell: ({ createdAt }) => <DateText value={createdAt} />,
  },
];
