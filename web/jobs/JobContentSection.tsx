import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { money } from '#shared/format.ts';
import { codeLabel, jobFields } from '#shared/jobs/job-fields.ts';
import { Section } from '#web/ui/Section.tsx';
import { VideoPlayer } from '#web/uploads/VideoPlayer.tsx';
import { Facts } from './Facts.tsx';
import { JobDescription } from './JobDescription.tsx';
import type { JobDetail } from './queries.ts';

const namesOf = (field: 'benefits' | 'endorsements', chosen: readonly { detail: string }[]) =>
  chosen.map(({ detail }) => codeLabel(field, detail)).join(', ');

const bonus = (dollars: number) => (dollars > 0 ? money(dollars, true) : null);

function payOf({ expectedPay, salaryType }: JobDetail): string | null {
  if (expectedPay === null) return null;
  if (salaryType === 'percentage') return `${expectedPay}% of load`;
  return `${money(expectedPay, true)} ${codeLabel('salaryType', salaryType)}`;
}

/** What drivers read. */
export function JobContentSection({ job, action }: { job: JobDetail; action: ReactNode }) {
  return (
    <Section title="Job content" actions={action}>
      <Stack gap="lg">
        <Facts
          facts={[
            ...(job.requisiteNumber ? ([[jobFields.requisiteNumber.label, job.requisiteNumber]] as const) : []),
            [jobFields.jobType.label, codeLabel('jobType', job.jobType)],
            [jobFields.requiredExperience.label, codeLabel('requiredExperience', job.requiredExperience)],
            [jobFields.additionalExperience.label, job.additionalExperience],
            [jobFields.homeTime.label, codeLabel('homeTime', job.homeTime)],
            [jobFields.expectedPay.label, payOf(job)],
            [jobFields.signonBonus.label, bonus(job.signonBonus)],
            [jobFields.startingBonus.label, bonus(job.startingBonus)],
            ['Shown nationwide', job.isGlobal ? 'Yes' : 'No'],
            [jobFields.driverUnload.label, job.driveUnload ? 'Yes' : 'No'],
            [jobFields.benefits.label, namesOf('benefits', job.benefits)],
            [jobFields.endorsements.label, namesOf('endorsements', job.endorsements)],
          ]}
        />
        <JobDescription html={job.jobDescription} />
        {job.videoUrl ? <VideoPlayer url={job.videoUrl} label="Video about this job" /> : null}
      </Stack>
    </Section>
  );
}
