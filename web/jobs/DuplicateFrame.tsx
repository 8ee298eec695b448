import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { duplicateSteps } from './duplicate.ts';
import type { JobDetail } from './queries.ts';
import { StepTrail } from './StepTrail.tsx';

type Props = { job: JobDetail; copyId: string | undefined; current: number; children: ReactNode };

/** The frame of the steps of a duplicate (`spec: work §2`). */
export function DuplicateFrame({ job: { id, title }, copyId, current, children }: Props) {
  return (
    <Box maw="64rem" mx="auto">
      <PageHeader
        title={`Duplicate ${title}`}
        back={{ to: `/company/jobs/${id}/detail`, label: 'Job' }}
        description="This creates a separate job. It goes live after payment."
      />
      <StepTrail
        label="Steps to duplicate the job"
        current={current}
        steps={duplicateSteps.map(({ label, to }) => ({
          label,
          link:
            copyId && to
              ? (face, className) => (
                  <Link to={to} params={{ id }} search={{ copy: copyId }} className={className}>
                    {face}
                  </Link>
                )
              : undefined,
        }))}
      />
      {children}
    </Box>
  );
}
