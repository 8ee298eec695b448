import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { benefits, endorsements, homeTimes, jobTypes, labelOf, requiredExperiences, salaryTypes } from '#shared/catalogues.ts';
import { money } from '#shared/format.ts';
import { Section } from '#web/ui/Section.tsx';
import { VideoPlayer } from '#web/uploads/VideoPlayer.tsx';
import { Facts } from './Facts.tsx';
import { JobDescription } from './JobDescription.tsx';
import type { JobDetail } from './queries.ts';

const words = (list: readonly { code: string; label: string }[], chosen: readonly { detail: string }[]) =>
  chosen.map(({ detail }) => labelOf(list, detail)).join(', ');

const bonus = (dollars: number) => (dollars > 0 ? money(dollars, true) : null);

function payOf({ expectedPay, salaryType }: JobDetail): string | null {
  if (expectedPay === null) return null;
  if (salaryType === 'percentage') return `${expectedPay}% of load`;
  return `${money(expectedPay, true)} ${labelOf(salaryTypes, salaryType)}`;
}

/** What drivers read. */
export function JobContentSection({ job, action }: { job: JobDetail; action: ReactNode }) {
  return (
    <Section title="Job content" actions={action}>
      <Stack gap="lg">
        <Facts
          facts={[
            ...(job.requisiteNumber ? ([['Requisition number', job.requisiteNumber]] as const) : []),
            ['Job type', labelOf(jobTypes, job.jobType)],
            ['Required experience', labelOf(requiredExperiences, job.requiredExperience)],
            ['Additional experience', job.additionalExperience],
            ['Home time', labelOf(homeTimes, job.homeTime)],
            ['Expected pay', payOf(job)],
            ['Sign-on bonus', bonus(job.signonBonus)],
            ['Starting bonus', bonus(job.startingBonus)],
            ['Shown nationwide', job.isGlobal ? 'Yes' : 'No'],
            ['Driver unloads', job.driveUnload ? 'Yes' : 'No'],
            ['Benefits', words(benefits, job.benefits)],
            ['Required endorsements', words(endorsements, job.endorsements)],
          ]}
        />
        <JobDescription html={job.jobDescription} />
        {job.videoUrl ? <VideoPlayer url={job.videoUrl} label="Video about this job" /> : null}
      </Stack>
    </Section>
  );
}
