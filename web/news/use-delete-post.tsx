import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { loadNotifications, toast } from '#web/ui/toast.ts';
import { type Post, useDeletePost, useRestorePost } from './queries.ts';

/** Deletes a post after a question and offers to undo it (`server/news/update-post.ts` keeps it for a day). */
export function useDeletePostWithUndo(): { remove: (post: Post) => Promise<boolean>; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const deleting = useDeletePost();
  const restoring = useRestorePost();
  const undo = (post: Post) =>
    restoring.mutate(
      { id: post.id },
      { onSuccess: () => toast.success(`“${post.title}” restored`), onError: (error) => toast.error(error) },
    );
  const remove = async (post: Post) => {
    const message = 'Members won’t see it anymore. You can undo this right after.';
    const isSure = await ask({ title: `Delete “${post.title}”?`, message, confirmLabel: 'Delete', isDestructive: true });
    if (!isSure) return false;
    try {
      await deleting.mutateAsync({ id: post.id });
    } catch (error) {
      toast.error(error);
      return false;
    }
    void showUndo(post, () => undo(post));
    return true;
  };
  return { remove, dialog };
}

const undoMs = 15_000;

async function showUndo(post: Post, onUndo: () => void): Promise<void> {
  const notifications = await loadNotifications();
  const id = `deleted:${post.id}`;
  const take = () => {
    notifications.hide(id);
    onUndo();
  };
  notifications.show({
    id,
    withBorder: true,
    role: 'status',
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': 'Close' },
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">“{post.title}” deleted</Text>
        <Button size="compact-sm" variant="default" onClick={take}>
          Undo
        </Button>
      </Group>
    ),
  });
}
