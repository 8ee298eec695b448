import { redirect } from '@tanstack/react-router';
import { copyTitle } from '#shared/jobs/jobs.ts';
import { t } from '#web/texts/app.ts';
import { type ContentValues, contentOf } from './content-form.ts';
import { isPayable } from './job-acts.ts';
import { type JobDetail, readJob } from './queries.ts';

export const duplicateSteps = [
  { label: t('jobs.jobContent'), to: '/company/jobs/$id/job-content-duplicate' },
  { label: t('common.address'), to: '/company/jobs/$id/address-duplicate' },
  { label: t('jobs.addOns'), to: '/company/jobs/$id/addons-duplicate' },
  { label: t('common.payment'), to: null },
] as const;

/** For loaders: the steps after the first need an unpaid copy, because a paid one is an ordinary job. */
export async function requireCopy(id: string, copy: string | undefined): Promise<void> {
  if (!copy) throw redirect({ to: duplicateSteps[0].to, params: { id }, search: {}, replace: true });
  if (!isPayable(await readJob(copy))) {
    throw redirect({ to: '/company/jobs/$id/detail', params: { id: copy }, replace: true });
  }
}

/** The initial content of a copy: the job's content with the title of a copy. Auto-renew needs a new consent. */
export function contentOfCopy(job: JobDetail): ContentValues {
  return { ...contentOf(job), title: copyTitle(job.title), postingDay: null, autoRenew: false };
}
