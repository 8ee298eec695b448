import { redirect } from '@tanstack/react-router';
import { copyTitle } from '#shared/jobs/jobs.ts';
import { t } from '#web/texts/app.ts';
import { type ContentValues, toContentValues } from './content-form.ts';
import { isPayable } from './job-actions.ts';
import { type JobDetail, fetchJob } from './queries.ts';

export const duplicateSteps = [
  { label: t('jobs.jobContent'), to: '/company/jobs/$id/job-content-duplicate' },
  { label: t('common.address'), to: '/company/jobs/$id/address-duplicate' },
  { label: t('common.addOns'), to: '/company/jobs/$id/addons-duplicate' },
  { label: t('common.payment'), to: null },
] as const;

/** For route loaders. Redirects unless the copy exists and is unpaid, because a paid copy is an ordinary job. */
export async function requireCopy(id: string, copyId: string | undefined): Promise<void> {
  if (!copyId) throw redirect({ to: duplicateSteps[0].to, params: { id }, search: {}, replace: true });
  if (!isPayable(await fetchJob(copyId))) {
    throw redirect({ to: '/company/jobs/$id/detail', params: { id: copyId }, replace: true });
  }
}

/** The initial content of a copy: the job's content with a new title. Auto-renew is off, because it needs new consent. */
export function toCopyContent(job: JobDetail): ContentValues {
  return { ...toContentValues(job), title: copyTitle(job.title), postingDay: null, autoRenew: false };
}
