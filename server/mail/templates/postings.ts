import { type EmailTemplates, splitParagraphs } from '#server/mail/layout.ts';
import type { CdlStatus } from '#shared/catalogues.ts';
import * as format from '#shared/format.ts';
import type { TextKey, Translator } from '#shared/texts/texts.ts';

/** Emails to employers and drivers about an application, and to drivers about matching jobs. */
export type ApplicantMails = {
  new_applicant: {
    firstName: string;
    applicant: string;
    title: string;
    place: string;
    jobId: string;
    applicationId: string;
    /** What tells the reader whether to call. Null if the driver did not say. Missing in emails of earlier versions. */
    facts?: ApplicantFacts;
  };
  application_sent: { firstName: string; title: string; company: string; place: string };
  /** Tells a driver that the company will not hire them. It gives no reason. */
  not_selected: { firstName: string; title: string; company: string };
  boosted_job: { firstName: string; title: string; company: string; place: string; jobId: string };
  /** A company invites a driver to apply. `reasons` say why the job matches, in the driver's language. */
  job_invitation: {
    firstName: string;
    company: string;
    title: string;
    place: string;
    pay: string | null;
    reasons: [label: string, reason: string][];
    jobId: string;
  };
  /**
   * A company's message to a driver. `message` is null if the email may not contain it. `id` is the conversation's id. `replyTo` is
   * set if replies by email can be received.
   */
  driver_message: { firstName: string; company: string; title: string; message: string | null; id: string; replyTo?: string };
  /** A driver's answer to a company's message. */
  applicant_message: {
    firstName: string;
    applicant: string;
    title: string;
    message: string;
    /** The names of the files. Emails that earlier versions queued have none. */
    files?: string[];
    applicationId: string;
  };
};

type ApplicantFacts = {
  cdlStatus: CdlStatus | null;
  years: number | null;
  miles: number | null;
  /** 0 to 1. */
  matchScore: number | null;
  /** Ten digits. */
  phone: string | null;
};

const cdlKeys = {
  'Class A': 'catalogues.cdlClassA',
  'Class B': 'catalogues.cdlClassB',
  'Class C': 'catalogues.cdlClassC',
  Permit: 'catalogues.cdlPermit',
  'No CDL': 'common.noCdl',
} as const satisfies Record<CdlStatus, TextKey>;

function describeApplicant(t: Translator, { cdlStatus, years, miles, matchScore }: ApplicantFacts): [string, string][] {
  const rows: [label: string, value: string | null][] = [
    [t('fields.cdl'), cdlStatus && t(cdlKeys[cdlStatus])],
    [t('fields.yearsOfExperience'), years === null ? null : format.formatsIn(t.language).number(years)],
    [t('common.distance'), miles === null ? null : t('site.miles', { miles: Math.round(miles) })],
    [t('fields.matchScore'), matchScore === null ? null : format.formatsIn(t.language).percent(matchScore)],
  ];
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value]]));
}

export const applicantTemplates: EmailTemplates<ApplicantMails> = {
  new_applicant: (t, { firstName, applicant, title, place, jobId, applicationId, facts }, url) => ({
    subject: t('emails.newApplicantSubject', { applicant, title }),
    preview: t('emails.newApplicantPreview', { place }),
    heading: t('emails.newApplicantHeading'),
    paragraphs: [t('emails.newApplicantBody', { firstName, applicant, title, place }), t('emails.newApplicantReplyHint')],
    ...(facts && { details: describeApplicant(t, facts) }),
    ...(facts?.phone && {
      links: [{ label: t('emails.callApplicant', { applicant, phone: format.phone(facts.phone) }), url: `tel:+1${facts.phone}` }],
    }),
    action: { label: t('emails.viewApplicant'), url: `${url}/company/jobs/${jobId}/detail?applicant=${applicationId}` },
    because: t('emails.becausePoster'),
    turnsOff: 'new_application',
  }),
  application_sent: (t, { firstName, title, company, place }, url) => ({
    subject: t('emails.applicationSentSubject', { title }),
    preview: t('emails.applicationSentPreview', { company }),
    heading: t('common.applicationSent'),
    paragraphs: [t('emails.applicationSentBody', { firstName, company, title, place }), t('emails.applicationSentTrackHint')],
    action: { label: t('common.myApplications'), url: `${url}/members/applications` },
    turnsOff: 'application_sent',
  }),
  not_selected: (t, { firstName, title, company }, url) => ({
    subject: t('emails.notSelectedSubject', { company }),
    preview: t('emails.jobTitlePreview', { title }),
    heading: t('emails.notSelectedHeading'),
    paragraphs: [t('hiring.notSelectedEmailBody', { firstName, company, title }), t('hiring.notSelectedEmailNext')],
    action: { label: t('emails.findJobs'), url: `${url}/jobs` },
  }),
  boosted_job: (t, { firstName, title, company, place, jobId }, url) => ({
    subject: t('emails.nearbyJobSubject', { title }),
    preview: t('emails.hiringNearbyPreview', { company, place }),
    heading: t('emails.nearbyJobHeading'),
    paragraphs: [t('emails.nearbyJobBody', { firstName, company, place, title })],
    action: { label: t('emails.viewJob'), url: `${url}/jobs/${jobId}?source=boost_email` },
    turnsOff: 'boosted_job',
  }),
  job_invitation: (t, { firstName, company, title, place, pay, reasons, jobId }, url) => ({
    subject: t('emails.jobInvitationSubject', { company, title }),
    preview: t('emails.hiringNearbyPreview', { company, place }),
    heading: t('emails.jobInvitationHeading', { company }),
    paragraphs: [
      t('emails.jobInvitationBody', { firstName, company, title, place }),
      t('emails.jobInvitationReasons', { company }),
    ],
    details: [[t('emails.jobInvitationPlace'), place] as const, ...(pay ? [[t('common.pay'), pay] as const] : []), ...reasons],
    action: { label: t('emails.viewJob'), url: `${url}/jobs/${jobId}?source=invitation` },
    turnsOff: 'job_invitation',
  }),
  driver_message: (t, { firstName, company, title, message, id, replyTo }, url) => ({
    subject: t('emails.driverMessageSubject', { company, title }),
    preview: t('emails.driverMessageHeading', { company }),
    heading: t('emails.driverMessageHeading', { company }),
    paragraphs: [
      message === null
        ? t('emails.driverMessageBodyHidden', { firstName, company, title })
        : t('emails.driverMessageBody', { firstName, company, title }),
      ...splitParagraphs(message),
      replyTo ? t('emails.driverMessageReplyByEmail', { company }) : t('emails.driverMessageReplyOnline', { company }),
    ],
    ...(replyTo && { replyTo }),
    action: { label: t('emails.readAndReply'), url: `${url}/members/messages/${id}` },
    turnsOff: 'driver_message',
  }),
  applicant_message: (t, { firstName, applicant, title, message, files = [], applicationId }, url) => ({
    subject: t('emails.applicantMessageSubject', { applicant, title }),
    preview: t('common.newMessageFromApplicant', { applicant }),
    heading: t('common.newMessageFromApplicant', { applicant }),
    paragraphs: [
      t('emails.applicantMessageBody', { firstName, applicant, title }),
      ...splitParagraphs(message),
      ...(files.length > 0 ? [t('messages.sentFiles', { count: files.length, names: files.join(', ') })] : []),
    ],
    action: { label: t('emails.readAndReply'), url: `${url}/company/applicants?applicant=${applicationId}&panel=messages` },
    because: t('emails.becauseReplies'),
    turnsOff: 'new_message',
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
  /** Dates are already formatted. `invoice` is the invoice number. */
  renew_job: { firstName: string; title: string; place: string; jobId: string; until: string; total: number; invoice: string };
  /**
   * If `next` is set, the job will renew on that day. Otherwise, it was renewed until the day in `until`. `isResumed` means
   * that someone has just turned auto-renew on.
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
  /** `nextTry` is the day of the next attempt. It is null after the last attempt, when the job became inactive. */
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
  /** The payment failed although the card was not declined. Nothing was charged. */
  payment_not_taken: { firstName: string; title: string };
};

const jobPageUrl = (url: string, jobId: string) => `${url}/company/jobs/${jobId}/detail`;

/** The reason why a payment failed is stored as a text key without parameters. */
const declineReasonText = (t: Translator, reason: string) => t(reason as 'errors.cardDeclined');

export const postingTemplates: EmailTemplates<PostingMails> = {
  new_job: (t, { firstName, title, jobIds, places: placeNames, total: dollars, invoice, scheduled }, url) => {
    const [total, places, count] = [format.formatsIn(t.language).money(dollars), placeNames.join('; '), jobIds.length];
    return {
      subject: scheduled ? t('emails.jobScheduledSubject', { title, count }) : t('emails.jobPostedSubject', { title, count }),
      preview: t('emails.totalWithInvoice', { total, invoice }),
      heading: scheduled ? t('emails.jobScheduledHeading') : t('emails.jobPostedHeading'),
      paragraphs: [
        scheduled
          ? t('emails.jobScheduledBody', { firstName, title, places })
          : t('emails.jobPostedBody', { firstName, title, places }),
        t('emails.totalWithInvoice', { total, invoice }),
        t('emails.jobPostedApplicantsNote'),
      ],
      action: { label: t('emails.viewJob'), url: jobPageUrl(url, jobIds[0] ?? '') },
      turnsOff: 'new_job',
    };
  },
  renew_job: (t, { firstName, title, place, jobId, until, total: dollars, invoice }, url) => {
    const total = format.formatsIn(t.language).money(dollars);
    return {
      subject: t('emails.jobRenewedSubject', { title }),
      preview: t('emails.jobRenewedPreview', { until, total, invoice }),
      heading: t('emails.jobRenewedHeading'),
      paragraphs: [
        t('emails.jobRenewedBody', { firstName, title, place, until }),
        t('emails.totalWithInvoice', { total, invoice }),
      ],
      action: { label: t('emails.viewJob'), url: jobPageUrl(url, jobId) },
      turnsOff: 'renew_job',
    };
  },
  auto_renew_job: (t, { firstName, title, place, jobId, next, until, total: dollars, invoice, isResumed, deadline }, url) => {
    const total = format.formatsIn(t.language).money(dollars);
    return {
      subject: next ? t('emails.jobRenewsSubject', { next, title }) : t('emails.jobRenewedSubject', { title }),
      preview: next ? t('emails.jobRenewsPreview', { total, next }) : t('emails.autoRenewedPreview', { until, total }),
      heading: isResumed ? t('emails.autoRenewOnHeading') : next ? t('emails.jobRenewsHeading') : t('emails.autoRenewedHeading'),
      paragraphs: next
        ? [
            t('emails.jobRenewsBody', { firstName, title, place, next, until }),
            deadline ? t('emails.jobRenewsCancel', { total, deadline }) : t('emails.jobRenewsCancelNoTime', { total }),
          ]
        : [
            t('emails.autoRenewedBody', { firstName, title, place, until }),
            invoice ? t('emails.totalWithInvoice', { total, invoice }) : t('emails.totalOnly', { total }),
          ],
      action: { label: t('emails.viewJob'), url: jobPageUrl(url, jobId) },
      turnsOff: 'auto_renew_job',
    };
  },
  boost_job: (t, { firstName, title, place, jobId, until, total, invoice }, url) => ({
    subject: t('emails.jobBoostedSubject', { title }),
    preview: t('emails.jobBoostedPreview', { until }),
    heading: t('emails.jobBoostedHeading'),
    paragraphs: [
      t('emails.jobBoostedBody', { firstName, title, place, until }),
      invoice
        ? t('emails.totalWithInvoice', { total: format.formatsIn(t.language).money(total), invoice })
        : t('emails.jobBoostedFree'),
    ],
    action: { label: t('emails.viewJob'), url: jobPageUrl(url, jobId) },
    turnsOff: 'boost_job',
  }),
  failed_payments: (t, { firstName, title, place, jobId, reason, total, nextTry }, url) => ({
    subject: nextTry ? t('emails.jobPaymentFailedSubject', { title }) : t('emails.renewalEndedSubject', { title }),
    preview: declineReasonText(t, reason),
    heading: nextTry ? t('emails.renewalFailedHeading') : t('emails.renewalEndedHeading'),
    paragraphs: [
      t('emails.renewalFailedBody', {
        firstName,
        total: format.formatsIn(t.language).money(total),
        title,
        place,
        reason: declineReasonText(t, reason),
      }),
      nextTry ? t('emails.renewalFailedRetry', { nextTry }) : t('emails.renewalEndedBody'),
    ],
    action: nextTry
      ? { label: t('emails.checkCard'), url: `${url}/company/settings/payment` }
      : { label: t('emails.renewJob'), url: jobPageUrl(url, jobId) },
  }),
  payment_declined: (t, { firstName, title, reason }, url) => ({
    subject: t('emails.paymentDeclinedSubject', { title }),
    preview: declineReasonText(t, reason),
    heading: t('common.cardDeclined'),
    paragraphs: [
      t('emails.paymentDeclinedBody', { firstName, title, reason: declineReasonText(t, reason) }),
      t('emails.paymentDeclinedRetry'),
    ],
    action: { label: t('emails.viewJobs'), url: `${url}/company/jobs` },
  }),
  payment_not_taken: (t, { firstName, title }, url) => ({
    subject: t('emails.jobPaymentFailedSubject', { title }),
    preview: t('emails.paymentNotTakenRetry'),
    heading: t('common.paymentFailed'),
    paragraphs: [t('emails.paymentNotTakenBody', { firstName, title }), t('emails.paymentNotTakenRetry')],
    action: { label: t('emails.viewJobs'), url: `${url}/company/jobs` },
  }),
};
