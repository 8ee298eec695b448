import { count } from '#shared/format.ts';
import { isClosable, isRenewalCancelable } from './job-acts.ts';
import type { Job } from './queries.ts';

export type BulkAct = 'close' | 'cancelRenewal' | 'tag';

type Words = {
  question: (jobs: string) => string;
  meaning: string;
  confirm: string;
  done: (jobs: string) => string;
  /** Whether its state allows it, as far as the screen knows; the server decides. */
  isPossible: (job: Job) => boolean;
};

const words: Record<BulkAct, Words> = {
  close: {
    question: (jobs) => `Close ${jobs}?`,
    meaning: 'Drivers no longer find them or apply, and they cannot be opened again. Their applicants stay with you.',
    confirm: 'Close jobs',
    done: (jobs) => `${jobs} closed`,
    isPossible: isClosable,
  },
  cancelRenewal: {
    question: (jobs) => `Cancel the renewal of ${jobs}?`,
    meaning: 'They stay up until they expire and are not billed again.',
    confirm: 'Cancel renewal',
    done: (jobs) => `Renewal of ${jobs} canceled`,
    isPossible: isRenewalCancelable,
  },
  tag: {
    question: (jobs) => `Tag ${jobs}`,
    meaning: 'The company’s own word, to find them again. Drivers do not see it.',
    confirm: 'Add tag',
    done: (jobs) => `${jobs} tagged`,
    isPossible: () => true,
  },
};

/** What is asked before something is done with the ticked jobs, with their count and how many it cannot be done with. */
export function bulkWords(act: BulkAct, jobs: readonly Job[]) {
  const { question, done, isPossible, ...rest } = words[act];
  const unable = jobs.filter((job) => !isPossible(job)).length;
  return {
    ...rest,
    title: question(count(jobs.length, 'job')),
    unable:
      unable > 0
        ? `The state of ${unable} of them does not allow it: ${unable === 1 ? 'it stays as it is' : 'they stay as they are'}.`
        : null,
    doneText: (n: number) => done(count(n, 'job')),
  };
}
