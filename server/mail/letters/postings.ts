import * as format from '#shared/format.ts';
import type { Writers } from '#server/mail/layout.ts';

/** What is bought, renews by itself, or could not be paid (`spec: work §4 Notification kinds`). */
export type PostingMails = {
  new_job: {
    firstName: string;
    title: string;
    jobIds: string[];
    places: string[];
    total: number;
    invoice: string;
    scheduled: boolean;
  };
  /** Dates are calendar days as they are read; `invoice` is its number. */
  renew_job: { firstName: string; title: string; place: string; jobId: string; until: string; total: number; invoice: string };
  /** `next`: it will renew on that day. Else it did, until then. `isResumed`: a person has just turned auto-renew on. */
  auto_renew_job: {
    firstName: string;
    title: string;
    place: string;
    jobId: string;
    next: string | null;
    until: string;
    total: number;
    invoice: string | null;
    isResumed?: boolean;
  };
  /** By an admin there is no invoice, and nothing to pay. */
  boost_job: {
    firstName: string;
    title: string;
    place: string;
    jobId: string;
    until: string;
    total: number;
    invoice: string | null;
  };
  /** `nextTry`: the day of the next try; null: that was the last, and the job went down. */
  failed_payments: {
    firstName: string;
    title: string;
    place: string;
    jobId: string;
    reason: string;
    total: number;
    nextTry: string | null;
  };
  payment_declined: { firstName: string; title: string; reason: string; orderId: string };
  /** Nothing is known against the card. */
  payment_not_taken: { firstName: string; title: string };
};

const choice = (url: string) => `${url}/company/settings/notifications`;

export const postingLetters: Writers<PostingMails> = {
  new_job: ({ firstName, title, jobIds, places, total, invoice, scheduled }, url) => ({
    subject: `${title}: ${format.count(jobIds.length, 'job')} ${scheduled ? 'scheduled' : 'posted'}`,
    preview: `Paid: ${format.money(total)}, ${invoice}`,
    heading: scheduled ? 'Your posting is scheduled' : 'Your posting is up',
    paragraphs: [
      `Hello ${firstName}, “${title}” ${scheduled ? 'will be' : 'is now'} public in ${places.join('; ')}.`,
      `Total: ${format.money(total)}. Invoice ${invoice}.`,
      'We mail you each time a driver applies.',
    ],
    action: { label: 'Open the job', url: `${url}/company/jobs/${jobIds[0] ?? ''}/detail` },
    preferences: choice(url),
  }),
  renew_job: ({ firstName, title, place, jobId, until, total, invoice }, url) => ({
    subject: `Renewed: ${title}`,
    preview: `Up until ${until}. ${format.money(total)}, ${invoice}`,
    heading: 'Your job is renewed',
    paragraphs: [
      `Hello ${firstName}, “${title}” in ${place} is up until ${until}.`,
      `Total: ${format.money(total)}. Invoice ${invoice}.`,
    ],
    action: { label: 'Open the job', url: `${url}/company/jobs/${jobId}/detail` },
    preferences: choice(url),
  }),
  auto_renew_job: ({ firstName, title, place, jobId, next, until, total, invoice, isResumed }, url) => ({
    subject: next ? `Renews on ${next}: ${title}` : `Renewed: ${title}`,
    preview: next ? `For ${format.money(total)}, until ${until}.` : `Up until ${until}. ${format.money(total)}`,
    heading: isResumed ? 'Auto-renew is on for a job' : next ? 'A job renews soon' : 'A job renewed by itself',
    paragraphs: next
      ? [
          `Hello ${firstName}, “${title}” in ${place} renews on ${next} and stays up until ${until}.`,
          `Then ${format.money(total)} are due. To let it end instead, cancel its renewal before that day.`,
        ]
      : [
          `Hello ${firstName}, “${title}” in ${place} renewed and is up until ${until}.`,
          `Total: ${format.money(total)}.${invoice ? ` Invoice ${invoice}.` : ''}`,
        ],
    action: { label: 'Open the job', url: `${url}/company/jobs/${jobId}/detail` },
    preferences: choice(url),
  }),
  boost_job: ({ firstName, title, place, jobId, until, total, invoice }, url) => ({
    subject: `Boosted: ${title}`,
    preview: `First among equals until ${until}.`,
    heading: 'Your job is boosted',
    paragraphs: [
      `Hello ${firstName}, “${title}” in ${place} ranks first among equals until ${until}, and matching drivers are mailed.`,
      invoice ? `Total: ${format.money(total)}. Invoice ${invoice}.` : 'This boost is free of charge.',
    ],
    action: { label: 'Open the job', url: `${url}/company/jobs/${jobId}/detail` },
    preferences: choice(url),
  }),
  failed_payments: ({ firstName, title, place, jobId, reason, total, nextTry }, url) => ({
    subject: nextTry ? `Payment failed: ${title}` : `Taken down for want of payment: ${title}`,
    preview: reason,
    heading: nextTry ? 'A renewal could not be paid' : 'A job went down',
    paragraphs: [
      `Hello ${firstName}, the renewal of “${title}” in ${place} for ${format.money(total)} did not go through: ${reason}`,
      nextTry
        ? `You weren’t charged. We try again on ${nextTry}; until then the job stays up. Check the card in your settings.`
        : 'You weren’t charged. That was the last try, so drivers do not see the job any more. You can renew it by hand.',
    ],
    action: nextTry
      ? { label: 'Check the card', url: `${url}/company/settings/payment` }
      : { label: 'Renew the job', url: `${url}/company/jobs/${jobId}/detail` },
  }),
  payment_declined: ({ firstName, title, reason }, url) => ({
    subject: `Payment declined: ${title}`,
    preview: reason,
    heading: 'The card was declined',
    paragraphs: [
      `Hello ${firstName}, the payment for “${title}” did not go through: ${reason}`,
      'You weren’t charged. Choose another card.',
    ],
    action: { label: 'Open your jobs', url: `${url}/company/jobs` },
  }),
  payment_not_taken: ({ firstName, title }, url) => ({
    subject: `Payment not taken: ${title}`,
    preview: 'You weren’t charged. Please try again.',
    heading: 'Payment failed',
    paragraphs: [
      `Hello ${firstName}, the payment service could not take the payment for “${title}”.`,
      'You weren’t charged. Please try again.',
    ],
    action: { label: 'Open your jobs', url: `${url}/company/jobs` },
  }),
};
