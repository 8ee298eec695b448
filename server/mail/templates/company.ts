import type { EmailTemplates } from '#server/mail/layout.ts';
import type { CompanyStatus } from '#shared/catalogues.ts';
import { invitationDays } from '#shared/companies/employee.ts';

/** Emails to a company's people and to support about the company. */
export type CompanyMails = {
  verify_company_email: { companyName: string; token: string; isChange: boolean };
  company_email_changed: { companyName: string; email: string };
  company_left: { firstName: string; companyName: string };
  /** `days` is the number of days until the worker erases the data. */
  company_closed: { firstName: string; companyName: string; days: number };
  company_erased: { firstName: string; companyName: string };
  join_company: { firstName: string; companyName: string; by: string; token: string; hasAccount?: boolean };
  company_status: { firstName: string; companyName: string; status: CompanyStatus };
  /** `reason` is why an administrator rejected the check. */
  carrier_check: {
    firstName: string;
    companyName: string;
    outcome: 'verified' | 'rejected' | 'withdrawn';
    usdotNumber: string;
    reason: string | null;
  };
  /** Goes to support. */
  carrier_withdrawn: { companyName: string; usdotNumber: string; companyId: string };
  job_disabled: { firstName: string; title: string; jobId: string; isDisabled: boolean };
  /** Goes to support. */
  contact_message: {
    companyName: string;
    author: string;
    email: string;
    subject: string;
    /** The job's title, or null if the job was deleted. */
    title: string | null;
    message: string;
    id: string;
  };
  /** Goes to everyone at the company who wrote in the conversation, when support answers. */
  contact_answer: { firstName: string; subject: string; title: string | null; message: string; id: string };
};

export const companyTemplates: EmailTemplates<CompanyMails> = {
  verify_company_email: (t, { companyName, token, isChange }, url) => ({
    subject: t('emails.companyEmailSubject', { companyName }),
    preview: t('emails.companyEmailPreview'),
    heading: t('common.verifyCompanyEmail'),
    paragraphs: [
      t('emails.companyEmailBody', { companyName }),
      isChange ? t('emails.companyEmailChangeIgnore') : t('emails.companyEmailIgnore'),
    ],
    action: { label: t('emails.verifyEmail'), url: `${url}/email/company?token=${token}` },
  }),
  company_email_changed: (t, { companyName, email }, url) => ({
    subject: t('emails.companyEmailChangedSubject', { companyName }),
    preview: t('emails.companyEmailChangedPreview', { email }),
    heading: t('emails.companyEmailChangedHeading', { companyName }),
    paragraphs: [t('emails.companyEmailChangedBody', { companyName, email }), t('emails.companyEmailChangedWrong')],
    action: { label: t('common.openSettings'), url: `${url}/company/settings/company-settings` },
  }),
  company_left: (t, { firstName, companyName }, url) => ({
    subject: t('emails.companyLeftSubject', { companyName }),
    preview: t('emails.companyLeftPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.companyLeftBody', { companyName }), t('emails.companyLeftNotYou')],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  company_closed: (t, { firstName, companyName, days }, url) => ({
    subject: t('emails.companyClosedSubject', { companyName }),
    preview: t('emails.companyClosedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      t('emails.companyClosedBody', { companyName }),
      t('emails.companyClosedErasure', { days }),
      t('emails.companyClosedInvoices'),
      t('emails.companyClosedNotYou'),
    ],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  company_erased: (t, { firstName, companyName }, url) => ({
    subject: t('emails.companyErasedSubject', { companyName }),
    preview: t('emails.companyErasedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.companyErasedBody', { companyName }), t('emails.companyErasedAccountKept')],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  join_company: (t, { firstName, companyName, by, token, hasAccount = false }, url) => ({
    subject: t('emails.joinSubject', { by, companyName }),
    preview: hasAccount ? t('emails.joinPreviewExisting') : t('emails.joinPreview'),
    heading: t('emails.welcome', { firstName }),
    paragraphs: [
      hasAccount ? t('emails.joinBodyExisting', { by, companyName }) : t('emails.joinBody', { by, companyName }),
      t('emails.joinExpires', { days: invitationDays, by }),
    ],
    action: {
      label: hasAccount ? t('emails.joinCompany', { companyName }) : t('emails.joinChoosePassword'),
      url: `${url}/join?token=${token}`,
    },
  }),
  company_status: (t, { firstName, companyName, status }, url) => ({
    subject: t('emails.companyStatusSubject', { companyName, status }),
    preview: t('emails.companyStatusMeaning', { status }),
    heading: t('emails.companyStatusHeading', { companyName, status }),
    paragraphs: [t('emails.companyStatusBody', { firstName, companyName }), t('emails.companyStatusMeaning', { status })],
    action:
      status === 'Cancelled'
        ? { label: t('ui.signIn'), url: `${url}/login` }
        : { label: t('emails.viewJobs'), url: `${url}/company/jobs` },
  }),
  carrier_check: (t, { firstName, companyName, outcome, usdotNumber, reason }, url) => ({
    subject: t('emails.carrierCheckSubject', { outcome, usdotNumber }),
    preview: t('emails.carrierCheckPreview', { companyName, outcome }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      t('emails.carrierCheckBody', { companyName, outcome, usdotNumber }),
      ...(reason ? [t('companyPage.rejectedBecause', { reason })] : []),
      t('emails.carrierCheckNext', { outcome }),
    ],
    action: { label: t('emails.openPublicPage'), url: `${url}/company/settings/company-settings` },
  }),
  carrier_withdrawn: (t, { companyName, usdotNumber, companyId }, url) => ({
    subject: t('emails.carrierWithdrawnSubject', { companyName }),
    preview: t('emails.carrierWithdrawnPreview'),
    heading: t('emails.carrierWithdrawnSubject', { companyName }),
    paragraphs: [t('emails.carrierWithdrawnBody', { companyName, usdotNumber })],
    action: { label: t('emails.openCompany'), url: `${url}/admin/companies/${companyId}` },
  }),
  job_disabled: (t, { firstName, title, jobId, isDisabled }, url) => ({
    ...(isDisabled
      ? {
          subject: t('emails.jobRemovedSubject', { title }),
          preview: t('emails.jobRemovedPreview'),
          heading: t('emails.jobRemovedHeading'),
          paragraphs: [t('emails.jobRemovedBody', { firstName, title }), t('emails.jobRemovedSupportHint')],
        }
      : {
          subject: t('emails.jobRestoredSubject', { title }),
          preview: t('emails.jobRestoredPreview'),
          heading: t('emails.jobRestoredHeading'),
          paragraphs: [t('emails.jobRestoredBody', { firstName, title }), t('emails.jobRestoredThanks')],
        }),
    action: { label: t('emails.viewJob'), url: `${url}/company/jobs/${jobId}/detail` },
  }),
  contact_message: (t, { companyName, author, email, subject, title, message, id }, url) => ({
    subject: t('emails.contactSubject', { companyName, subject }),
    preview: message.slice(0, 120),
    heading: subject,
    paragraphs: [
      title === null
        ? t('emails.contactBodyNoJob', { author, email, companyName })
        : t('emails.contactBody', { author, email, companyName, title }),
      ...message.split(/\n+/),
      t('emails.contactReplyHint'),
    ],
    action: { label: t('common.reply'), url: `${url}/admin/messages/${id}` },
  }),
  contact_answer: (t, { firstName, subject, title, message, id }, url) => ({
    subject: t('emails.contactAnswerSubject', { subject }),
    preview: message.slice(0, 120),
    heading: subject,
    paragraphs: [
      title === null ? t('emails.contactAnswerBodyNoJob', { firstName }) : t('emails.contactAnswerBody', { firstName, title }),
      ...message.split(/\n+/),
    ],
    action: { label: t('emails.viewMessages'), url: `${url}/company/messages/${id}` },
  }),
};
