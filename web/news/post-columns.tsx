import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { number } from '#shared/format.ts';
import { postStates } from '#shared/news/post-state.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import type { Post } from './queries.ts';

export const postColumns: GridColumn<Post>[] = [
  {
    id: 'title',
    header: 'Title',
    onCard: 'title',
    isSortable: true,
    filter: { kind: 'text' },
    cell: ({ id, channelId, title }) => (
      <Anchor
        fw={600}
        size="sm"
        renderRoot={(props) => <Link {...props} to="/news/$id/posts/$postId" params={{ id: channelId, postId: id }} />}
      >
        {title}
      </Anchor>
    ),
  },
  {
    id: 'state',
    header: 'State',
    filter: { kind: 'enum', options: postStates.map((state) => ({ value: state, label: state })) },
    cell: ({ state }) => <StatusBadge label={state} />,
  },
  { id: 'views', header: 'Views', align: 'right', isShort: true, isSortable: true, cell: ({ views }) => number(views) },
  {
    id: 'author',
    header: 'Author',
    filter: { kind: 'text' },
    isEmpty: ({ authorName }) => !authorName,
    cell: ({ authorName }) => authorName ?? '-',
  },
  {
    id: 'created_at',
    header: 'Created',
    isSortable: true,
    isShort: true,
    filter: { kind: 'date', halfRange: 'ignored' },
    cell: ({ createdAt }) => <DateText value={createdAt} />,
  },
  {
    id: 'published_at',
    header: 'Published',
    isSortable: true,
    isShort: true,
    filter: { kind: 'date', halfRange: 'ignored' },
    isEmpty: ({ publishedAt, scheduledAt }) => !publishedAt && !scheduledAt,
    cell: ({ publishedAt, scheduledAt }) => <DateText value={scheduledAt ?? publishedAt} as={scheduledAt ? 'time' : 'date'} />,
  },
];
