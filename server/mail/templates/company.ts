import type { CompanyStatus } from '#shared/catalogues.ts';
import { invitationDays } from '#shared/companies/employee.ts';
import type { EmailTemplates } from '#server/mail/layout.ts';

/** Emails to a company's people and to support about the company. */
export type CompanyMails = {
  verify_company_email: { companyName: string; token: string; isChange: boolean };
  company_email_changed: { companyName: string; email: string };
  company_left: { firstName: string; companyName: string };
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
  /** From support, to everyone in the company who wrote in the conversation. */
  contact_answer: { firstName: string; subject: string; title: string; message: string; id: string };
};

/** What each status of a company means for its people (`docs/product/companies.md#company-status`). */
const statusWords: Record<CompanyStatus, string> = {
  Active: 'You can post jobs.',
  Inactive: 'Live jobs stay live. You can’t post new ones until your company is active again.',
  Cancelled: 'Your jobs are no longer public. You can still see settings and billing history.',
};

export const companyTemplates: EmailTemplates<CompanyMails> = {
  verify_company_email: ({ companyName, token, isChange }, url) => ({
    subject: `Verify the billing email for ${companyName}`,
    preview: 'Verify it to receive invoices and receipts.',
    heading: 'Verify your company email',
    paragraphs: [
      `Verify this email address to receive invoices and receipts for ${companyName}. The link expires in 24 hours.`,
      isChange
        ? 'Until then, we’ll use the previous address. If you don’t know this company, you can ignore this email.'
        : 'If you don’t know this company, you can ignore this email.',
    ],
    action: { label: 'Verify email', url: `${url}/email/company?token=${token}` },
  }),
  company_email_changed: ({ companyName, email }, url) => ({
    subject: `The billing email for ${companyName} was changed`,
    preview: `Invoices and receipts now go to ${email}.`,
    heading: `${companyName} has a new billing email`,
    paragraphs: [
      `Invoices and receipts for ${companyName} now go to ${email}, not to this address.`,
      'If this isn’t right, a company admin can change it in the company settings.',
    ],
    action: { label: 'Open settings', url: `${url}/company/settings/company-settings` },
  }),
  company_left: ({ firstName, companyName }, url) => ({
    subject: `You left ${companyName} on Haulboard`,
    preview: 'Your account is still yours.',
    heading: `Hi ${firstName}`,
    paragraphs: [
      `Your account no longer belongs to ${companyName}: you can’t see its jobs, applicants or settings, and you won’t get its emails.`,
      'If this wasn’t you, change your password, then ask the company for a new invitation.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  join_company: ({ firstName, companyName, by, token, hasAccount = false }, url) => ({
    subject: `${by} invited you to ${companyName} on Haulboard`,
    preview: hasAccount ? 'Join with your existing account.' : 'Choose a password to join.',
    heading: `Welcome, ${firstName}`,
    paragraphs: [
      hasAccount
        ? `${by} invited you to join ${companyName} on Haulboard. You already have an account, so join with your current password. Your existing roles won’t change.`
        : `${by} invited you to join ${companyName} on Haulboard. Choose a password to join.`,
      `The link expires in ${invitationDays} days. If you don’t know ${by}, you can ignore this email.`,
    ],
    action: { label: hasAccount ? `Join ${companyName}` : 'Choose a password', url: `${url}/join?token=${token}` },
  }),
  company_status: ({ firstName, companyName, status }, url) => ({
    subject: `${companyName} is ${status.toLowerCase()} on Haulboard`,
    preview: statusWords[status],
    heading: `${companyName} is now ${status.toLowerCase()}`,
    paragraphs: [`Hi ${firstName}, Haulboard changed the status of ${companyName}.`, statusWords[status]],
    action:
      status === 'Cancelled' ? { label: 'Sign in', url: `${url}/login` } : { label: 'View jobs', url: `${url}/company/jobs` },
  }),
  job_disabled: ({ firstName, title, jobId, isDisabled }, url) => ({
    subject: isDisabled ? `Job removed: ${title}` : `Job restored: ${title}`,
    preview: isDisabled ? 'Drivers can’t see this job anymore.' : 'Drivers can see this job again.',
    heading: isDisabled ? 'We removed one of your jobs' : 'Your job is live again',
    paragraphs: [
      isDisabled
        ? `Hi ${firstName}, we removed “${title}” from search. You’ll keep its applicants.`
        : `Hi ${firstName}, “${title}” is live again through the end of its paid period.`,
      isDisabled ? 'To ask us about it, open the job and select Contact support.' : 'Thanks for your patience.',
    ],
    action: { label: 'View job', url: `${url}/company/jobs/${jobId}/detail` },
  }),
  contact_message: ({ companyName, author, email, subject, title, message, id }, url) => ({
    subject: `${companyName}: ${subject}`,
    preview: message.slice(0, 120),
    heading: subject,
    paragraphs: [
      `${author} (${email}) from ${companyName} sent a message about “${title}”:`,
      ...message.split(/\n+/),
      'Reply in Haulboard. We’ll email your reply and keep it with the job.',
    ],
    action: { label: 'Reply', url: `${url}/admin/messages/${id}` },
  }),
  contact_answer: ({ firstName, subject, title, message, id }, url) => ({
    subject: `Re: ${subject}`,
    preview: message.slice(0, 120),
    heading: subject,
    paragraphs: [`Hi ${firstName}, Haulboard support replied about “${title}”:`, ...message.split(/\n+/)],
    action: { label: 'View messages', url: `${url}/company/messages/${id}` },
  }),
};
