import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Filters that nothing passes: another state than a list that is empty. */
export function NoResults({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      title="No results found"
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Nothing matches this search and these filters.
    </EmptyState>
  );
}
