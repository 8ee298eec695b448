import type { JobDetail } from '#web/jobs/queries.ts';
import { isPaid } from '#web/jobs/edit-addons.ts';

type Job = Pick<JobDetail, 'status' | 'renewable' | 'addons'>;

/** What an empty list says: whether anybody can apply, and where (`product: Job states`). */
export function noApplicantsText(job: Job): string {
  switch (job.status) {
    case 'POSTED':
      return isPaid(job.addons, 'hyperlink')
        ? 'Drivers apply on your own site, so they don’t appear here. See clicks under Statistics.'
        : 'New applicants appear here automatically. We’ll email you too.';
    case 'SCHEDULED':
      return 'Drivers can apply once the job goes live.';
    case 'PROCESSING_PAYMENT':
      return 'Drivers can apply after the payment goes through.';
    case 'DECLINED':
      return 'The payment was declined. Drivers can apply after you pay.';
    case 'INACTIVE':
      return job.renewable
        ? 'This job has expired, so drivers can’t apply. Renew it to get more applicants.'
        : 'Drivers can apply after you pay for the job.';
    case 'DISABLED':
      return 'Haulboard removed this job, so drivers can’t apply.';
    case 'CLOSED':
      return 'This job is closed, so drivers can’t apply.';
  }
}
