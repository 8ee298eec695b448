import { ActionIcon, Button, Group, Indicator, Loader, Popover, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useQuery, keepPreviousData, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Inbox } from '#shared/notifications.ts';
import { errorText } from '#web/api/errors.ts';
import { listen } from '#web/api/live.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type Outputs, trpc, trpcClient } from '#web/api/trpc.ts';
import { useMe } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { toGridRequest, type GridSearch } from '#web/ui/grid/grid-state.ts';
import { asStatus } from '#web/ui/StatusBadge.tsx';
import { DateText } from '#web/ui/Values.tsx';
import styles from './NotificationLine.module.css';
import { continuePushQuery, takeOpenedNotification } from './push.ts';

type NotificationItem = Outputs['notifications']['list']['items'][number];

const panelRows = 6;

export const unreadQuery = (inbox: Inbox) => trpc.notifications.unread.queryOptions({ inbox });
const latestQuery = (inbox: Inbox) => trpc.notifications.list.queryOptions({ inbox, offset: 0, limit: panelRows });

export const notificationsQuery = (inbox: Inbox, search: GridSearch, unread: boolean) => {
  const { offset, limit } = toGridRequest(search);
  return {
    ...trpc.notifications.list.queryOptions({ inbox, offset, limit, ...(unread ? { unread } : {}) }),
    placeholderData: keepPreviousData,
  };
};

const invalidateNotifications = () => queryClient.invalidateQueries(trpc.notifications.pathFilter());

export const useMarkRead = () => useMutation(trpc.notifications.markRead.mutationOptions({ onSettled: invalidateNotifications }));

/** Also reloads what the open screen shows of the driver's messages, interviews and applications. */
function listenAsDriver({ onNews, onStarted }: { onNews: () => void; onStarted: () => void }): () => void {
  const stream = trpcClient.drivers.live.subscribe(undefined, {
    onStarted,
    onData: () => {
      onNews();
      for (const filter of [trpc.messages.pathFilter(), trpc.interviews.pathFilter(), trpc.drivers.applications.pathFilter()])
        void queryClient.invalidateQueries(filter);
    },
  });
  return () => stream.unsubscribe();
}

const maxCount = 99;

/** What is different in the inbox of a driver. */
const inboxes = {
  company: {
    path: '/company/notifications',
    emptyText: t('notifications.companyInboxEmpty'),
    description: t('notifications.companyInboxDescription'),
    settingsPath: '/company/settings/notifications',
    listen,
  },
  driver: {
    path: '/members/notifications',
    emptyText: t('notifications.driverInboxEmpty'),
    description: t('notifications.driverInboxDescription'),
    settingsPath: '/members/settings/notifications',
    listen: listenAsDriver,
  },
} as const;

export const getInboxPage = (inbox: Inbox) => inboxes[inbox];

/** Shows the number of unread notifications, updated live, and opens a panel with the newest ones. */
export function Bell({ inbox }: { inbox: Inbox }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(unreadQuery(inbox));
  const unread = data?.count ?? 0;
  const me = useMe();
  useQuery(continuePushQuery(me.impersonatorId !== null));
  const { mutate: markRead } = useMarkRead();
  useEffect(() => {
    const id = takeOpenedNotification();
    if (id) markRead({ inbox, ids: [id] });
  }, [inbox, markRead]);
  useEffect(() => {
    const refresh = () => void invalidateNotifications();
    return inboxes[inbox].listen({ onNews: refresh, onStarted: refresh });
  }, [inbox]);
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
            aria-label={unread === 0 ? t('common.notifications') : t('notifications.bellUnreadLabel', { unread })}
            onClick={() => setOpen(!isOpen)}
          >
            <IconBell size={20} aria-hidden />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('common.notifications')}>
        <Panel inbox={inbox} unread={unread} onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Panel({ inbox, unread, onClose }: { inbox: Inbox; unread: number; onClose: () => void }) {
  const latest = useQuery(latestQuery(inbox));
  const marking = useMarkRead();
  return (
    <Stack gap={0}>
      {/* Both are above the list, so that they stay in place while it loads and grows. */}
      <Group justify="space-between" px="xs" py="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={unread === 0}
          loading={marking.isPending}
          onClick={() => marking.mutate({ inbox })}
        >
          {t('notifications.markAllRead')}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={onClose}
          renderRoot={(props) => <Link {...props} to={inboxes[inbox].path} />}
        >
          {t('notifications.seeAll')}
        </Button>
      </Group>
      <div className={styles.latest}>
        {latest.data ? (
          latest.data.items.map((item) => (
            <NotificationLine
              key={item.id}
              item={item}
              onOpen={() => {
                if (!item.readAt) marking.mutate({ inbox, ids: [item.id] });
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
          <Text size="sm" c="dimmed" p="md">
            {inboxes[inbox].emptyText}
          </Text>
        ) : null}
      </div>
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
