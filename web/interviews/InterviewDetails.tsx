import { Anchor, Text } from '@mantine/core';
import { takesPlaceAtAddress } from '#shared/applicants/interview.ts';
import { t } from '#web/texts/app.ts';
import type { Interview } from './queries.ts';

/** Where an interview takes place or what to call, and the company's note. */
export function InterviewDetails({ interview }: { interview: Pick<Interview, 'kind' | 'place' | 'note'> }) {
  const { kind, place, note } = interview;
  const label = kind === 'phone' ? t('interviews.numberToCall') : t('common.where');
  const link = place && !takesPlaceAtAddress(kind) ? toLink(kind, place) : null;
  return (
    <>
      {place ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {label}:{' '}
          {link ? (
            <Anchor {...link} underline="always" size="sm">
              {place}
            </Anchor>
          ) : (
            place
          )}
        </Text>
      ) : null}
      {note ? (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {note}
        </Text>
      ) : null}
    </>
  );
}

/** A text that is nothing but a phone number can be called. The server accepts only web addresses for video calls. */
function toLink(kind: Interview['kind'], place: string) {
  if (kind === 'video') return { href: place, target: '_blank', rel: 'noopener noreferrer' };
  const number = place.replace(/[^+\d]/g, '');
  const isNumber = /^\+?[\d\s().-]+$/.test(place.trim()) && number.length >= 7 && number.length <= 16;
  return isNumber ? { href: `tel:${number}` } : null;
}
