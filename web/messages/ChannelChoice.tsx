import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { deadline } from '#shared/format.ts';
import { maxTextLength, textSize, type Texting } from '#shared/messages/text-message.ts';
import { number } from '#web/browser/format.ts';
import { t } from '#web/texts/app.ts';
import type { Channel } from './queries.ts';

type TextingAnswer = Omit<Texting, 'sendAt'> & { sendAt: string | null };
type Props = {
  texting: TextingAnswer | undefined;
  channel: Channel;
  onChange: (channel: Channel) => void;
  /** The message as it will be sent, to count the parts of a text message. */
  body: string;
  /** Whether the message goes to several drivers. The server then checks each driver's consent. */
  isBulk?: boolean;
};

/** Chooses between an email and a text message, says why a text is not possible, and counts its parts. */
export function ChannelChoice({ texting, channel, onChange, body, isBulk = false }: Props) {
  if (!texting || texting.state === 'off') return null;
  const reason = isBulk ? null : getUnavailableReason(texting);
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('messages.sendAs')}
          value={reason ? 'app' : channel}
          onChange={(value) => onChange(value === 'sms' ? 'sms' : 'app')}
          data={[
            { value: 'app', label: t('messages.asEmail') },
            { value: 'sms', label: t('messages.asText'), disabled: reason !== null },
          ]}
        />
        {channel === 'sms' && !reason ? <PartCount body={`${texting.opening}${body}${texting.ending}`} /> : null}
      </Group>
      {reason ? (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      ) : null}
      {channel === 'sms' && !reason ? <TextHints texting={texting} body={body} isBulk={isBulk} /> : null}
    </Stack>
  );
}

function getUnavailableReason({ state }: TextingAnswer): string | null {
  if (state === 'no_consent') return t('messages.noConsentReason');
  if (state === 'stopped') return t('messages.stoppedReason');
  return state === 'no_account' ? t('messages.driverHasNoAccount') : null;
}

/** The number of a text message's parts, because phone companies charge for each part. */
function PartCount({ body }: { body: string }) {
  const { segments, used, segmentSize } = textSize(body);
  return (
    <Text size="xs" c="dimmed" component="output">
      {t('messages.textLengthCount', { segments, used: (segments - 1) * segmentSize + used, size: segments * segmentSize })}
    </Text>
  );
}

function TextHints({ texting, body, isBulk }: { texting: TextingAnswer; body: string; isBulk: boolean }) {
  const hints = [
    ...(isBulk ? [t('messages.onlyThoseWhoAgreed')] : []),
    isBulk
      ? t('messages.nightTextsHint')
      : texting.sendAt
        ? t('messages.nightTextSendTime', { time: deadline(texting.sendAt, texting.timeZone) })
        : null,
    texting.ending
      ? t('messages.textOpeningAndEnding', { opening: texting.opening.trim(), ending: texting.ending.trim() })
      : null,
    body.length > maxTextLength ? t('messages.textTooLong') : null,
    textSize(body).encoding === 'UCS-2' ? t('messages.specialCharactersHint', { count: number(70) }) : null,
  ].filter((hint) => hint !== null);
  return hints.map((hint) => (
    <Text key={hint} size="xs" c="dimmed">
      {hint}
    </Text>
  ));
}
