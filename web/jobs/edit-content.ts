import { dayIn } from '#shared/time-zone.ts';
import type { Inputs } from '#web/trpc.ts';
import { type ContentValues, emptyContent } from './content-form.ts';
import { descriptionOf, toDescription } from './description.ts';
import { isSchedulable } from './job-acts.ts';
import type { JobDetail } from './queries.ts';

/** A job's content as the form's inputs hold it. */
export function contentOf(job: JobDetail): ContentValues {
  return {
    ...emptyContent,
    title: job.title,
    jobType: job.jobType,
    requiredExperience: job.requiredExperience,
    additionalExperience: job.additionalExperience ?? '',
    requisiteNumber: job.requisiteNumber ?? '',
    homeTime: job.homeTime,
    jobDescription: descriptionOf(job),
    driverUnload: job.driverUnload,
    expectedPay: job.expectedPay ?? '',
    salaryType: job.salaryType,
    signonBonus: job.signonBonus || '',
    startingBonus: job.startingBonus || '',
    benefits: job.benefits.map(({ detail }) => detail),
    endorsements: job.endorsements.map(({ detail }) => detail),
    videoUrl: job.videoUrl ?? '',
    isGlobal: job.isGlobal,
    tags: job.tags.map(({ text }) => text),
    postingDay: isSchedulable(job) && job.scheduledAt ? dayIn(job.timeZone, job.scheduledAt) : null,
    autoRenew: job.autoRenew,
  };
}

/** When it appears and whether it renews, as the wire takes them. */
export function toSchedule({ postingDay, autoRenew }: Pick<ContentValues, 'postingDay' | 'autoRenew'>) {
  return { autoRenew, postingDate: postingDay };
}

const amountOf = (given: number | string) => (given === '' ? null : Number(given));

/** The fields that were changed, as the wire takes them. */
export function toContentChanges(before: ContentValues, after: ContentValues): Omit<Inputs['jobs']['update'], 'id'> {
  const whole = {
    ...after,
    additionalExperience: after.additionalExperience.trim() || null,
    requisiteNumber: after.requisiteNumber.trim() || null,
    videoUrl: after.videoUrl || null,
    expectedPay: amountOf(after.expectedPay),
    signonBonus: amountOf(after.signonBonus),
    startingBonus: amountOf(after.startingBonus),
  };
  const isChanged = (field: keyof ContentValues) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const { postingDay: _postingDay, autoRenew: _autoRenew, jobDescription, ...content } = whole;
  const changed = Object.entries(content).filter(([field]) => isChanged(field as keyof ContentValues));
  return { ...Object.fromEntries(changed), ...(isChanged('jobDescription') ? toDescription(jobDescription) : {}) };
}
