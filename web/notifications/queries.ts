import { useMutation } from '@tanstack/react-query';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc } from '#web/api/trpc.ts';

export type NotificationSettings = Outputs['notifications']['settings'];
export const notificationSettingsQuery = () => trpc.notifications.settings.queryOptions();
export const cacheNotificationSettings = (settings: NotificationSettings) =>
  queryClient.setQueryData(notificationSettingsQuery().queryKey, settings);

export const useMuteJob = () => useMutation(trpc.notifications.muteJob.mutationOptions({ onSuccess: cacheNotificationSettings }));
