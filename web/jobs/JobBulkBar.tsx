import { Button } from '@mantine/core';
import { IconCalendarOff, IconCircleX, IconTag } from '@tabler/icons-react';
import { listedStatusOf, statusLabel, statusLabels } from '#shared/jobs/jobs.ts';
import { t, writeText } from '#web/texts/app.ts';
import { ExportButton } from '#web/ui/ExportButton.tsx';
import { isClosable, isRenewalCancelable } from './job-actions.ts';
import type { Job } from './queries.ts';

export type BulkAction = 'close' | 'cancelRenewal' | 'tag';

type ActionTexts = {
  getQuestion: (count: number) => string;
  getConsequence: (count: number) => string;
  getConfirmLabel: (count: number) => string;
  getDoneText: (count: number) => string;
  /** Shown instead of the question if none of the selected jobs allows the action. */
  noneText: string;
  /** Whether the job's state on this screen allows the action. The server makes the final decision. */
  isAllowed: (job: Job) => boolean;
  /** The reason why a job is left out. */
  getStatusText: (job: Job) => string;
};

const actionTexts: Record<BulkAction, ActionTexts> = {
  close: {
    getQuestion: (count) => t('jobs.closeJobsTitle', { count }),
    getConsequence: (count) => t('jobs.closeJobsMeaning', { count }),
    getConfirmLabel: (count) => t('jobs.closeJobsConfirm', { count }),
    getDoneText: (count) => t('jobs.jobsClosed', { count }),
    noneText: t('jobs.noClosableJobs'),
    isAllowed: isClosable,
    getStatusText: (job) => writeText(statusLabel(job)),
  },
  cancelRenewal: {
    getQuestion: (count) => t('jobs.cancelRenewalsTitle', { count }),
    getConsequence: (count) => t('jobs.cancelRenewalsMeaning', { count }),
    getConfirmLabel: (count) => t('jobs.cancelRenewalsConfirm', { count }),
    getDoneText: (count) => t('jobs.renewalsCanceled', { count }),
    noneText: t('jobs.noRenewalsToCancel'),
    isAllowed: isRenewalCancelable,
    getStatusText: renewalStatusText,
  },
  tag: {
    getQuestion: (count) => t('jobs.tagJobsTitle', { count }),
    getConsequence: () => t('jobs.tagsHint'),
    getConfirmLabel: () => t('common.addTag'),
    getDoneText: (count) => t('jobs.jobsTagged', { count }),
    noneText: t('jobs.noTaggableJobs'),
    isAllowed: () => true,
    getStatusText: (job) => writeText(statusLabel(job)),
  },
};

/**
 * The renewal status of a job that is skipped. For a posted or scheduled job it adds that auto-renew is already off, because
 * the status alone would not explain why the job is skipped.
 */
function renewalStatusText(job: Job): string {
  const listedStatus = listedStatusOf(job);
  const label = writeText(statusLabels[listedStatus]);
  return listedStatus === 'ACTIVE' || listedStatus === 'SCHEDULED' ? t('jobs.statusWithAutoRenewOff', { label }) : label;
}

export type SkippedJob = { job: Job; statusText: string };

/** The texts of the dialog that confirms an action, with the jobs that the action applies to and the jobs that are skipped. */
export function bulkActionTexts(action: BulkAction, jobs: readonly Job[]) {
  const { getQuestion, getConfirmLabel, getDoneText, noneText, isAllowed, getStatusText, getConsequence } = actionTexts[action];
  const eligibleJobs = jobs.filter(isAllowed);
  const skippedJobs: SkippedJob[] = jobs.filter((job) => !isAllowed(job)).map((job) => ({ job, statusText: getStatusText(job) }));
  return {
    eligibleJobs,
    skippedJobs,
    consequence: getConsequence(eligibleJobs.length),
    title: eligibleJobs.length > 0 ? getQuestion(eligibleJobs.length) : noneText,
    confirm: getConfirmLabel(eligibleJobs.length),
    getDoneText,
  };
}

type Props = { jobs: readonly Job[]; mayEdit: boolean; onSelectAction: (action: BulkAction) => void };

/** The actions for the selected jobs. */
export function JobBulkBar({ jobs, mayEdit, onSelectAction }: Props) {
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
          <Button variant="default" leftSection={<IconTag size={16} aria-hidden />} onClick={() => onSelectAction('tag')}>
            {t('jobs.tagSelected')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarOff size={16} aria-hidden />}
            onClick={() => onSelectAction('cancelRenewal')}
          >
            {t('jobs.cancelRenewal')}
          </Button>
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            leftSection={<IconCircleX size={16} aria-hidden />}
            onClick={() => onSelectAction('close')}
          >
            {t('jobs.closeSelected')}
          </Button>
        </>
      ) : null}
    </>
  );
}
