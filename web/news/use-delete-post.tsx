import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/texts/app.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { loadNotifications, toast } from '#web/ui/toast.ts';
import { type Post, useDeletePost, useRestorePost } from './queries.ts';

/** Deletes a post after a confirmation and offers to undo it (`server/news/update-post.ts` keeps the post for a day). */
export function useDeletePostWithUndo(): { remove: (post: Post) => Promise<boolean>; dialog: ReactNode } {
  const { ask, dialog } = useConfirm();
  const deleteMutation = useDeletePost();
  const restoreMutation = useRestorePost();
  const undo = (post: Post) =>
    restoreMutation.mutate(
      { id: post.id },
      { onSuccess: () => toast.success(t('news.postRestored', { title: post.title })), onError: (error) => toast.error(error) },
    );
  const remove = async (post: Post) => {
    const message = t('news.deletePostWarning');
    const isConfirmed = await ask({
      title: t('common.deleteItemConfirm', { title: post.title }),
      message,
      confirmLabel: t('common.deleteButton'),
      isDestructive: true,
    });
    if (!isConfirmed) return false;
    try {
      await deleteMutation.mutateAsync({ id: post.id });
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
  const undoAndHide = () => {
    notifications.hide(id);
    onUndo();
  };
  notifications.show({
    id,
    withBorder: true,
    role: 'status',
    autoClose: undoMs,
    closeButtonProps: { 'aria-label': t('ui.close') },
    message: (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">{t('common.itemDeleted', { title: post.title })}</Text>
        <Button size="compact-sm" variant="default" onClick={undoAndHide}>
          {t('common.undo')}
        </Button>
      </Group>
    ),
  });
}
