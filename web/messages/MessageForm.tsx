import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { maxMessageLength } from '#shared/messages/message.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { GeneratedMark } from '#web/ui/GeneratedMark.tsx';
import { toast } from '#web/ui/toast.ts';
import type { Channel } from './queries.ts';
import type { Suggestion } from './SuggestReply.tsx';
import { useMessageDraft } from './use-message-draft.ts';
import { useMessageKeys } from './use-message-keys.ts';

type Props = {
  /** Names the user's draft. */
  conversationId: string;
  label: string;
  error: unknown;
  /** How the message is sent, if the user can choose. */
  channel?: Channel;
  onSend: (message: { body: string; key: string }) => Promise<unknown>;
  renderTools?: (insertSuggestion: (suggestion: Suggestion) => void) => ReactNode;
  /** The choice of the channel, shown above the text. */
  channelChoice?: ReactNode;
  /** Further choices, shown below the text. */
  options?: ReactNode;
  /** The text of the toast after the message has been sent. */
  sentText?: string | undefined;
};

/** Writes a message. What the user typed is kept in this browser until it is sent. */
export function MessageForm({
  conversationId,
  label,
  error,
  channel,
  onSend,
  renderTools,
  channelChoice,
  options,
  sentText,
}: Props) {
  const {
    draft: { body, source },
    readDraft,
    changeDraft,
  } = useMessageDraft(conversationId);
  const textareaRef = useRef<HTMLTextAreaElement>(null);
  const [isSending, setIsSending] = useState(false);
  const keys = useMessageKeys();
  const [suggestionCount, setSuggestionCount] = useState(0);
  /** Keeps any text that the user typed while the suggestion was being written. */
  const insertSuggestion = (suggestion: Suggestion) => {
    if (!readDraft().body.trim()) changeDraft(suggestion);
    setSuggestionCount((count) => count + 1);
  };
  /** The button that had the focus is no longer shown, so the text area takes the focus. */
  useEffect(() => {
    if (suggestionCount > 0) textareaRef.current?.focus();
  }, [suggestionCount]);
  const send = async () => {
    if (!body.trim() || isSending) return;
    setIsSending(true);
    try {
      await onSend({ body, key: keys.keyOf({ body, channel }) });
      keys.forget();
      // A text that the user typed meanwhile is the next message.
      if (readDraft().body === body) changeDraft({ body: '', source: null });
      toast.success(sentText ?? t('common.messageSent'));
    } catch {
      // The form shows the error and keeps the text.
    } finally {
      setIsSending(false);
    }
  };
  return (
    <Stack gap="xs">
      {channelChoice}
      {source === null ? null : (
        <GeneratedMark title={t('messages.suggestionToCheck')}>{t('messages.suggestionBySource', { source })}</GeneratedMark>
      )}
      <Textarea
        ref={textareaRef}
        aria-label={label}
        placeholder={t('messages.placeholder')}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={maxMessageLength}
        value={body}
        error={error ? errorText(error) : undefined}
        onChange={(event) => changeDraft({ body: event.currentTarget.value, source: null })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        }}
      />
      {options}
      <Group justify="space-between" gap="xs">
        <div>{renderTools?.(insertSuggestion)}</div>
        <Button color="orange" loading={isSending} disabled={!body.trim()} onClick={() => void send()}>
          {t('common.send')}
        </Button>
      </Group>
    </Stack>
  );
}
