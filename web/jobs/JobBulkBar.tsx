import { Button } from '@mantine/core';
import { IconCalendarOff, IconCircleX, IconTag } from '@tabler/icons-react';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { Job } from './queries.ts';
import { count } from '#shared/format.ts';
import { statusLabel } from '#shared/jobs/jobs.ts';
import { isClosable, isRenewalCancelable } from './job-acts.ts';

export type BulkAct = 'close' | 'cancelRenewal' | 'tag';

type Words = {
  question: (jobs: string) => string;
  meaning: string;
  confirm: (jobs: number) => string;
  done: (jobs: string) => string;
  /** Shown instead of the question if none of the selected jobs allows the action. */
  nothing: string;
  /** Whether the job's state allows the action, as far as the screen knows. The server decides. */
  isPossible: (job: Job) => boolean;
  /** The reason why a job is left out. */
  standing: (job: Job) => string;
};

const words: Record<BulkAct, Words> = {
  close: {
    question: (jobs) => `Close ${jobs}?`,
    meaning: 'This removes the jobs from search for good. You’ll keep their applicants.',
    confirm: (jobs) => `Close ${count(jobs, 'job')}`,
    done: (jobs) => `${jobs} closed`,
    nothing: 'You can’t close any of these jobs',
    isPossible: isClosable,
    standing: statusLabel,
  },
  cancelRenewal: {
    question: (jobs) => `Cancel renewal of ${jobs}?`,
    meaning: 'They stay live until they expire, and you won’t be charged again.',
    confirm: (jobs) => `Cancel ${count(jobs, 'renewal')}`,
    done: (jobs) => `Renewal of ${jobs} canceled`,
    nothing: 'None of these jobs renew automatically',
    isPossible: isRenewalCancelable,
    standing: renewalStanding,
  },
  tag: {
    question: (jobs) => `Tag ${jobs}`,
    meaning: 'Use tags to group and find jobs. Hidden from drivers.',
    confirm: () => 'Add tag',
    done: (jobs) => `${jobs} tagged`,
    nothing: 'You can’t tag any of these jobs',
    isPossible: () => true,
    standing: statusLabel,
  },
};

/** For a posted or scheduled job, the state alone does not explain it: its renewal is already off. */
function renewalStanding(job: Job): string {
  const label = statusLabel(job);
  return label === 'Active' || label === 'Scheduled' ? `${label}, auto-renew off` : label;
}

export type LeftOut = { job: Job; standing: string };

/** The question before an action on the selected jobs: how many it applies to, and which are left out. */
export function bulkWords(act: BulkAct, jobs: readonly Job[]) {
  const { question, confirm, done, nothing, isPossible, standing, meaning } = words[act];
  const able = jobs.filter(isPossible);
  const leftOut: LeftOut[] = jobs.filter((job) => !isPossible(job)).map((job) => ({ job, standing: standing(job) }));
  return {
    able,
    leftOut,
    meaning,
    title: able.length > 0 ? question(count(able.length, 'job')) : nothing,
    confirm: confirm(able.length),
    doneText: (n: number) => done(count(n, 'job')),
  };
}

type Props = { jobs: readonly Job[]; mayEdit: boolean; onAsk: (act: BulkAct) => void };

/** The actions for the selected jobs. */
export function JobBulkBar({ jobs, mayEdit, onAsk }: Props) {
  return (
    <>
      <ExportButton path="/jobs/export" input={{ ids: jobs.map(({ id }) => id) }} total={jobs.length} label="Export selected" />
      {mayEdit ? (
        <>
          <Button variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => onAsk('tag')}>
            Tag
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarOff size={16} aria-hidden />}
            onClick={() => onAsk('cancelRenewal')}
          >
            Cancel renewal
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconCircleX size={16} aria-hidden />}
            onClick={() => onAsk('close')}
          >
            Close jobs
          </Button>
        </>
      ) : null}
    </>
  );
}
