import { Badge } from '@mantine/core';
import { useState } from 'react';
import { hasNoTimesLeft, interviewStatuses } from '#shared/applicants/interview.ts';
import { labelOf } from '#shared/catalogues.ts';
import { t, writeText } from '#web/texts/app.ts';
import type { Interview } from './queries.ts';
import { statusColors } from './status-columns.ts';

/** The status of an interview for the company, which says when it is the company's turn to propose other times. */
export function InterviewBadge({ interview }: { interview: Interview }) {
  const [openedAt] = useState(() => new Date());
  const hasNoTimes = hasNoTimesLeft(interview, openedAt);
  return (
    <Badge color={hasNoTimes ? 'red' : statusColors[interview.status]} variant="light" tt="none" style={{ flexShrink: 0 }}>
      {hasNoTimes ? t('interviews.noTimesLeftStatus') : labelOf(interviewStatuses, interview.status, writeText)}
    </Badge>
  );
}
