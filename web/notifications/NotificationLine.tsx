import { Text, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DateText } from '#web/ui/Values.tsx';
import styles from './NotificationLine.module.css';
import type { NotificationItem } from './queries.ts';

/** One thing that was told, as a link to what it is about; a dot while it is unread. */
export function NotificationLine({ item, onOpen }: { item: NotificationItem; onOpen: () => void }) {
  const isUnread = item.readAt === null;
  const [path, hash] = item.path.split('#');
  return (
    <Link to={path} hash={hash} className={styles.line} data-unread={isUnread || undefined} onClick={onOpen}>
      <span className={styles.dot} aria-hidden />
      <span>
        <Text component="span" display="block" size="sm" fw={isUnread ? 600 : 450} style={{ overflowWrap: 'anywhere' }}>
          {isUnread ? <VisuallyHidden>Unread: </VisuallyHidden> : null}
          {item.title}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {item.body}
        </Text>
        <Text component="span" display="block" size="xs" c="dimmed">
          <DateText value={item.createdAt} as="time" />
        </Text>
      </span>
    </Link>
  );
}
