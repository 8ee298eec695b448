import { money } from '#shared/format.ts';
import type { EmailTemplates } from '#server/mail/layout.ts';
import type { Translate } from '#shared/texts/texts.ts';

/** Emails to employers and drivers about an application, and to drivers about matching jobs. */
export type ApplicantMails = {
  new_applicant: { firstName: string; applicant: string; title: string; place: string; jobId: string; applicationId: string };
  application_sent: { firstName: string; title: string; company: string; place: string };
  boosted_job: { firstName: string; title: string; company: string; place: string; jobId: string };
  /** A company's message to a driver. `id` is the conversation's. */
  driver_message: { firstName: string; company: string; title: string; message: string; id: string };
  /** A driver's answer. */
  applicant_message: { firstName: string; applicant: string; title: string; message: string; applicationId: string };
};

export const applicantTemplates: EmailTemplates<ApplicantMails> = {
  new_applicant: (t, { firstName, applicant, title, place, jobId, applicationId }, url) => ({
    subject: t('emails.applicantSubject', { applicant, title }),
    preview: t('emails.applicantPreview', { place }),
    heading: t('emails.applicantHeading'),
    paragraphs: [t('emails.applicantBody', { firstName, applicant, title, place }), t('emails.applicantReply')],
    action: { label: t('emails.viewApplicant'), url: `${url}/company/jobs/${jobId}/detail?applicant=${applicationId}` },
  }),
  application_sent: (t, { firstName, title, company, place }, url) => ({
    subject: t('emails.applicationSubject', { title }),
    preview: t('emails.applicationPreview', { company }),
    heading: t('emails.applicationHeading'),
    paragraphs: [t('emails.applicationBody', { firstName, company, title, place }), t('emails.applicationTrack')],
    action: { label: t('emails.myApplications'), url: `${url}/members/home` },
  }),
  boosted_job: (t, { firstName, title, company, place, jobId }, url) => ({
    subject: t('emails.nearSubject', { title }),
    preview: t('emails.nearPreview', { company, place }),
    heading: t('emails.nearHeading'),
    paragraphs: [t('emails.nearBody', { firstName, company, place, title }), t('emails.nearTurnOff')],
    action: { label: t('emails.viewJob'), url: `${url}/jobs/${jobId}` },
  }),
  driver_message: (t, { firstName, company, title, message, id }, url) => ({
    subject: t('emails.driverMessageSubject', { company, title }),
    preview: t('emails.driverMessagePreview', { company }),
    heading: t('emails.driverMessageHeading', { company }),
    paragraphs: [t('emails.driverMessageBody', { firstName, company, title }), ...linesOf(message)],
    action: { label: t('emails.readAndReply'), url: `${url}/members/messages/${id}` },
    preferences: `${url}/members/settings/notifications`,
  }),
  applicant_message: (t, { firstName, applicant, title, message, applicationId }, url) => ({
    subject: t('emails.applicantMessageSubject', { applicant, title }),
    preview: t('emails.applicantMessagePreview', { applicant }),
    heading: t('emails.applicantMessageHeading', { applicant }),
    paragraphs: [t('emails.applicantMessageBody', { firstName, applicant, title }), ...linesOf(message)],
    action: { label: t('emails.readAndReply'), url: `${url}/company/applicants?applicant=${applicationId}&panel=messages` },
    preferences: choice(url),
  }),
};

/** The paragraphs of a text that a person wrote. */
const linesOf = (message: string): string[] => message.split(/\n+/).filter((line) => line.trim() !== '');

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
const jobPage = (url: string, jobId: string) => `${url}/company/jobs/${jobId}/detail`;

/** Why a payment failed, which is stored as a key without parameters. */
const declineReasonText = (t: Translate, reason: string) => t(reason as 'errors.cardDeclined');

export const postingTemplates: EmailTemplates<PostingMails> = {
  new_job: (t, { firstName, title, jobIds, places: listed, total: dollars, invoice, scheduled }, url) => {
    const [total, places, count] = [money(dollars), listed.join('; '), jobIds.length];
    return {
      subject: scheduled ? t('emails.scheduledSubject', { title, count }) : t('emails.postedSubject', { title, count }),
      preview: t('emails.postedPreview', { total, invoice }),
      heading: scheduled ? t('emails.scheduledHeading') : t('emails.postedHeading'),
      paragraphs: [
        scheduled
          ? t('emails.scheduledBody', { firstName, title, places })
          : t('emails.postedBody', { firstName, title, places }),
        t('emails.totalInvoice', { total, invoice }),
        t('emails.postedApplicants'),
      ],
      action: { label: t('emails.viewJob'), url: jobPage(url, jobIds[0] ?? '') },
      preferences: choice(url),
    };
  },
  renew_job: (t, { firstName, title, place, jobId, until, total: dollars, invoice }, url) => {
    const total = money(dollars);
    return {
      subject: t('emails.renewedSubject', { title }),
      preview: t('emails.renewedPreview', { until, total, invoice }),
      heading: t('emails.renewedHeading'),
      paragraphs: [t('emails.renewedBody', { firstName, title, place, until }), t('emails.totalInvoice', { total, invoice })],
      action: { label: t('emails.viewJob'), url: jobPage(url, jobId) },
      preferences: choice(url),
    };
  },
  auto_renew_job: (t, { firstName, title, place, jobId, next, until, total: dollars, invoice, isResumed, deadline }, url) => {
    const total = money(dollars);
    return {
      subject: next ? t('emails.renewsSubject', { next, title }) : t('emails.renewedSubject', { title }),
      preview: next ? t('emails.renewsPreview', { total, next }) : t('emails.autoRenewedPreview', { until, total }),
      heading: isResumed ? t('emails.renewsHeadingResumed') : next ? t('emails.renewsHeading') : t('emails.autoRenewedHeading'),
      paragraphs: next
        ? [
            t('emails.renewsBody', { firstName, title, place, next, until }),
            deadline ? t('emails.renewsCancel', { total, deadline }) : t('emails.renewsCancelNoTime', { total }),
          ]
        : [
            t('emails.autoRenewedBody', { firstName, title, place, until }),
            invoice ? t('emails.totalInvoice', { total, invoice }) : t('emails.totalOnly', { total }),
          ],
      action: { label: t('emails.viewJob'), url: jobPage(url, jobId) },
      preferences: choice(url),
    };
  },
  boost_job: (t, { firstName, title, place, jobId, until, total, invoice }, url) => ({
    subject: t('emails.boostedSubject', { title }),
    preview: t('emails.boostedPreview', { until }),
    heading: t('emails.boostedHeading'),
    paragraphs: [
      t('emails.boostedBody', { firstName, title, place, until }),
      invoice ? t('emails.totalInvoice', { total: money(total), invoice }) : t('emails.boostedFree'),
    ],
    action: { label: t('emails.viewJob'), url: jobPage(url, jobId) },
    preferences: choice(url),
  }),
  failed_payments: (t, { firstName, title, place, jobId, reason, total, nextTry }, url) => ({
    subject: nextTry ? t('emails.renewalFailedSubject', { title }) : t('emails.renewalEndedSubject', { title }),
    preview: declineReasonText(t, reason),
    heading: nextTry ? t('emails.renewalFailedHeading') : t('emails.renewalEndedHeading'),
    paragraphs: [
      t('emails.renewalFailedBody', { firstName, total: money(total), title, place, reason: declineReasonText(t, reason) }),
      nextTry ? t('emails.renewalFailedRetry', { nextTry }) : t('emails.renewalEndedBody'),
    ],
    action: nextTry
      ? { label: t('emails.checkCard'), url: `${url}/company/settings/payment` }
      : { label: t('emails.renewJob'), url: jobPage(url, jobId) },
  }),
  payment_declined: (t, { firstName, title, reason }, url) => ({
    subject: t('emails.declinedSubject', { title }),
    preview: declineReasonText(t, reason),
    heading: t('emails.declinedHeading'),
    paragraphs: [t('emails.declinedBody', { firstName, title, reason: declineReasonText(t, reason) }), t('emails.declinedRetry')],
    action: { label: t('emails.viewJobs'), url: `${url}/company/jobs` },
  }),
  payment_not_taken: (t, { firstName, title }, url) => ({
    subject: t('emails.notChargedSubject', { title }),
    preview: t('emails.notChargedRetry'),
    heading: t('emails.notChargedHeading'),
    paragraphs: [t('emails.notChargedBody', { firstName, title }), t('emails.notChargedRetry')],
    action: { label: t('emails.viewJobs'), url: `${url}/company/jobs` },
  }),
};
