import { Button, Paper, SegmentedControl, Stack, Box, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconBell, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Inbox } from '#shared/notifications.ts';
import { t } from '#web/texts/app.ts';
import { GridFooter } from '#web/ui/grid/GridParts.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { EmptyState, ErrorState } from '#web/ui/States.tsx';
import { getInboxPage, NotificationLine, notificationsQuery, unreadQuery, useMarkRead } from './Bell.tsx';
import type { InboxSearch } from './inbox-search.ts';
import styles from './NotificationLine.module.css';

type Props = { inbox: Inbox; search: InboxSearch; onSearch: (next: InboxSearch) => void };

/** `/company/notifications` and `/members/notifications`: all notifications of the signed-in person. */
export function InboxPage({ inbox, search, onSearch }: Props) {
  const { description, emptyText, settingsPath } = getInboxPage(inbox);
  const isUnread = search.show === 'unread';
  const query = useQuery(notificationsQuery(inbox, search, isUnread));
  const { data: unread } = useQuery(unreadQuery(inbox));
  const marking = useMarkRead();
  return (
    <>
      <PageHeader
        title={t('common.notifications')}
        description={description}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} to={settingsPath} />}
            >
              {t('notifications.notificationSettings')}
            </Button>
            <Button
              variant="default"
              disabled={!unread?.count}
              loading={marking.isPending}
              onClick={() => marking.mutate({ inbox })}
            >
              {t('notifications.markAllRead')}
            </Button>
          </>
        }
      />
      <Stack maw="46rem" gap="md" align="stretch">
        <SegmentedControl
          aria-label={t('notifications.filterNotifications')}
          w="fit-content"
          data={[
            { value: 'all', label: t('common.all') },
            { value: 'unread', label: t('common.unread') },
          ]}
          value={isUnread ? 'unread' : 'all'}
          onChange={(next) => onSearch({ show: next === 'unread' ? 'unread' : undefined })}
        />
        <Paper withBorder shadow="xs" aria-busy={query.isFetching} style={{ overflow: 'hidden' }}>
          {content()}
        </Paper>
        {query.data && query.data.items.length > 0 ? (
          <GridFooter
            total={query.data.pagination.total}
            search={search}
            onSearch={(next) => onSearch({ ...next, show: search.show })}
            defaults={{}}
            selected={0}
          />
        ) : null}
      </Stack>
    </>
  );

  function content() {
    if (!query.data && query.error)
      return <ErrorState error={query.error} onRetry={() => query.refetch()} isRetrying={query.isFetching} />;
    if (!query.data) return <NotificationsSkeleton />;
    if (query.data.items.length === 0)
      return (
        <EmptyState
          title={isUnread ? t('notifications.noUnreadNotifications') : t('notifications.noNotificationsYet')}
          icon={<IconBell size={28} />}
        >
          {isUnread ? t('notifications.noUnreadHint') : emptyText}
        </EmptyState>
      );
    return query.data.items.map((item) => (
      <NotificationLine
        key={item.id}
        item={item}
        onOpen={() => item.readAt === null && marking.mutate({ inbox, ids: [item.id] })}
      />
    ));
  }
}

/** Placeholders for the list while it loads, each with the lines of a title, a text and a time. */
function NotificationsSkeleton() {
  return (
    <div>
      <VisuallyHidden component="output">{t('notifications.loadingNotifications')}</VisuallyHidden>
      {['55%', '40%', '65%', '45%'].map((width) => (
        <div key={width} className={styles.line} aria-hidden>
          <span className={styles.dot} />
          <Box flex={1}>
            <Skeleton h="0.875rem" w={width} my="0.1875rem" />
            <Skeleton h="0.75rem" w="80%" my="0.25rem" />
            <Skeleton h="0.75rem" w="8rem" my="0.25rem" />
          </Box>
        </div>
      ))}
    </div>
  );
}
