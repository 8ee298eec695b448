import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** No row matches the filters, which is a different state from an empty list. */
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
      Try a different search or remove a filter.
    </EmptyState>
  );
}

/** The page is after the last one, because rows were removed or the link is old. */
export function NoSuchPage({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState
      title="Nothing on this page"
      icon={<IconFilterOff size={28} />}
      action={
        <Button variant="default" onClick={onFirst}>
          Go to the first page
        </Button>
      }
    >
      There are no more results.
    </EmptyState>
  );
}
