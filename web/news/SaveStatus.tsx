import { Alert, Button, Group, Text } from '@mantine/core';
import { messages } from '#shared/messages.ts';
import { timeOfDay } from '#shared/format.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { useTimeZone } from '#web/use-time-zone.ts';
import type { SaveState } from './use-post-draft.ts';

/** Whether what is written is safe, said quietly. */
export function SaveStatus({ state, isLive }: { state: SaveState; isLive: boolean }) {
  const timeZone = useTimeZone();
  return (
    <Text component="output" size="sm" c="dimmed">
      {textOf(state, isLive, timeZone)}
    </Text>
  );
}

function textOf(state: SaveState, isLive: boolean, timeZone: TimeZone): string {
  switch (state.kind) {
    case 'saving':
      return 'Saving…';
    case 'changed':
      return isLive ? 'Changes not published yet' : 'Unsaved';
    case 'failed':
      return 'Couldn’t save';
    case 'saved':
      return state.at ? `Saved at ${timeOfDay(state.at, timeZone)}` : 'Saved';
  }
}

type FailureProps = { state: SaveState; onRetry: () => void; onOverwrite: () => void; onTakeTheirs: () => void };

/** What failed, and the way on: nothing written is lost. */
export function SaveFailure({ state, onRetry, onOverwrite, onTakeTheirs }: FailureProps) {
  if (state.kind !== 'failed') return null;
  return (
    <Alert
      color={state.isConflict ? 'amber' : 'red'}
      role="alert"
      title={state.isConflict ? messages.changedMeanwhile : 'Couldn’t save'}
    >
      {state.isConflict ? 'Your changes weren’t saved. Keep your version or use the saved one.' : state.message}
      <Group gap="sm" mt="sm">
        {state.isConflict ? (
          <>
            <Button size="xs" variant="default" onClick={onOverwrite}>
              Keep my version
            </Button>
            <Button size="xs" variant="default" onClick={onTakeTheirs}>
              Use the saved version
            </Button>
          </>
        ) : (
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
