import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/query-client.ts';
import { type Outputs, trpc } from '#web/trpc.ts';
import { gridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';

export type NotificationItem = Outputs['notifications']['list']['items'][number];

const panelRows = 6;

export const unreadQuery = () => trpc.notifications.unread.queryOptions();
export const latestQuery = () => trpc.notifications.list.queryOptions({ offset: 0, limit: panelRows });

export const notificationsQuery = (search: GridSearch, unread: boolean) => {
  const { offset, limit } = gridRequest(search);
  return {
    ...trpc.notifications.list.queryOptions({ offset, limit, ...(unread ? { unread } : {}) }),
    placeholderData: keepPreviousData,
  };
};

export const forgetNotifications = () => queryClient.invalidateQueries(trpc.notifications.pathFilter());

export const useMarkRead = () => useMutation(trpc.notifications.markRead.mutationOptions({ onSettled: forgetNotifications }));
