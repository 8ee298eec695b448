import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { t } from '#web/texts/app.ts';

/** No row matches the filters, which is a different state from an empty list. */
export function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title={t('list.noResultsFound')}
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onClear}>
          {t('list.clearFilters')}
        </Button>
      }
    >
      {t('list.tryDifferentSearchRemoveFilter')}
    </EmptyState>
  );
}

/** The page is after the last one, because rows were removed or the link is old. */
export function NoSuchPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      title={t('list.nothingOnThisPage')}
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onFirst}>
          {t('list.goToTheFirstPage')}
        </Button>
      }
    >
      {t('list.thereAreNoMoreResults')}
    </EmptyState>
  );
}
