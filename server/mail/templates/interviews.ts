import type { CalendarEntry } from '#server/mail/calendar.ts';
import { type EmailTemplates, splitParagraphs } from '#server/mail/layout.ts';
import type { InterviewChange } from '#server/notifications/notify.ts';
import { appointmentTime, type InterviewKind, lengthText } from '#shared/applicants/interview.ts';
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

/** The token with which the driver answers without signing in (`docs/product/interviews.md#answering-by-link`). */
type InterviewLink = string;

/** `zone` is the time zone of the recipient. */
type AboutInterview = { firstName: string; title: string; applicationId: string; zone: string };

/** Emails to drivers and companies about interviews (`docs/product/interviews.md`). */
export type InterviewMails = {
  interview_proposed: AboutInterview & {
    company: string;
    kind: InterviewKind;
    minutes: number;
    times: string[];
    link: InterviewLink;
    note: string | null;
    /** Whether the driver was offered other times before. */
    isChange: boolean;
    /** The chosen time that no longer counts. */
    earlier?: Appointment | null;
  };
  interview_scheduled: AboutInterview & { company: string; link: InterviewLink; note: string | null; interview: Appointment };
  /** `isOwn` means that the driver canceled. `interview` is null if no time was chosen yet. */
  interview_canceled: AboutInterview & {
    company: string;
    kind: InterviewKind;
    answer: string | null;
    interview: Appointment | null;
    isOwn?: boolean;
  };
  /** Tells the company what the driver answered, or what a colleague changed. */
  applicant_interview: AboutInterview & {
    applicant: string;
    kind: InterviewKind;
    change: InterviewChange;
    answer: string | null;
    interview: Appointment | null;
  };
  interview_reminder: AboutInterview & { company: string; link: InterviewLink; note: string | null; interview: Appointment };
  applicant_interview_reminder: AboutInterview & { applicant: string; interview: Appointment };
  /** Tells the company that an interview is canceled because the driver deleted the account. It does not name the driver. */
  interview_account_deleted: Omit<AboutInterview, 'applicationId'> & { jobId: string; interview: Appointment };
};

/** Where the driver answers: without signing in, unless the email is from before there were links. */
const answerUrl = (url: string, link: InterviewLink | undefined) =>
  link ? `${url}/interview?token=${link}` : membersHomeUrl(url);
const membersHomeUrl = (url: string) => `${url}/members/home#interviews`;
const applicantPageUrl = (url: string, id: string) => `${url}/company/applicants?applicant=${id}&panel=interviews`;
const jobPageUrl = (url: string, id: string) => `${url}/company/jobs/${id}/detail#applicants`;

const reasonForCompany = (t: Translator) => ({ because: t('emails.becauseInterview'), turnsOff: 'interview' }) as const;

/** Returns the time, length, kind and place for the table in the email. */
function toDetails(t: Translator, { startsAt, minutes, kind, place }: Appointment, zone: string) {
  return [
    [t('interviews.when'), appointmentTime(t, startsAt, zone)] as const,
    [t('interviews.lengthLabel'), lengthText(t, minutes)] as const,
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
  interview_proposed: (t, { firstName, company, title, kind, minutes, times, link, note, isChange, earlier, zone }, url) => ({
    subject: isChange
      ? t('emails.interviewNewTimesSubject', { company, kind, title })
      : t('emails.interviewProposedSubject', { company, kind, title }),
    preview: t('emails.interviewProposedPreview', { count: times.length }),
    heading: isChange ? t('emails.interviewNewTimesHeading', { kind }) : t('emails.interviewProposedHeading', { company, kind }),
    paragraphs: [
      t('emails.interviewProposedBody', { firstName, company, title, kind, length: lengthText(t, minutes) }),
      ...(earlier
        ? [t('emails.interviewMovedNote', { kind: earlier.kind, when: appointmentTime(t, earlier.startsAt, zone) })]
        : []),
      ...splitParagraphs(note),
      t('emails.interviewChooseTime', { count: times.length }),
    ],
    details: times.map(
      (time, index) => [t('interviews.numberedOption', { number: index + 1 }), appointmentTime(t, time, zone)] as const,
    ),
    action: { label: t('emails.chooseATime'), url: answerUrl(url, link) },
    ...(earlier && {
      calendar: toCalendarEntry(earlier, {
        title: t('emails.calendarEntryTitle', { kind: earlier.kind, name: company }),
        description: t('emails.calendarEntryDescription', { kind: earlier.kind, title }),
        url: membersHomeUrl(url),
        isCanceled: true,
      }),
    }),
  }),
  interview_scheduled: (t, { firstName, company, title, link, note, interview, zone }, url) => ({
    subject: t('emails.interviewScheduledSubject', {
      kind: interview.kind,
      company,
      when: appointmentTime(t, interview.startsAt, zone),
    }),
    preview: t('emails.interviewScheduledPreview', { kind: interview.kind, company }),
    heading: t('emails.interviewScheduledHeading', { kind: interview.kind }),
    paragraphs: [
      t('emails.interviewScheduledBody', { kind: interview.kind, firstName, company, title }),
      ...splitParagraphs(note),
      t('emails.interviewCalendarHint', { kind: interview.kind }),
    ],
    details: toDetails(t, interview, zone),
    action: { label: t('emails.viewDetails'), url: answerUrl(url, link) },
    calendar: toCalendarEntry(interview, {
      title: t('emails.calendarEntryTitle', { kind: interview.kind, name: company }),
      description: t('emails.calendarEntryDescription', { kind: interview.kind, title }),
      url: membersHomeUrl(url),
    }),
  }),
  interview_canceled: (t, { firstName, company, title, kind, answer, interview, zone, isOwn = false }, url) => ({
    subject: t('emails.interviewCanceledSubject', { kind, name: company }),
    preview: t('emails.interviewCanceledPreview', { kind }),
    heading: t('emails.interviewCanceledHeading', { kind }),
    paragraphs: [
      isOwn
        ? t('emails.interviewCanceledByYou', { kind, firstName, company, title })
        : t('emails.interviewCanceledBody', { kind, firstName, company, title }),
      ...splitParagraphs(answer),
    ],
    ...(interview && {
      details: toDetails(t, interview, zone),
      calendar: toCalendarEntry(interview, {
        title: t('emails.calendarEntryTitle', { kind: interview.kind, name: company }),
        description: t('emails.calendarEntryDescription', { kind: interview.kind, title }),
        url: membersHomeUrl(url),
        isCanceled: true,
      }),
    }),
    action: { label: t('common.myApplications'), url: `${url}/members/applications` },
  }),
  applicant_interview: (t, { firstName, applicant, title, kind, change, answer, interview, applicationId, zone }, url) => ({
    subject: t('emails.applicantInterviewSubject', { applicant, kind, change }),
    preview: t('emails.jobTitlePreview', { title }),
    heading: t('emails.applicantInterviewHeading', { applicant, kind, change }),
    paragraphs: [t('emails.applicantInterviewBody', { firstName, applicant, title, kind, change }), ...splitParagraphs(answer)],
    ...(interview && {
      details: toDetails(t, interview, zone),
      calendar: toCalendarEntry(interview, {
        title: t('emails.calendarEntryTitle', { kind: interview.kind, name: applicant }),
        description: t('emails.calendarEntryDescription', { kind: interview.kind, title }),
        url: applicantPageUrl(url, applicationId),
        isCanceled: change !== 'scheduled',
      }),
    }),
    action: { label: t('emails.viewApplicant'), url: applicantPageUrl(url, applicationId) },
    ...reasonForCompany(t),
  }),
  interview_reminder: (t, { firstName, company, title, link, note, interview, zone }, url) => ({
    subject: t('emails.interviewReminderSubject', {
      kind: interview.kind,
      name: company,
      when: appointmentTime(t, interview.startsAt, zone),
    }),
    preview: t('emails.jobTitlePreview', { title }),
    heading: t('emails.interviewReminderHeading', { kind: interview.kind, name: company }),
    paragraphs: [
      t('emails.interviewReminderBody', { kind: interview.kind, firstName, company, title }),
      ...splitParagraphs(note),
    ],
    details: toDetails(t, interview, zone),
    action: { label: t('emails.viewDetails'), url: answerUrl(url, link) },
  }),
  applicant_interview_reminder: (t, { firstName, applicant, title, applicationId, interview, zone }, url) => ({
    subject: t('emails.interviewReminderSubject', {
      kind: interview.kind,
      name: applicant,
      when: appointmentTime(t, interview.startsAt, zone),
    }),
    preview: t('emails.jobTitlePreview', { title }),
    heading: t('emails.interviewReminderHeading', { kind: interview.kind, name: applicant }),
    paragraphs: [t('emails.applicantInterviewReminderBody', { kind: interview.kind, firstName, applicant, title })],
    details: toDetails(t, interview, zone),
    action: { label: t('emails.viewApplicant'), url: applicantPageUrl(url, applicationId) },
    ...reasonForCompany(t),
  }),
  interview_account_deleted: (t, { firstName, title, jobId, interview, zone }, url) => ({
    subject: t('emails.interviewAccountDeletedSubject', {
      kind: interview.kind,
      title,
      when: appointmentTime(t, interview.startsAt, zone),
    }),
    preview: t('emails.interviewCanceledPreview', { kind: interview.kind }),
    heading: t('emails.interviewCanceledHeading', { kind: interview.kind }),
    paragraphs: [t('emails.interviewAccountDeletedBody', { kind: interview.kind, firstName, title })],
    details: toDetails(t, interview, zone),
    calendar: toCalendarEntry(interview, {
      title: t('emails.calendarEntryTitle', { kind: interview.kind, name: title }),
      description: t('emails.calendarEntryDescription', { kind: interview.kind, title }),
      url: jobPageUrl(url, jobId),
      isCanceled: true,
    }),
    action: { label: t('emails.viewJob'), url: jobPageUrl(url, jobId) },
    ...reasonForCompany(t),
  }),
};
