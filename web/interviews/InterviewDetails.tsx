import { Text } from '@mantine/core';
import { t } from '#web/texts/app.ts';
import type { Interview } from './queries.ts';

/** The place of an interview and the company's note. */
export function InterviewDetails({ interview: { place, note } }: { interview: Pick<Interview, 'place' | 'note'> }) {
  return (
    <>
      {place ? (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('common.where')}: {place}
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
