import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { money } from '#shared/format.ts';
import { fieldText, type JobFieldName, jobFields } from '#shared/jobs/job-fields.ts';
import { payText } from '#shared/jobs/public-job.ts';
import { Section } from '#web/ui/Section.tsx';
import { VideoPlayer } from '#web/uploads/VideoPlayer.tsx';
import { Facts } from './Facts.tsx';
import { JobDescription } from './JobDescription.tsx';
import type { JobDetail } from './queries.ts';

/** Fields that the page shows elsewhere, or as part of another. */
const shownElsewhere = ['title', 'jobDescription', 'salaryType', 'videoUrl', 'tags', 'postingDay', 'autoRenew'] as const;
type ShownElsewhere = (typeof shownElsewhere)[number];
type FactName = Exclude<JobFieldName, ShownElsewhere>;

const factNames = (Object.keys(jobFields) as JobFieldName[]).filter(
  (name): name is FactName => !(shownElsewhere as readonly string[]).includes(name),
);

const bonus = (dollars: number) => (dollars > 0 ? money(dollars, true) : null);

function factText(job: JobDetail, name: FactName): string | null {
  if (name === 'expectedPay') return payText(job.expectedPay, job.salaryType);
  if (name === 'signonBonus' || name === 'startingBonus') return bonus(job[name]);
  return fieldText(name, job[name]);
}

/** What drivers read. */
export function JobContentSection({ job, action }: { job: JobDetail; action: ReactNode }) {
  return (
    <Section title="Job content" actions={action}>
      <Stack gap="lg">
        <Facts
          facts={factNames
            .filter((name) => name !== 'requisiteNumber' || job.requisiteNumber)
            .map((name) => [jobFields[name].label, factText(job, name)])}
        />
        <JobDescription html={job.jobDescription} />
        {job.videoUrl ? <VideoPlayer url={job.videoUrl} label="Video about this job" /> : null}
      </Stack>
    </Section>
  );
}
