import { type EmailTemplates, splitParagraphs } from '#server/mail/layout.ts';
import { calendarDate } from '#shared/format.ts';
import type { ChoiceKind } from '#shared/notifications.ts';

/** Emails to a company's people, who choose which notifications they get by email. */
export type NoticeMails = {
  /** A colleague's note about an applicant mentions the recipient. */
  mention: { firstName: string; author: string; applicant: string; title: string; note: string; applicationId: string };
  /** The recipient's follow-ups that are due. Days are `YYYY-MM-DD`. */
  follow_ups_due: {
    firstName: string;
    company: string;
    followUps: { task: string; applicant: string; title: string; applicationId: string; dueOn: string }[];
  };
  /** Applicants whom the company has not answered for some days. Days are `YYYY-MM-DD`. */
  applicants_unanswered: {
    firstName: string;
    company: string;
    applicants: { applicant: string; title: string; applicationId: string; appliedOn: string }[];
  };
  /** Counts what happened since the previous daily email, by kind and job. */
  daily_digest: {
    firstName: string;
    company: string;
    lines: { kind: ChoiceKind; count: number; jobId: string; title: string }[];
  };
};

const pathByKind: Readonly<Record<ChoiceKind, (jobId: string) => string>> = {
  new_application: (jobId) => `/company/jobs/${jobId}/detail#applicants`,
  mention: () => '/company/notifications',
  new_message: () => '/company/driver-messages',
  interview: () => '/company/notifications',
  follow_up: () => '/company/follow-ups',
  unanswered: (jobId) => `/company/jobs/${jobId}/detail#applicants`,
};

export const noticeTemplates: EmailTemplates<NoticeMails> = {
  mention: (t, { firstName, author, applicant, title, note, applicationId }, url) => ({
    subject: t('emails.mentionSubject', { author, applicant }),
    preview: t('emails.mentionPreview', { title }),
    heading: t('emails.mentionHeading', { author }),
    paragraphs: [t('emails.mentionBody', { firstName, author, applicant, title }), ...splitParagraphs(note)],
    action: { label: t('emails.viewApplicant'), url: `${url}/company/applicants?applicant=${applicationId}` },
    because: t('emails.becauseMentioned'),
    turnsOff: 'mention',
  }),
  follow_ups_due: (t, { firstName, company, followUps }, url) => ({
    subject: t('emails.followUpsSubject', { count: followUps.length, applicant: followUps[0]?.applicant ?? '' }),
    preview: followUps.map(({ task }) => task).join(' · '),
    heading: t('emails.followUpsHeading', { count: followUps.length }),
    paragraphs: [t('emails.followUpsBody', { firstName, company, count: followUps.length })],
    links: followUps.map(({ task, applicant, title, applicationId, dueOn }) => ({
      label: t('emails.followUpLine', { task, applicant, title, day: calendarDate(dueOn) }),
      url: `${url}/company/applicants?applicant=${applicationId}`,
    })),
    action: { label: t('emails.viewFollowUps'), url: `${url}/company/follow-ups` },
    because: t('emails.becauseFollowUp'),
    turnsOff: 'follow_up',
  }),
  applicants_unanswered: (t, { firstName, company, applicants }, url) => ({
    subject:
      applicants.length > 1
        ? t('notices.unansweredMany', { count: applicants.length })
        : t('common.unansweredApplicant', { applicant: applicants[0]?.applicant ?? '' }),
    preview: applicants.map(({ applicant }) => applicant).join(', '),
    heading: t('emails.unansweredHeading', { count: applicants.length }),
    paragraphs: [t('emails.unansweredBody', { firstName, company, count: applicants.length }), t('emails.unansweredHint')],
    links: applicants.map(({ applicant, title, applicationId, appliedOn }) => ({
      label: t('emails.unansweredLine', { applicant, title, day: calendarDate(appliedOn) }),
      url: `${url}/company/applicants?applicant=${applicationId}`,
    })),
    action: { label: t('emails.viewApplicants'), url: `${url}/company/applicants` },
    because: t('emails.becauseUnanswered'),
    turnsOff: 'unanswered',
  }),
  daily_digest: (t, { firstName, company, lines }, url) => ({
    subject: t('emails.digestSubject', { company }),
    preview: t('emails.digestPreview', { count: lines.reduce((sum, { count }) => sum + count, 0) }),
    heading: t('emails.digestHeading'),
    paragraphs: [t('emails.digestBody', { firstName, company })],
    links: lines.map(({ kind, count, jobId, title }) => ({
      label: t('emails.digestLine', { kind, count, title }),
      url: url + pathByKind[kind](jobId),
    })),
    action: { label: t('emails.viewJobs'), url: `${url}/company/jobs` },
    because: t('emails.becauseDaily'),
    turnsOff: 'daily_digest',
  }),
};
