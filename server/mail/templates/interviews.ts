import type { CalendarEntry } from '#server/mail/calendar.ts';
import { type EmailTemplates, splitParagraphs } from '#server/mail/layout.ts';
import { appointmentTime, type InterviewKind } from '#shared/applicants/interview.ts';
import type { Translator } from '#shared/texts/texts.ts';

/** The chosen time of an interview. Times are in ISO 8601. */
type Appointment = {
  id: string;
  sequence: number;
  startsAt: string;
  minutes: number;
  kind: InterviewKind;
  place: string | null;
};

/** `zone` is the time zone of the recipient. */
type AboutInterview = { firstName: string; title: string; applicationId: string; zone: string };

/** Emails to drivers and companies about interviews (`docs/product/interviews.md`). */
export type InterviewMails = {
  interview_proposed: AboutInterview & {
    company: string;
    kind: InterviewKind;
    minutes: number;
    times: string[];
    note: string | null;
    /** Whether the driver was offered other times before. */
    isChange: boolean;
    /** The chosen time that no longer counts. */
    earlier?: Appointment | null;
  };
  interview_scheduled: AboutInterview & { company: string; note: string | null; interview: Appointment };
  /** `isOwn` means that the driver canceled. `interview` is null if no time was chosen yet. */
  interview_canceled: AboutInterview & {
    company: string;
    answer: string | null;
    interview: Appointment | null;
    isOwn?: boolean;
  };
  /** Tells the company what the driver answered, or what a colleague changed. */
  applicant_interview: AboutInterview & {
    applicant: string;
    change: 'scheduled' | 'declined' | 'canceled' | 'company_canceled' | 'company_rescheduled';
    answer: string | null;
    interview: Appointment | null;
  };
  interview_reminder: AboutInterview & { company: string; note: string | null; interview: Appointment };
  applicant_interview_reminder: AboutInterview & { applicant: string; interview: Appointment };
  /** Tells the company that an interview is canceled because the driver deleted the account. It does not name the driver. */
  interview_account_deleted: Omit<AboutInterview, 'applicationId'> & { jobId: string; interview: Appointment };
};

const membersHomeUrl = (url: string) => `${url}/members/home#interviews`;
const applicantPageUrl = (url: string, id: string) => `${url}/company/applicants?applicant=${id}&panel=interviews`;
const jobPageUrl = (url: string, id: string) => `${url}/company/jobs/${id}/detail#applicants`;

const reasonForCompany = (t: Translator) => ({ because: t('emails.becauseInterview'), turnsOff: 'interview' }) as const;

/** Returns the time, length, kind and place for the table in the email. */
function toDetails(t: Translator, { startsAt, minutes, kind, place }: Appointment, zone: string) {
  return [
    [t('interviews.when'), appointmentTime(t, startsAt, zone)] as const,
    [t('interviews.lengthLabel'), t('interviews.minutes', { minutes })] as const,
    [t('common.type'), t('emails.interviewKind', { kind })] as const,
    ...(place ? [[t('common.where'), place] as const] : []),
  ];
}

type EntryParts = { title: string; url: string; description: string; isCanceled?: boolean };

const toCalendarEntry = (
  { id, sequence, startsAt, minutes, place }: Appointment,
  { title, url, description, isCanceled = false }: EntryParts,
): CalendarEntry => ({ id, sequence, startsAt, minutes, place, title, url, description, isCanceled });

export const interviewTemplates: EmailTemplates<InterviewMails> = {
  interview_proposed: (t, { firstName, company, title, kind, minutes, times, note, isChange, earlier, zone }, url) => ({
    subject: isChange
      ? t('emails.interviewNewTimesSubject', { company, title })
      : t('emails.interviewProposedSubject', { company, title }),
    preview: t('emails.interviewProposedPreview', { count: times.length }),
    heading: isChange ? t('emails.interviewNewTimesHeading') : t('emails.interviewProposedHeading', { company }),
    paragraphs: [
      t('emails.interviewProposedBody', { firstName, company, title, kind, minutes }),
      ...(earlier ? [t('emails.interviewMovedNote', { when: appointmentTime(t, earlier.startsAt, zone) })] : []),
      ...splitParagraphs(note),
      t('emails.interviewChooseTime', { count: times.length }),
    ],
    details: times.map(
      (time, index) => [t('interviews.numberedOption', { number: index + 1 }), appointmentTime(t, time, zone)] as const,
    ),
    action: { label: t('emails.chooseATime'), url: membersHomeUrl(url) },
    ...(earlier && {
      calendar: toCalendarEntry(earlier, {
        title: t('emails.calendarEntryTitle', { name: company }),
        description: t('emails.calendarEntryDescription', { title }),
        url: membersHomeUrl(url),
        isCanceled: true,
      }),
    }),
  }),
  interview_scheduled: (t, { firstName, company, title, note, interview, zone }, url) => ({
    subject: t('emails.interviewScheduledSubject', { company, when: appointmentTime(t, interview.startsAt, zone) }),
    preview: t('emails.interviewScheduledPreview', { company }),
    heading: t('emails.interviewScheduledHeading'),
    paragraphs: [
      t('emails.interviewScheduledBody', { firstName, company, title }),
      ...splitParagraphs(note),
      t('emails.interviewCalendarHint'),
    ],
    details: toDetails(t, interview, zone),
    action: { label: t('emails.viewInterview'), url: membersHomeUrl(url) },
    calendar: toCalendarEntry(interview, {
      title: t('emails.calendarEntryTitle', { name: company }),
      description: t('emails.calendarEntryDescription', { title }),
      url: membersHomeUrl(url),
    }),
  }),
  interview_canceled: (t, { firstName, company, title, answer, interview, zone, isOwn = false }, url) => ({
    subject: t('emails.interviewCanceledSubject', { name: company }),
    preview: t('emails.interviewCanceledPreview'),
    heading: t('common.interviewCanceled'),
    paragraphs: [
      isOwn
        ? t('emails.interviewCanceledByYou', { firstName, company, title })
        : t('emails.interviewCanceledBody', { firstName, company, title }),
      ...splitParagraphs(answer),
    ],
    ...(interview && {
      details: toDetails(t, interview, zone),
      calendar: toCalendarEntry(interview, {
        title: t('emails.calendarEntryTitle', { name: company }),
        description: t('emails.calendarEntryDescription', { title }),
        url: membersHomeUrl(url),
        isCanceled: true,
      }),
    }),
    action: { label: t('common.myApplications'), url: `${url}/members/applications` },
  }),
  applicant_interview: (t, { firstName, applicant, title, change, answer, interview, applicationId, zone }, url) => ({
    subject: t('emails.applicantInterviewSubject', { applicant, change }),
    preview: t('emails.jobTitlePreview', { title }),
    heading: t('emails.applicantInterviewHeading', { applicant, change }),
    paragraphs: [t('emails.applicantInterviewBody', { firstName, applicant, title, change }), ...splitParagraphs(answer)],
    ...(interview && {
      details: toDetails(t, interview, zone),
      calendar: toCalendarEntry(interview, {
        title: t('emails.calendarEntryTitle', { name: applicant }),
        description: t('emails.calendarEntryDescription', { title }),
        url: applicantPageUrl(url, applicationId),
        isCanceled: change !== 'scheduled',
      }),
    }),
    action: { label: t('emails.viewApplicant'), url: applicantPageUrl(url, applicationId) },
    ...reasonForCompany(t),
  }),
  interview_reminder: (t, { firstName, company, title, note, interview, zone }, url) => ({
    subject: t('emails.interviewReminderSubject', { name: company, when: appointmentTime(t, interview.startsAt, zone) }),
    preview: t('emails.jobTitlePreview', { title }),
    heading: t('emails.interviewReminderHeading', { name: company }),
    paragraphs: [t('emails.interviewReminderBody', { firstName, company, title }), ...splitParagraphs(note)],
    details: toDetails(t, interview, zone),
    action: { label: t('emails.viewInterview'), url: membersHomeUrl(url) },
  }),
  applicant_interview_reminder: (t, { firstName, applicant, title, applicationId, interview, zone }, url) => ({
    subject: t('emails.interviewReminderSubject', { name: applicant, when: appointmentTime(t, interview.startsAt, zone) }),
    preview: t('emails.jobTitlePreview', { title }),
    heading: t('emails.interviewReminderHeading', { name: applicant }),
    paragraphs: [t('emails.applicantInterviewReminderBody', { firstName, applicant, title })],
    details: toDetails(t, interview, zone),
    action: { label: t('emails.viewApplicant'), url: applicantPageUrl(url, applicationId) },
    ...reasonForCompany(t),
  }),
  interview_account_deleted: (t, { firstName, title, jobId, interview, zone }, url) => ({
    subject: t('emails.interviewAccountDeletedSubject', { title, when: appointmentTime(t, interview.startsAt, zone) }),
    preview: t('emails.interviewCanceledPreview'),
    heading: t('common.interviewCanceled'),
    paragraphs: [t('emails.interviewAccountDeletedBody', { firstName, title })],
    details: toDetails(t, interview, zone),
    calendar: toCalendarEntry(interview, {
      title: t('emails.calendarEntryTitle', { name: title }),
      description: t('emails.calendarEntryDescription', { title }),
      url: jobPageUrl(url, jobId),
      isCanceled: true,
    }),
    action: { label: t('emails.viewJob'), url: jobPageUrl(url, jobId) },
    ...reasonForCompany(t),
  }),
};
