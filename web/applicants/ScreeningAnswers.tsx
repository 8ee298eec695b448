import { Box, Group, Stack, Text } from '@mantine/core';
import { formatAnswer } from '#shared/applicants/screening.ts';
import { t, writeText } from '#web/texts/app.ts';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import type { Applicant } from './queries.ts';

/** Marks an applicant or an answer that a rule of the job flagged. Drivers never see it. */
export const FlaggedBadge = () => <StatusBadge status="flagged" label={t('screening.flagged')} />;

/** The job's questions as they were asked, with the applicant's answers. */
export function ScreeningAnswers({ applicant: { screeningAnswers } }: { applicant: Applicant }) {
  if (screeningAnswers.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text component="h3" fw={650}>
        {t('screening.answers')}
      </Text>
      <Stack component="dl" gap="xs" m={0}>
        {screeningAnswers.map((answer) => (
          <Box key={answer.questionId}>
            <Text component="dt" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {answer.text}
            </Text>
            <Group component="dd" gap="xs" m={0}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {formatAnswer(answer, writeText)}
              </Text>
              {answer.isFlagged ? <FlaggedBadge /> : null}
            </Group>
          </Box>
        ))}
      </Stack>
    </Stack>
  );
}
