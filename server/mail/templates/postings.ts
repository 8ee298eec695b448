import * as format from '#shared/format.ts';
import type { EmailTemplates } from '#server/mail/layout.ts';

/** Emails to employers and drivers about an application, and to drivers about matching jobs. */
export type ApplicantMails = {
  new_applicant: { firstName: string; applicant: string; title: string; place: string; jobId: string; applicationId: string };
  application_sent: { firstName: string; title: string; company: string; place: string };
  boosted_job: { firstName: string; title: string; company: string; place: string; jobId: string };
};

export const applicantTemplates: EmailTemplates<ApplicantMails> = {
  new_applicant: ({ firstName, applicant, title, place, jobId, applicationId }, url) => ({
    subject: `${applicant} applied for ${title}`,
    preview: `New applicant in ${place}`,
    heading: 'You have a new applicant',
    paragraphs: [
      `Hi ${firstName}, ${applicant} applied for “${title}” in ${place}.`,
      'Reply within an hour, while the driver is still looking.',
    ],
    action: { label: 'View applicant', url: `${url}/company/jobs/${jobId}/detail?applicant=${applicationId}` },
  }),
  application_sent: ({ firstName, title, company, place }, url) => ({
    subject: `Application sent: ${title}`,
    preview: `${company} received your application.`,
    heading: 'Application sent',
    paragraphs: [
      `Hi ${firstName}, ${company} received your application for “${title}” in ${place}.`,
      'Track or withdraw it under My applications.',
    ],
    action: { label: 'My applications', url: `${url}/members/home` },
  }),
  boosted_job: ({ firstName, title, company, place, jobId }, url) => ({
    subject: `A job near you: ${title}`,
    preview: `${company} is hiring drivers in ${place}.`,
    heading: 'A job near you',
    paragraphs: [
      `Hi ${firstName}, ${company} is hiring drivers in ${place} for “${title}.” It matches your profile and location.`,
      'You can turn off these emails under Notifications in your settings.',
    ],
    action: { label: 'View job', url: `${url}/jobs/${jobId}` },
  }),
};

/** Emails about purchases, renewals and failed payments (`docs/product/jobs.md#notifications`). */
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
  /** Dates are calendar days in their final form. `invoice` is the invoice number. */
  renew_job: { firstName: string; title: string; place: string; jobId: string; until: string; total: number; invoice: string };
  /**
   * With `next`, the job will renew on that day. Otherwise it has renewed until the given day. `isResumed`: a person has
   * just turned auto-renew on.
   */
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
    /** The time of the renewal with its zone. Emails written by earlier versions have none. */
    deadline?: string | null;
  };
  /** A boost by an administrator has no invoice and costs nothing. */
  boost_job: {
    firstName: string;
    title: string;
    place: string;
    jobId: string;
    until: string;
    total: number;
    invoice: string | null;
  };
  /** `nextTry` is the day of the next try. Null after the last one, when the job became inactive. */
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
  /** No money was taken, and the card was not declined. */
  payment_not_taken: { firstName: string; title: string };
};

const choice = (url: string) => `${url}/company/settings/notifications`;

export const postingTemplates: EmailTemplates<PostingMails> = {
  new_job: ({ firstName, title, jobIds, places, total, invoice, scheduled }, url) => ({
    subject: `${scheduled ? 'Scheduled' : 'Posted'}: ${title} (${format.count(jobIds.length, 'job')})`,
    preview: `Total ${format.money(total)}. Invoice ${invoice}.`,
    heading: scheduled ? 'Your job is scheduled' : 'Your job is live',
    paragraphs: [
      scheduled
        ? `Hi ${firstName}, “${title}” is scheduled to go live in ${places.join('; ')}.`
        : `Hi ${firstName}, “${title}” is now live in ${places.join('; ')}.`,
      `Total: ${format.money(total)}. Invoice ${invoice}.`,
      'We’ll email you each time a driver applies.',
    ],
    action: { label: 'View job', url: `${url}/company/jobs/${jobIds[0] ?? ''}/detail` },
    preferences: choice(url),
  }),
  renew_job: ({ firstName, title, place, jobId, until, total, invoice }, url) => ({
    subject: `Renewed: ${title}`,
    preview: `Live through ${until}. Total ${format.money(total)}. Invoice ${invoice}.`,
    heading: 'Your job was renewed',
    paragraphs: [
      `Hi ${firstName}, “${title}” in ${place} is now live through ${until}.`,
      `Total: ${format.money(total)}. Invoice ${invoice}.`,
    ],
    action: { label: 'View job', url: `${url}/company/jobs/${jobId}/detail` },
    preferences: choice(url),
  }),
  auto_renew_job: ({ firstName, title, place, jobId, next, until, total, invoice, isResumed, deadline }, url) => ({
    subject: next ? `Renews ${next}: ${title}` : `Renewed: ${title}`,
    preview: next ? `${format.money(total)} will be charged on ${next}.` : `Live through ${until}. Total ${format.money(total)}.`,
    heading: isResumed ? 'Auto-renew is on for a job' : next ? 'Your job renews soon' : 'Your job renewed',
    paragraphs: next
      ? [
          `Hi ${firstName}, “${title}” in ${place} renews on ${next} and stays live through ${until}.`,
          `${format.money(total)} will be charged. If you don’t want to renew, cancel the renewal before ${deadline ?? 'that date'}.`,
        ]
      : [
          `Hi ${firstName}, “${title}” in ${place} renewed automatically and is live through ${until}.`,
          `Total: ${format.money(total)}.${invoice ? ` Invoice ${invoice}.` : ''}`,
        ],
    action: { label: 'View job', url: `${url}/company/jobs/${jobId}/detail` },
    preferences: choice(url),
  }),
  boost_job: ({ firstName, title, place, jobId, until, total, invoice }, url) => ({
    subject: `Boosted: ${title}`,
    preview: `Boosted until ${until}.`,
    heading: 'Your job is boosted',
    paragraphs: [
      `Hi ${firstName}, “${title}” in ${place} ranks above similar jobs until ${until}. We’re emailing matching drivers about it.`,
      invoice ? `Total: ${format.money(total)}. Invoice ${invoice}.` : 'This boost is free.',
    ],
    action: { label: 'View job', url: `${url}/company/jobs/${jobId}/detail` },
    preferences: choice(url),
  }),
  failed_payments: ({ firstName, title, place, jobId, reason, total, nextTry }, url) => ({
    subject: nextTry ? `Payment failed: ${title}` : `Job removed: payment failed for ${title}`,
    preview: reason,
    heading: nextTry ? 'Renewal payment failed' : 'Your job was removed from search',
    paragraphs: [
      `Hi ${firstName}, the ${format.money(total)} renewal payment for “${title}” in ${place} failed: ${reason}`,
      nextTry
        ? `You weren’t charged. We’ll try again on ${nextTry}, and the job stays live until then. Check your card in settings.`
        : 'You weren’t charged. This was our last attempt, so drivers can’t see the job anymore. Renew the job to put it back in search.',
    ],
    action: nextTry
      ? { label: 'Check card', url: `${url}/company/settings/payment` }
      : { label: 'Renew job', url: `${url}/company/jobs/${jobId}/detail` },
  }),
  payment_declined: ({ firstName, title, reason }, url) => ({
    subject: `Payment declined: ${title}`,
    preview: reason,
    heading: 'Your card was declined',
    paragraphs: [`Hi ${firstName}, the payment for “${title}” failed: ${reason}`, 'You weren’t charged. Try another card.'],
    action: { label: 'View jobs', url: `${url}/company/jobs` },
  }),
  payment_not_taken: ({ firstName, title }, url) => ({
    subject: `Payment failed: ${title}`,
    preview: 'You weren’t charged. Try again.',
    heading: 'Payment failed',
    paragraphs: [`Hi ${firstName}, we couldn’t process the payment for “${title}.”`, 'You weren’t charged. Try again.'],
    action: { label: 'View jobs', url: `${url}/company/jobs` },
  }),
};
