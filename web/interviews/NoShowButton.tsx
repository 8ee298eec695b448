import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '#web/texts/app.ts';
import { toast } from '#web/ui/toast.ts';
import { type Interview, useSetNoShow } from './queries.ts';

/** Records that the driver did not come to an interview that has begun, or takes that back. Renders nothing for other interviews. */
export function NoShowButton({ interview: { id, status, startsAt, driverName } }: { interview: Interview }) {
  const change = useSetNoShow();
  const [openedAt] = useState(() => new Date());
  const hasBegun = status === 'over' || (status === 'scheduled' && startsAt !== null && new Date(startsAt) <= openedAt);
  const isNoShow = status === 'no_show';
  if (!hasBegun && !isNoShow) return null;
  const label = isNoShow ? t('interviews.undoNoShow') : t('interviews.markNoShow');
  const send = () =>
    change.mutate(
      { id, isNoShow: !isNoShow },
      {
        onSuccess: () => toast.success(isNoShow ? t('interviews.noShowUndone') : t('interviews.noShowMarked')),
        onError: (error) => toast.error(error),
      },
    );
  return (
    <Group justify="flex-end">
      <Button
        size="xs"
        variant="default"
        aria-label={`${label}: ${driverName}`}
        onClick={() => (change.isPending ? undefined : send())}
      >
        {label}
      </Button>
    </Group>
  );
}
