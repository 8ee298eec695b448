import { Anchor, Badge, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { homeTimes, jobTypes, labelOf, type SalaryType } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import { payText } from '#shared/public-job.ts';
import type { PublicJobCard } from './queries.ts';

type Props = {
  job: PublicJobCard;
  /** At the right of the title. */
  aside?: ReactNode;
  /** Below the rest. */
  children?: ReactNode;
};

/** A public job in four lines; its title leads to the public page. */
export function JobSummary({ job, aside, children }: Props) {
  const distance = job.distance === null ? null : format.distance(job.distance);
  return (
    <Paper withBorder p="md" shadow="xs">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <Anchor href={`/jobs/${job.id}`} fw={600} c="inherit">
          {job.title}
        </Anchor>
        {aside}
      </Group>
      <Text size="sm" c="dimmed">
        {[job.companyName, format.cityState(job), distance].filter(Boolean).join(' · ')}
      </Text>
      <Text fw={600} size="sm" mt={4}>
        {payText(job.expectedPay, job.salaryType as SalaryType) ?? 'Pay on request'}
      </Text>
      <Group gap="xs" mt="xs">
        <Badge variant="default" tt="none" fw={500}>
          {labelOf(homeTimes, job.homeTime)}
        </Badge>
        <Badge variant="default" tt="none" fw={500}>
          {labelOf(jobTypes, job.jobType)}
        </Badge>
      </Group>
      {children}
    </Paper>
  );
}
