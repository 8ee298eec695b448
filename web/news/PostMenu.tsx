import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/ui/toast.ts';
import { type Post, useUpdatePost } from './queries.ts';
import { useDeletePostWithUndo } from './use-delete-post.tsx';

/** A post's acts in the list: up, down, deleted. */
export function PostMenu({ post }: { post: Post }) {
  const update = useUpdatePost();
  const { remove, dialog } = useDeletePostWithUndo();
  const toggle = () =>
    update.mutate(
      { postId: post.id, isActive: !post.isActive },
      { onSuccess: () => toast.success(messages.updated), onError: (error) => toast.error(error) },
    );
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${post.title}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={post.isActive ? <IconPlayerPause size={16} aria-hidden /> : <IconPlayerPlay size={16} aria-hidden />}
            onClick={toggle}
          >
            {post.isActive ? 'Deactivate' : 'Publish now'}
          </Menu.Item>
          <Menu.Item
            c="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void remove(post)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
