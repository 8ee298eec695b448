import { Box, Skeleton, VisuallyHidden } from '@mantine/core';
import styles from './NotificationLine.module.css';

/** The list's shape while it is on the way: a line of title, words and time for each. */
export function NotificationsSkeleton() {
  return (
    <div>
      <VisuallyHidden component="output">Loading... Notifications</VisuallyHidden>
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
