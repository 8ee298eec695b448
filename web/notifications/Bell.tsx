import { ActionIcon, Button, Group, Indicator, Loader, Popover, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, keepPreviousData, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { errorText } from '#web/errors.ts';
import { listen } from '#web/live.ts';
import { queryClient } from '#web/query-client.ts';
import { t } from '#web/texts/app.ts';
import { type Outputs, trpc } from '#web/trpc.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import { toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';
import styles from './NotificationLine.module.css';

type NotificationItem = Outputs['notifications']['list']['items'][number];

const panelRows = 6;

export const unreadQuery = () => trpc.notifications.unread.queryOptions();
const latestQuery = () => trpc.notifications.list.queryOptions({ offset: 0, limit: panelRows });

export const notificationsQuery = (search: GridSearch, unread: boolean) => {
  const { offset, limit } = toGridRequest(search);
  return {
    ...trpc.notifications.list.queryOptions({ offset, limit, ...(unread ? { unread } : {}) }),
    placeholderData: keepPreviousData,
  };
};

const invalidateNotifications = () => queryClient.invalidateQueries(trpc.notifications.pathFilter());

export const useMarkRead = () => useMutation(trpc.notifications.markRead.mutationOptions({ onSettled: invalidateNotifications }));

const maxCount = 99;

/** Shows the number of unread notifications, updated live, and opens a panel with the newest ones. */
export function Bell() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(unreadQuery());
  const unread = data?.count ?? 0;
  useEffect(() => listen({ onNews: () => void invalidateNotifications(), onStarted: () => void invalidateNotifications() }), []);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width="min(24rem, calc(100vw - 2rem))"
      position="bottom-end"
      shadow="md"
      trapFocus
    >
      <Indicator label={unread > maxCount ? `${maxCount}+` : unread} disabled={unread === 0} color="red.8" size={18} offset={4}>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={unread === 0 ? t('common.notifications') : t('notifications.notificationsUnreadUnread', { unread })}
            onClick={() => setOpen(!isOpen)}
          >
            <IconBell size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('common.notifications')}>
        <Panel unread={unread} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Panel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const latest = useQuery(latestQuery());
  const marking = useMarkRead();
  return (
    <Stack gap={0}>
      <Group justify="space-between" px="md" py="sm">
        <Text fw={600}>{t('common.notifications')}</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={unread === 0}
          loading={marking.isPending}
          onClick={() => marking.mutate({})}
        >
          {t('notifications.markAllRead')}
        </Button>
      </Group>
      {latest.data ? (
        latest.data.items.map((item) => (
          <NotificationLine
            key={item.id}
            item={item}
            onOpen={() => {
              if (!item.readAt) marking.mutate({ ids: [item.id] });
              onClose();
            }}
          />
        ))
      ) : latest.error ? (
        <Text size="sm" p="md" role="alert">
          {errorText(latest.error)}
        </Text>
      ) : (
        <Group justify="center" p="md">
          <Loader size="sm" {...asStatus(t('notifications.loadingNotifications'))} />
        </Group>
      )}
      {latest.data?.items.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('notifications.updatesApplicantsJobsPaymentsAppear')}
        </Text>
      ) : null}
      <Button
        variant="subtle"
        radius={0}
        onClick={onClose}
        renderRoot={(props) => <Link {...props} to="/company/notifications" />}
      >
        {t('notifications.seeAll')}
      </Button>
    </Stack>
  );
}

/** One notification as a link, with a dot while it is unread. */
export function NotificationLine({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const isUnread = item.readAt === null;
  const [path, hash] = item.path.split('#');
  return (
    <Link to={path} hash={hash} className={styles.line} data-unread={isUnread || undefined} onClick={onOpen}>
      <span className={styles.dot} aria-hidden />
      <span>
        <Text component="span" display="block" size="sm" fw={isUnread ? 600 : 450} style={{ overflowWrap: 'anywhere' }}>
          {isUnread ? <VisuallyHidden>{t('notifications.unread')}</VisuallyHidden> : null}
          {item.title}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {item.body}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed">
          <DateText value={item.createdAt} dateFormat="time" />
        </Text>
      </span>
    </Link>
  );
}
