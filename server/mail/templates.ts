import type { CompanyStatus } from '#shared/catalogues.ts';
import { invitationDays } from '#shared/employee.ts';
import * as format from '#shared/format.ts';
import { resetCodeMinutes } from '#shared/reset-code.ts';
import type { Letter } from './layout.ts';

/** What each mail is filled with; the words are below. Paths are relative to the public address. */
export type MailData = {
  verify_email: { firstName: string; token: string; isChange?: boolean };
  verify_company_email: { companyName: string; token: string; isChange: boolean };
  company_email_changed: { companyName: string; email: string };
  email_taken: { firstName: string };
  email_change: { firstName: string; email: string };
  email_changed: { firstName: string; email: string };
  reset_code: { firstName: string; code: string };
  password_changed: { firstName: string };
  /** Somebody else set it, or made the account with it; `where` is a company, or none for the product's own people. */
  password_set: { firstName: string; by: string };
  account_made: { firstName: string; by: string; where: string | null };
  join_company: { firstName: string; companyName: string; by: string; token: string };
  social_linked: { firstName: string; provider: string };
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
  /** `next`: it will renew on that day. Else it did, until then. */
  auto_renew_job: {
    firstName: string;
    title: string;
    place: string;
    jobId: string;
    next: string | null;
    until: string;
    total: number;
    invoice: string | null;
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
  payment_declined: { firstName: string; title: string; reason: string; orderId: string };
  new_applicant: { firstName: string; applicant: string; title: string; place: string; jobId: string; applicationId: string };
  application_sent: { firstName: string; title: string; company: string; place: string };
};

export type MailTemplate = keyof MailData;

type Writers = { [T in MailTemplate]: (data: MailData[T], publicUrl: string) => Letter };

const writers: Writers = {
  verify_email: ({ firstName, token, isChange }, url) => ({
    subject: isChange ? 'Verify your new email address' : 'Verify your email address',
    preview: isChange ? 'One click, and you sign in with it.' : 'One click, and your account is complete.',
    heading: isChange ? `Hello ${firstName}` : `Welcome, ${firstName}`,
    paragraphs: [
      isChange
        ? 'Please verify that this address is yours; from then on you sign in with it. The link works once and for 24 hours.'
        : 'Please verify that this address is yours. The link works once and for 24 hours.',
      isChange
        ? 'If you did not ask for this, ignore this mail: nothing changes.'
        : 'If you did not sign up for Haulboard, ignore this mail.',
    ],
    action: { label: 'Verify my email', url: `${url}/email/validation?token=${token}` },
  }),
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
  email_taken: ({ firstName }, url) => ({
    subject: 'You already have a Haulboard account',
    preview: 'Somebody tried to sign up with your address.',
    heading: `Hello ${firstName}`,
    paragraphs: ['Somebody tried to sign up with this address, which already has an account. If that was you, sign in instead.'],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  email_change: ({ firstName, email }, url) => ({
    subject: 'Your email address is being changed',
    preview: `The new address is ${email}.`,
    heading: `Hello ${firstName}`,
    paragraphs: [
      `Somebody signed in to your account asked to change its email address to ${email}. It changes once the new address is verified.`,
      'If that was not you, sign in and change your password at once: it also stops this change.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  email_changed: ({ firstName, email }, url) => ({
    subject: 'Your email address was changed',
    preview: `You sign in with ${email} now.`,
    heading: `Hello ${firstName}`,
    paragraphs: [
      `The email address of your Haulboard account is now ${email}. This address is no longer used.`,
      'If that was not you, answer this mail at once.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  reset_code: ({ firstName, code }, url) => ({
    subject: 'Your code for a new password',
    preview: 'It works once and for 15 minutes.',
    heading: `Hello ${firstName}`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password. Enter this code:',
      code,
      `It works once and for ${resetCodeMinutes} minutes, and only the newest one counts.`,
      'If that was not you, ignore this mail: your password stays as it is. Give the code to nobody.',
    ],
    action: { label: 'Enter the code', url: `${url}/reset-code` },
  }),
  password_changed: ({ firstName }, url) => ({
    subject: 'Your password was changed',
    preview: 'Every device was signed out.',
    heading: `Hello ${firstName}`,
    paragraphs: [
      'The password of your Haulboard account was changed, and every device was signed out.',
      'If that was not you, answer this mail at once.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  password_set: ({ firstName, by }, url) => ({
    subject: 'A new password was set for you',
    preview: `${by} set it. Choose your own at the next sign-in.`,
    heading: `Hello ${firstName}`,
    paragraphs: [
      `${by} set a new password for your Haulboard account, and every device was signed out.`,
      `${by} tells you the password. At the next sign-in you choose your own, which nobody else knows.`,
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  account_made: ({ firstName, by, where }, url) => ({
    subject: where ? `You now work with ${where} on Haulboard` : 'You have a Haulboard account',
    preview: 'Choose your own password at the first sign-in.',
    heading: `Welcome, ${firstName}`,
    paragraphs: [
      `${by} made a Haulboard account for you${where ? ` at ${where}` : ''}. You sign in with this email address.`,
      `${by} tells you the password. At the first sign-in you choose your own, which nobody else knows.`,
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  join_company: ({ firstName, companyName, by, token }, url) => ({
    subject: `${by} invites you to ${companyName} on Haulboard`,
    preview: 'Choose a password, and you are in.',
    heading: `Welcome, ${firstName}`,
    paragraphs: [
      `${by} invites you to hire truck drivers with ${companyName} on Haulboard. Choose a password to join.`,
      `The link works once and for ${invitationDays} days. If you do not know ${by}, ignore this mail.`,
    ],
    action: { label: 'Choose a password', url: `${url}/join?token=${token}` },
  }),
  social_linked: ({ firstName, provider }, url) => ({
    subject: `${provider} now signs in to your account`,
    preview: 'If that was not you, set a new password.',
    heading: `Hello ${firstName}`,
    paragraphs: [
      `Somebody signed in to your Haulboard account with ${provider}, whose address is the same. From now on ${provider} opens it beside your password.`,
      'If that was not you, set a new password: it ends every session and every such link.',
    ],
    action: { label: 'Set a new password', url: `${url}/forgot-password` },
  }),
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
  }),
  auto_renew_job: ({ firstName, title, place, jobId, next, until, total, invoice }, url) => ({
    subject: next ? `Renews on ${next}: ${title}` : `Renewed: ${title}`,
    preview: next ? `For ${format.money(total)}, until ${until}.` : `Up until ${until}. ${format.money(total)}`,
    heading: next ? 'A job renews soon' : 'A job renewed by itself',
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
  }),
  failed_payments: ({ firstName, title, place, jobId, reason, total, nextTry }, url) => ({
    subject: nextTry ? `Payment failed: ${title}` : `Taken down for want of payment: ${title}`,
    preview: reason,
    heading: nextTry ? 'A renewal could not be paid' : 'A job went down',
    paragraphs: [
      `Hello ${firstName}, the renewal of “${title}” in ${place} for ${format.money(total)} did not go through: ${reason}`,
      nextTry
        ? `Nothing was charged. We try again on ${nextTry}; until then the job stays up. Check the card in your settings.`
        : 'Nothing was charged. That was the last try, so drivers do not see the job any more. You can renew it by hand.',
    ],
    action: nextTry
      ? { label: 'Check the card', url: `${url}/company/settings/payment` }
      : { label: 'Renew the job', url: `${url}/company/jobs/${jobId}/detail` },
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
  payment_declined: ({ firstName, title, reason }, url) => ({
    subject: `Payment declined: ${title}`,
    preview: reason,
    heading: 'The card was declined',
    paragraphs: [
      `Hello ${firstName}, the payment for “${title}” did not go through: ${reason}`,
      'Nothing was charged. Choose another card to post the job.',
    ],
    action: { label: 'Open your jobs', url: `${url}/company/jobs` },
  }),
  new_applicant: ({ firstName, applicant, title, place, jobId, applicationId }, url) => ({
    subject: `${applicant} applied: ${title}`,
    preview: `A new applicant for ${place}`,
    heading: 'A driver applied',
    paragraphs: [
      `Hello ${firstName}, ${applicant} applied for “${title}” in ${place}.`,
      'Drivers who hear back within the hour are far more likely to answer.',
    ],
    action: { label: 'See the applicant', url: `${url}/company/jobs/${jobId}/detail?applicant=${applicationId}` },
  }),
  application_sent: ({ firstName, title, company, place }, url) => ({
    subject: `You applied: ${title}`,
    preview: `${company} has your application.`,
    heading: 'Your application is on its way',
    paragraphs: [
      `Hello ${firstName}, ${company} has your application for “${title}” in ${place}.`,
      'You can follow it, or withdraw it, under My applications.',
    ],
    action: { label: 'My applications', url: `${url}/members/home` },
  }),
};

/** What each state of a company means for its people (`product: Companies`). */
const statusWords: Record<CompanyStatus, string> = {
  Active: 'You can post jobs.',
  Inactive: 'Jobs that are up stay up; new ones cannot be posted until the company is active again.',
  Cancelled: 'Its jobs are not public any more. You still reach its settings and billing history.',
};

export function writeLetter(template: string, data: unknown, publicUrl: string): Letter {
  if (!Object.hasOwn(writers, template)) throw new Error(`There is no mail template ${template}`);
  const write = writers[template as MailTemplate] as (data: unknown, url: string) => Letter;
  return write(data, publicUrl);
}
