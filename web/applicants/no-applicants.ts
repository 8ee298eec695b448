import type { JobDetail } from '#web/jobs/queries.ts';
import { isPaid } from '#web/jobs/edit-addons.ts';

type Job = Pick<JobDetail, 'status' | 'renewable' | 'addons'>;

/** What an empty list says: whether anybody can apply, and where (`product: Job states`). */
export function noApplicantsText(job: Job): string {
  switch (job.status) {
    case 'POSTED':
      return isPaid(job.addons, 'hyperlink')
        ? 'Drivers apply on the page that the job links to, so they do not show up here. How many go there stands under Statistics.'
        : 'Drivers who apply show up here by themselves, and you get a mail for each.';
    case 'SCHEDULED':
      return 'Drivers can apply from the day on which the job appears.';
    case 'PROCESSING_PAYMENT':
      return 'Drivers can apply once the payment has gone through.';
    case 'DECLINED':
      return 'Drivers can apply once the job is paid: its payment was declined.';
    case 'INACTIVE':
      return job.renewable
        ? 'Drivers cannot apply any more, because the job has run out. Renew it to bring it back.'
        : 'Drivers can apply once the job is paid.';
    case 'DISABLED':
      return 'Drivers cannot apply while an administrator has the job taken down.';
    case 'CLOSED':
      return 'The job is closed, so drivers can no longer apply.';
  }
}
