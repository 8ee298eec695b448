import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconFile, IconFileOff } from '@tabler/icons-react';
import { labelOf } from '#shared/catalogues.ts';
import { attachmentRefusals } from '#shared/messages/attachment.ts';
import type { MessageSender } from '#shared/messages/message.ts';
import { fileSize } from '#web/browser/format.ts';
import { t, writeText } from '#web/texts/app.ts';
import classes from './messages.module.css';
import { type Attachment, downloadAttachment } from './queries.ts';

/** The files of a message (`docs/product/messages.md#attachments`): a link for each accepted one, and why the others were refused. */
export function Attachments({ attachments, side }: { attachments: readonly Attachment[]; side: MessageSender }) {
  return (
    <Stack component="ul" gap={4} mt={4} p={0} className={classes.attachments} aria-label={t('messages.attachments')}>
      {attachments.map((attachment) => (
        <Group key={attachment.id} component="li" gap={6} wrap="nowrap" align="flex-start">
          <AttachmentLine attachment={attachment} side={side} />
        </Group>
      ))}
    </Stack>
  );
}

function AttachmentLine({ attachment, side }: { attachment: Attachment; side: MessageSender }) {
  const { name, bytes, reason } = attachment;
  const size = bytes === null ? null : fileSize(bytes);
  if (reason !== null)
    return (
      <>
        <IconFileOff size={18} aria-hidden className={classes.attachmentIcon} />
        <Text size="sm" c="dimmed" className={classes.attachmentName}>
          {[name, size].filter(Boolean).join(' · ')}
          <br />
          {labelOf(attachmentRefusals, reason, writeText)}
        </Text>
      </>
    );
  return (
    <>
      <IconFile size={18} aria-hidden className={classes.attachmentIcon} />
      <Text size="sm" className={classes.attachmentName}>
        <Anchor
          component="button"
          type="button"
          inherit
          ta="start"
          aria-label={t('messages.downloadAttachment', { name })}
          onClick={() => void downloadAttachment(side, attachment)}
        >
          {name}
        </Anchor>
        <Text span inherit c="dimmed">
          {` · ${size}`}
        </Text>
      </Text>
    </>
  );
}
