import { VisuallyHidden } from '@mantine/core';
import { t } from '#web/texts/app.ts';

/** How many conversations have unread messages. Shows nothing if there are none. */
export function UnreadCount({ count, className }: { count: number; className: string | undefined }) {
  if (count === 0) return null;
  return (
    <span className={className}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> {t('frames.unread')}</VisuallyHidden>
    </span>
  );
}
