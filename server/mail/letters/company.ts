import type { CompanyStatus } from '#shared/catalogues.ts';
import { invitationDays } from '#shared/employee.ts';
import type { Writers } from '#server/mail/layout.ts';

/** What a company's people and support read about the company. */
export type CompanyMails = {
  verify_company_email: { companyName: string; token: string; isChange: boolean };
  company_email_changed: { companyName: string; email: string };
  join_company: { firstName: string; companyName: string; by: string; token: string; hasAccount?: boolean };
  company_status: { firstName: string; companyName: string; status: CompanyStatus };
  job_disabled: { firstName: string; title: string; jobId: string; isDisabled: boolean };
  /** To support. */
  contact_message: {
    companyName: string;
    author: string;
    email: string;
    subject: string;
    title: string;
    message: string;
    id: string;
  };
  /** From support, to everybody of the company who wrote in the thread. */
  contact_answer: { firstName: string; subject: string; title: string; message: string; id: string };
};

/** What each state of a company means for its people (`product: Companies`). */
const statusWords: Record<CompanyStatus, string> = {
  Active: 'You can post jobs.',
  Inactive: 'Jobs that are up stay up; new ones cannot be posted until the company is active again.',
  Cancelled: 'Its jobs are not public any more. You still reach its settings and billing history.',
};

export const companyLetters: Writers<CompanyMails> = {
  verify_company_email: ({ companyName, token, isChange }, url) => ({
    subject: `Verify this address for ${companyName}`,
    preview: `One click, and ${companyName} is reached here.`,
    heading: `Is this the address of ${companyName}?`,
    paragraphs: [
      `Invoices and receipts of ${companyName} on Haulboard are to come to this address. Please verify that it is yours. The link works once and for 24 hours.`,
      isChange
        ? 'Until then they go to the address before. If you do not know this company, ignore this mail.'
        : 'If you do not know this company, ignore this mail.',
    ],
    action: { label: 'Verify this address', url: `${url}/email/company?token=${token}` },
  }),
  company_email_changed: ({ companyName, email }, url) => ({
    subject: `The address of ${companyName} was changed`,
    preview: `Invoices and receipts now go to ${email}.`,
    heading: `${companyName} has a new address`,
    paragraphs: [
      `Invoices and receipts of ${companyName} on Haulboard now go to ${email}. This address is no longer used for them.`,
      'If that is not right, a company admin can change it in the company settings.',
    ],
    action: { label: 'Open the settings', url: `${url}/company/settings/company-settings` },
  }),
  join_company: ({ firstName, companyName, by, token, hasAccount = false }, url) => ({
    subject: `${by} invites you to ${companyName} on Haulboard`,
    preview: hasAccount ? 'Sign in as you do, and you are in.' : 'Choose a password, and you are in.',
    heading: `Welcome, ${firstName}`,
    paragraphs: [
      `${by} invites you to hire truck drivers with ${companyName} on Haulboard. ${
        hasAccount
          ? 'You have an account already: join with the password you have, and it stays what it is besides.'
          : 'Choose a password to join.'
      }`,
      `The link works once and for ${invitationDays} days. If you do not know ${by}, ignore this mail.`,
    ],
    action: { label: hasAccount ? `Join ${companyName}` : 'Choose a password', url: `${url}/join?token=${token}` },
  }),
  company_status: ({ firstName, companyName, status }, url) => ({
    subject: `${companyName} is ${status.toLowerCase()} on Haulboard`,
    preview: statusWords[status],
    heading: `${companyName} is now ${status.toLowerCase()}`,
    paragraphs: [`Hello ${firstName}, an administrator changed the state of ${companyName}.`, statusWords[status]],
    action:
      status === 'Cancelled'
        ? { label: 'Sign in', url: `${url}/login` }
        : { label: 'Open your jobs', url: `${url}/company/jobs` },
  }),
  job_disabled: ({ firstName, title, jobId, isDisabled }, url) => ({
    subject: isDisabled ? `Taken down: ${title}` : `Up again: ${title}`,
    preview: isDisabled ? 'Drivers do not see this job any more.' : 'Drivers see this job again.',
    heading: isDisabled ? 'A job was taken down' : 'A job is up again',
    paragraphs: [
      isDisabled
        ? `Hello ${firstName}, an administrator took “${title}” down. Drivers do not see it; its applicants are still yours.`
        : `Hello ${firstName}, “${title}” is public again until the end of its paid period.`,
      isDisabled ? 'Write to us about it from the job’s page.' : 'Thank you for your patience.',
    ],
    action: { label: 'Open the job', url: `${url}/company/jobs/${jobId}/detail` },
  }),
  contact_message: ({ companyName, author, email, subject, title, message, id }, url) => ({
    subject: `${companyName}: ${subject}`,
    preview: message.slice(0, 120),
    heading: subject,
    paragraphs: [
      `${author} (${email}) of ${companyName} writes about “${title}”:`,
      ...message.split(/\n+/),
      'Answer in Haulboard; the answer is mailed and stays with the job.',
    ],
    action: { label: 'Answer', url: `${url}/admin/messages/${id}` },
  }),
  contact_answer: ({ firstName, subject, title, message, id }, url) => ({
    subject: `Re: ${subject}`,
    preview: message.slice(0, 120),
    heading: subject,
    paragraphs: [`Hello ${firstName}, support writes about “${title}”:`, ...message.split(/\n+/)],
    action: { label: 'See the messages', url: `${url}/company/messages/${id}` },
  }),
};
