import { Button } from '@mantine/core';
import { IconCalendarOff, IconCircleX, IconTag } from '@tabler/icons-react';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import type { Job } from './queries.ts';
import { listedStatusOf, statusLabel, statusLabels } from '#shared/jobs/jobs.ts';
import { isClosable, isRenewalCancelable } from './job-acts.ts';
import { t, writeText } from '#web/texts/app.ts';

export type BulkAct = 'close' | 'cancelRenewal' | 'tag';

type Words = {
  question: (count: number) => string;
  meaning: string;
  confirm: (count: number) => string;
  done: (count: number) => string;
  /** Shown instead of the question if none of the selected jobs allows the action. */
  noneText: string;
  /** Whether the job's state allows the action, as far as the screen knows. The server decides. */
  isPossible: (job: Job) => boolean;
  /** The reason why a job is left out. */
  standing: (job: Job) => string;
};

const actTexts: Record<BulkAct, Words> = {
  close: {
    question: (count) => t('jobs.closeJobs', { count }),
    meaning: t('jobs.thisRemovesJobsSearchGood'),
    confirm: (count) => t('jobs.closeJobs2', { count }),
    done: (count) => t('jobs.jobsClosed', { count }),
    noneText: t('jobs.youCantCloseAnyThese'),
    isPossible: isClosable,
    standing: (job) => writeText(statusLabel(job)),
  },
  cancelRenewal: {
    question: (count) => t('jobs.cancelRenewalOfJobs', { count }),
    meaning: t('jobs.theyStayLiveUntilThey'),
    confirm: (count) => t('jobs.cancelRenewals', { count }),
    done: (count) => t('jobs.renewalOfJobsCanceled', { count }),
    noneText: t('jobs.noneTheseJobsRenewAutomatically'),
    isPossible: isRenewalCancelable,
    standing: renewalStatusText,
  },
  tag: {
    question: (count) => t('jobs.tagJobs', { count }),
    meaning: t('jobs.useTagsGroupFindJobs'),
    confirm: () => t('jobs.addTag'),
    done: (count) => t('jobs.jobsTagged', { count }),
    noneText: t('jobs.youCantTagAnyThese'),
    isPossible: () => true,
    standing: (job) => writeText(statusLabel(job)),
  },
};

/** For a posted or scheduled job, the state alone does not explain it: its renewal is already off. */
function renewalStatusText(job: Job): string {
  const listed = listedStatusOf(job);
  const label = writeText(statusLabels[listed]);
  return listed === 'ACTIVE' || listed === 'SCHEDULED' ? t('jobs.labelAutoRenewOff', { label }) : label;
}

export type SkippedJob = { job: Job; standing: string };

/** The question before an action on the selected jobs: how many it applies to, and which are left out. */
export function bulkWords(act: BulkAct, jobs: readonly Job[]) {
  const { question, confirm, done, noneText: nothing, isPossible, standing: statusText, meaning } = actTexts[act];
  const able = jobs.filter(isPossible);
  const skippedJobs: SkippedJob[] = jobs.filter((job) => !isPossible(job)).map((job) => ({ job, standing: statusText(job) }));
  return {
    able,
    leftOut: skippedJobs,
    meaning,
    title: able.length > 0 ? question(able.length) : nothing,
    confirm: confirm(able.length),
    doneText: done,
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
            {t('jobs.tagSelected')}
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
