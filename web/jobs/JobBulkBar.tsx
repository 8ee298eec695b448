import { Button } from '@mantine/core';
import { IconCalendarOff, IconCircleX, IconTag } from '@tabler/icons-react';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { Job } from './queries.ts';
import { count } from '#shared/format.ts';
import { statusLabel } from '#shared/jobs/jobs.ts';
import { isClosable, isRenewalCancelable } from './job-acts.ts';
import { t } from '#web/texts/app.ts';

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
    question: (jobs) => t('jobs.closeJobs', { jobs }),
    meaning: t('jobs.thisRemovesJobsSearchGood'),
    confirm: (jobs) => t('jobs.closeJobs2', { jobs: count(jobs, 'job') }),
    done: (jobs) => t('jobs.jobsClosed', { jobs }),
    nothing: t('jobs.youCantCloseAnyThese'),
    isPossible: isClosable,
    standing: statusLabel,
  },
  cancelRenewal: {
    question: (jobs) => t('jobs.cancelRenewalOfJobs', { jobs }),
    meaning: t('jobs.theyStayLiveUntilThey'),
    confirm: (jobs) => t('jobs.cancelJobs', { jobs: count(jobs, 'renewal') }),
    done: (jobs) => t('jobs.renewalOfJobsCanceled', { jobs }),
    nothing: t('jobs.noneTheseJobsRenewAutomatically'),
    isPossible: isRenewalCancelable,
    standing: renewalStanding,
  },
  tag: {
    question: (jobs) => t('jobs.tagJobs', { jobs }),
    meaning: t('jobs.useTagsGroupFindJobs'),
    confirm: () => t('jobs.addTag'),
    done: (jobs) => t('jobs.jobsTagged', { jobs }),
    nothing: t('jobs.youCantTagAnyThese'),
    isPossible: () => true,
    standing: statusLabel,
  },
};

/** For a posted or scheduled job, the state alone does not explain it: its renewal is already off. */
function renewalStanding(job: Job): string {
  const label = statusLabel(job);
  return label === 'Active' || label === 'Scheduled' ? t('jobs.labelAutoRenewOff', { label }) : label;
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
      <ExportButton
        path="/jobs/export"
        input={{ ids: jobs.map(({ id }) => id) }}
        total={jobs.length}
        label={t('jobs.exportSelected')}
      />
      {mayEdit ? (
        <>
          <Button variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => onAsk('tag')}>
            {t('jobs.tag')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarOff size={16} aria-hidden />}
            onClick={() => onAsk('cancelRenewal')}
          >
            {t('jobs.cancelRenewal')}
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconCircleX size={16} aria-hidden />}
            onClick={() => onAsk('close')}
          >
            {t('jobs.closeJobs3')}
          </Button>
        </>
      ) : null}
    </>
  );
}
