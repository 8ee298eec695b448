import { Button, ActionIcon, Menu, Group, Modal, Stack, TextInput, Anchor } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencilPlus, IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, Link } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { can } from '#shared/access/access.ts';
import { postFields, postStates, postStateLabels, channelTypeLabels } from '#shared/news/news.ts';
import { number } from '#web/browser/format.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t, writeText } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import type { GridSearch } from '#web/ui/grid/grid-state.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchInput } from '#web/ui/SearchInput.tsx';
import { EmptyState } from '#web/ui/States.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import { toast } from '#web/ui/toast.ts';
import { DateText } from '#web/ui/Values.tsx';
import { ChannelMenu } from './ChannelMenu.tsx';
import { channelQuery, newsDefaults, type Post, postsQuery, useUpdatePost, useCreatePost } from './queries.ts';
import { useDeletePostWithUndo } from './use-delete-post.tsx';

const postColumns: GridColumn<Post>[] = [
  {
    id: 'title',
    header: t('common.title'),
    cardRole: 'title',
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
    header: t('common.status'),
    filter: { kind: 'enum', options: postStates.map((state) => ({ value: state, label: writeText(postStateLabels[state]) })) },
    cell: ({ state }) => <StatusBadge status={state} label={writeText(postStateLabels[state])} />,
  },
  { id: 'views', header: t('common.views'), align: 'right', isShort: true, isSortable: true, cell: ({ views }) => number(views) },
  {
    id: 'author',
    header: t('news.author'),
    filter: { kind: 'text' },
    isEmpty: ({ authorName }) => !authorName,
    cell: ({ authorName }) => authorName ?? '-',
  },
  {
    id: 'created_at',
    header: t('common.created'),
    isSortable: true,
    isShort: true,
    filter: { kind: 'date', openRange: 'ignored' },
    cell: ({ createdAt }) => <DateText value={createdAt} />,
  },
  {
    id: 'published_at',
    header: t('common.published'),
    isSortable: true,
    isShort: true,
    filter: { kind: 'date', openRange: 'ignored' },
    isEmpty: ({ publishedAt, scheduledAt }) => !publishedAt && !scheduledAt,
    cell: ({ publishedAt, scheduledAt }) => (
      <DateText value={scheduledAt ?? publishedAt} dateFormat={scheduledAt ? 'time' : 'date'} />
    ),
  },
];

const newPostSchema = z.object({ title: postFields.title.formSchema });

type NewPostDialogProps = { channelId: string; isOpen: boolean; onClose: () => void };

/** Creates a post from its title. It starts as a draft, which is saved automatically. */
function NewPostDialog({ channelId, isOpen, onClose }: NewPostDialogProps) {
  const create = useCreatePost();
  const navigate = useNavigate();
  const form = useSchemaForm(newPostSchema, { initialValues: { title: '' } });
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('news.newPost')} closeButtonProps={{ 'aria-label': t('ui.close') }}>
      <Form
        form={form}
        label={t('news.newPost')}
        onSubmit={async ({ title }) => {
          const { id } = await create.mutateAsync({ channelId, title });
          await navigate({ to: '/news/$id/posts/$postId', params: { id: channelId, postId: id } });
        }}
      >
        <Stack gap="md">
          <TextInput
            label={t('common.title')}
            data-autofocus
            maxLength={200}
            key={form.key('title')}
            {...form.getInputProps('title')}
          />
          <Group justify="flex-end">
            <SubmitButton>{t('news.writePost')}</SubmitButton>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}

type Props = { id: string; search: GridSearch; onSearch: (next: GridSearch) => void };

/** `/news/{id}`: a channel and its posts. */
export function ChannelPage({ id, search, onSearch }: Props) {
  const me = useMe();
  const navigate = useNavigate();
  const mayManage = can(me.roles, 'news.manage');
  const [isNewPostOpen, newPostDialog] = useDisclosure(false);
  const { data: channel } = useSuspenseQuery(channelQuery(id));
  const query = useQuery(postsQuery(id, search));
  return (
    <>
      <PageHeader
        title={channel.name}
        back={{ to: '/news', label: t('common.newsChannels') }}
        badge={
          <StatusBadge
            status={channel.isActive ? 'Active' : 'Inactive'}
            label={channel.isActive ? t('common.active') : t('common.inactive')}
          />
        }
        description={[writeText(channelTypeLabels[channel.channelType]), channel.description].filter(Boolean).join(' · ')}
        actions={
          mayManage ? (
            <>
              <ChannelMenu channel={channel} isOnPage onDeleted={() => void navigate({ to: '/news' })} />
              <Button color="orange" leftSection={<IconPencilPlus size={16} aria-hidden />} onClick={newPostDialog.open}>
                {t('news.newPost')}
              </Button>
            </>
          ) : null
        }
      />
      <DataGrid
        label={t('news.posts')}
        columns={postColumns}
        query={query}
        search={search}
        onSearch={onSearch}
        defaults={newsDefaults}
        getRowName={(post) => post.title}
        {...(mayManage ? { renderRowActions: (post: Post) => <PostMenu post={post} /> } : {})}
        toolbar={
          <SearchInput
            label={t('news.searchPosts')}
            placeholder={t('news.searchByTitle')}
            value={search.q ?? ''}
            onChange={(q) => onSearch({ ...search, q: q || undefined, page: undefined })}
          />
        }
        empty={
          <EmptyState title={t('news.noPostsYet')} icon={<IconPencilPlus size={28} />}>
            {mayManage ? t('news.noPostsManagerHint') : t('news.noPostsReaderHint')}
          </EmptyState>
        }
      />
      <NewPostDialog channelId={id} isOpen={isNewPostOpen} onClose={newPostDialog.close} />
    </>
  );
}

function PostMenu({ post }: { post: Post }) {
  const update = useUpdatePost();
  const { remove, dialog } = useDeletePostWithUndo();
  const toggleActive = () =>
    update.mutate(
      { postId: post.id, isActive: !post.isActive },
      { onSuccess: () => toast.success(t('errors.updated')), onError: (error) => toast.error(error) },
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('common.actionsForTitle', { title: post.title })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={post.isActive ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
            onClick={toggleActive}
          >
            {post.isActive ? t('common.deactivate') : t('news.publishNow')}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove(post)}
          >
            {t('common.deleteButton')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
