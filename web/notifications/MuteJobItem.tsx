import { Menu } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { notificationSettingsQuery, useMuteJob } from './queries.ts';

const iconSize = 16;

/** A menu item that mutes or unmutes the notifications about new applicants of a job. */
export function MuteJobItem({ job: { id, title } }: { job: { id: string; title: string } }) {
  const { data, error } = useQuery(notificationSettingsQuery());
  const muteMutation = useMuteJob();
  if (error && !data) return <Menu.Label>{errorText(error)}</Menu.Label>;
  const isMuted = data?.mutedJobs.some((job) => job.id === id) ?? false;
  const change = (muted: boolean) => {
    const message = muted ? t('notifications.jobMuted', { title }) : t('notifications.jobUnmuted', { title });
    muteMutation
      .mutateAsync({ id, muted })
      .then(() => toast.success(message))
      .catch((reason: unknown) => toast.error(reason));
  };
  return (
    <Menu.Item
      disabled={!data || muteMutation.isPending}
      leftSection={isMuted ? <IconBell size={iconSize} aria-hidden /> : <IconBellOff size={iconSize} aria-hidden />}
      onClick={() => change(!isMuted)}
    >
      {isMuted ? t('notifications.unmuteNotifications') : t('notifications.muteNotifications')}
    </Menu.Item>
  );
}
