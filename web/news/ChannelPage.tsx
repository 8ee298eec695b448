import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencilPlus } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { can } from '#shared/access/access.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { useMe } from '#web/use-me.ts';
import { ChannelMenu } from './ChannelMenu.tsx';
import { NewPostDialog } from './NewPostDialog.tsx';
import { postColumns } from './post-columns.tsx';
import { PostMenu } from './PostMenu.tsx';
import { channelQuery, newsDefaults, type Post, postsQuery } from './queries.ts';

type Props = { id: string; search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/news/{id}`: a channel and its posts. */
export function ChannelPage({ id, search, onSearch }: Props) {
  const me = useMe();
  const navigate = useNavigate();
  const mayManage = can(me.roles, 'news.manage');
  const [isWriting, writing] = useDisclosure(false);
  const { data: channel } = useSuspenseQuery(channelQuery(id));
  const query = useQuery(postsQuery(id, search));
  return (
    <>
      <PageHeader
        title={channel.name}
        back={{ to: '/news', label: 'News Channels' }}
        badge={<StatusBadge label={channel.isActive ? 'Active' : 'Inactive'} />}
        description={[channel.channelType, channel.description].filter(Boolean).join(' · ')}
        actions={
          mayManage ? (
            <>
              <ChannelMenu channel={channel} isOnPage onDeleted={() => void navigate({ to: '/news' })} />
              <Button color="orange" leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={writing.open}>
                New post
              </Button>
            </>
          ) : null
        }
      />
      <DataGrid
        label="Posts"
        columns={postColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={newsDefaults}
        rowName={(post) => post.title}
        {...(mayManage ? { rowActions: (post: Post) => <PostMenu post={post} /> } : {})}
        toolbar={
          <SearchInput
            label="Search posts"
            placeholder="Search by title"
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title="No posts yet" icon={<IconPencilPlus size={28} />}>
            {mayManage
              ? 'Select New post to write the first one. It stays a draft until you publish it.'
              : 'Posts appear here once they’re written.'}
          </EmptyState>
        }
      />
      <NewPostDialog channelId={id} isOpen={isWriting} onClose={writing.close} />
    </>
  );
}
