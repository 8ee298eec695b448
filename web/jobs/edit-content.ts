import type { Inputs } from '#web/trpc.ts';
import { type ContentValues, emptyContent } from './content-form.ts';
import type { JobDetail } from './queries.ts';

/** A job's content as the form's inputs hold it. The description is its words; an empty line begins a paragraph. */
export function contentOf(job: JobDetail): ContentValues {
  return {
    ...emptyContent,
    title: job.title,
    jobType: job.jobType,
    requiredExperience: job.requiredExperience,
    additionalExperience: job.additionalExperience ?? '',
    requisiteNumber: job.requisiteNumber ?? '',
    homeTime: job.homeTime,
    jobDescription: wordsOf(job.jobDescription),
    driverUnload: job.driverUnload,
    expectedPay: job.expectedPay ?? '',
    salaryType: job.salaryType,
    signonBonus: job.signonBonus || '',
    startingBonus: job.startingBonus || '',
    benefits: job.benefits.map(({ detail }) => detail),
    endorsements: job.endorsements.map(({ detail }) => detail),
    autoRenew: job.autoRenew,
  };
}

const blocks = 'p, h1, h2, h3, h4, h5, h6, li, blockquote, pre, tr, div';

function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const line of body.querySelectorAll('br')) line.replaceWith('\n');
  const parts = [...body.querySelectorAll(blocks)].filter((block) => !block.querySelector(blocks));
  const texts = parts.length > 0 ? parts.map((block) => block.textContent ?? '') : [body.textContent ?? ''];
  return texts
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n\n');
}

const amountOf = (given: number | string) => (given === '' ? null : Number(given));

/**
 * The fields that were changed, as the wire takes them: a description that was left alone keeps what a form of plain text
 * cannot show.
 */
export function toContentChanges(before: ContentValues, after: ContentValues): Omit<Inputs['jobs']['update'], 'id'> {
  const whole = {
    ...after,
    additionalExperience: after.additionalExperience.trim() || null,
    requisiteNumber: after.requisiteNumber.trim() || null,
    expectedPay: amountOf(after.expectedPay),
    signonBonus: amountOf(after.signonBonus),
    startingBonus: amountOf(after.startingBonus),
  };
  const isChanged = (field: keyof ContentValues) => JSON.stringify(before[field]) !== JSON.stringify(after[field]);
  const { postingDay: _postingDay, autoRenew: _autoRenew, ...content } = whole;
  return Object.fromEntries(Object.entries(content).filter(([field]) => isChanged(field as keyof ContentValues)));
}
