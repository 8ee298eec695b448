import * as format from '#shared/format.ts';
import type { Letter } from './layout.ts';

/** What each mail is filled with; the words are below. Paths are relative to the public address. */
export type MailData = {
  verify_email: { firstName: string; token: string };
  email_taken: { firstName: string };
  email_change: { firstName: string; email: string };
  password_changed: { firstName: string };
  new_job: {
    firstName: string;
    title: string;
    jobIds: string[];
    places: string[];
    total: number;
    invoice: string;
    scheduled: boolean;
  };
  payment_declined: { firstName: string; title: string; reason: string; orderId: string };
  new_applicant: { firstName: string; applicant: string; title: string; place: string; jobId: string; applicationId: string };
  application_sent: { firstName: string; title: string; company: string; place: string };
};

export type MailTemplate = keyof MailData;

type Writers = { [T in MailTemplate]: (data: MailData[T], publicUrl: string) => Letter };

const writers: Writers = {
  verify_email: ({ firstName, token }, url) => ({
    subject: 'Verify your email address',
    preview: 'One click, and you can post your first job.',
    heading: `Welcome, ${firstName}`,
    paragraphs: [
      'Please verify that this address is yours. The link works once and for 24 hours.',
      'If you did not sign up for Haulboard, ignore this mail.',
    ],
    action: { label: 'Verify my email', url: `${url}/email/validation?token=${token}` },
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
      'If that was not you, sign in and change your password at once.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
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

export function writeLetter(template: string, data: unknown, publicUrl: string): Letter {
  if (!Object.hasOwn(writers, template)) throw new Error(`There is no mail template ${template}`);
  const write = writers[template as MailTemplate] as (data: unknown, url: string) => Letter;
  return write(data, publicUrl);
}
