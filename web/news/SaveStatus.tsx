import { Alert, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { timeOfDay } from '#shared/format.ts';
import type { RichDocument } from '#shared/rich-text/rich-text.ts';
import type { TimeZone } from '#shared/time-zone.ts';
import { codeOf, errorText } from '#web/api/errors.ts';
import { useTimeZone } from '#web/signed-in/use-me.ts';
import { t } from '#web/texts/app.ts';
import { type Post, useUpdatePost } from './queries.ts';

type SaveState =
  | { kind: 'saved'; at: Date | null }
  | { kind: 'changed' }
  | { kind: 'saving' }
  | { kind: 'failed'; message: string; isConflict: boolean };

type Changes = { title?: string; thumbnail?: string | null };
type Publication = { isActive?: boolean; scheduledAt?: string | null };

/** A draft is saved when the author has not typed for this long. */
const autosaveDelayMs = 1200;

/**
 * Keeps the unsaved changes of a post and saves them. A draft is saved whenever the author pauses. A published post is saved
 * only when the author asks for it, because readers would see unfinished text. Only one save runs at a time.
 */
export function usePostDraft(post: Post) {
  const update = useUpdatePost();
  const [state, setState] = useState<SaveState>({ kind: 'saved', at: null });
  const changes = useRef<Changes>({});
  const readBody = useRef<(() => RichDocument) | null>(null);
  const version = useRef<number | undefined>(post.version);
  const pendingSave = useRef<Promise<unknown>>(Promise.resolve());
  const isLive = useRef(post.isActive);

  const isSending = useRef(false);
  const isOutdated = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const isDirty = () => isSending.current || hasChanges();
  const hasChanges = () => readBody.current !== null || Object.keys(changes.current).length > 0;

  /**
   * Saves the changes, and publishes or schedules the post if requested.
   * @throws the server's error
   */
  async function save(publication: Publication = {}): Promise<Post> {
    clearTimeout(timer.current);
    await pendingSave.current.catch(() => undefined);
    const sentChanges = changes.current;
    const readSentBody = readBody.current;
    changes.current = {};
    readBody.current = null;
    isSending.current = true;
    setState({ kind: 'saving' });
    const call = update.mutateAsync({
      postId: post.id,
      isBrief: true,
      ...sentChanges,
      ...publication,
      ...(readSentBody ? { body: readSentBody() } : {}),
      ...(version.current === undefined ? {} : { version: version.current }),
    });
    pendingSave.current = call;
    try {
      const savedPost = await call;
      version.current = savedPost.version;
      isLive.current = savedPost.isActive;
      setState(hasChanges() ? { kind: 'changed' } : { kind: 'saved', at: new Date() });
      return savedPost;
    } catch (error) {
      changes.current = { ...sentChanges, ...changes.current };
      readBody.current ??= readSentBody;
      isOutdated.current = codeOf(error) === 'edit_conflict';
      setState({ kind: 'failed', message: errorText(error), isConflict: isOutdated.current });
      throw error;
    } finally {
      isSending.current = false;
    }
  }

  const autosave = () => {
    if (!isLive.current && !isOutdated.current && hasChanges() && changes.current.title !== '')
      void save().catch(() => undefined);
  };

  const markChanged = () => {
    // Returning the same state avoids a render, because this runs on every keystroke.
    setState((currentState) =>
      currentState.kind === 'changed' || (currentState.kind === 'failed' && currentState.isConflict)
        ? currentState
        : { kind: 'changed' },
    );
    clearTimeout(timer.current);
    timer.current = setTimeout(autosave, autosaveDelayMs);
  };

  return {
    state,
    isDirty,
    save,
    change: (values: Changes) => {
      changes.current = { ...changes.current, ...values };
      markChanged();
    },
    changeBody: (read: () => RichDocument) => {
      readBody.current = read;
      markChanged();
    },
    /** Saves the post even if this overwrites someone else's change. */
    saveAnyway: () => {
      version.current = undefined;
      isOutdated.current = false;
      return save();
    },
    /** The editor's document, if it has changed since the last save. */
    unsavedBody: () => readBody.current?.() ?? null,
  };
}

/** Shows whether the text is saved, in small dimmed text. */
export function SaveStatus({ state, isLive }: { state: SaveState; isLive: boolean }) {
  const timeZone = useTimeZone();
  return (
    <Text component="output" size="sm" c="dimmed">
      {getStatusText(state, isLive, timeZone)}
    </Text>
  );
}

function getStatusText(state: SaveState, isLive: boolean, timeZone: TimeZone): string {
  switch (state.kind) {
    case 'saving':
      return t('news.saving');
    case 'changed':
      return isLive ? t('news.changesNotPublishedYet') : t('news.unsaved');
    case 'failed':
      return t('news.saveFailed');
    case 'saved':
      return state.at ? t('news.savedAt', { at: timeOfDay(state.at, timeZone) }) : t('common.saved');
  }
}

type FailureProps = { state: SaveState; onRetry: () => void; onOverwrite: () => void; onAcceptRemote: () => void };

/** Shows why saving failed and how to continue. The editor keeps the text. */
export function SaveFailure({ state, onRetry, onOverwrite, onAcceptRemote }: FailureProps) {
  if (state.kind !== 'failed') return null;
  return (
    <Alert
      color={state.isConflict ? 'amber' : 'red'}
      role="alert"
      title={state.isConflict ? t('errors.changedMeanwhile') : t('news.saveFailed')}
    >
      {state.isConflict ? t('news.editConflictHint') : state.message}
      <Group gap="sm" mt="sm">
        {state.isConflict ? (
          <>
            <Button size="xs" variant="default" onClick={onOverwrite}>
              {t('news.keepMyVersion')}
            </Button>
            <Button size="xs" variant="default" onClick={onAcceptRemote}>
              {t('common.useTheSavedVersion')}
            </Button>
          </>
        ) : (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
