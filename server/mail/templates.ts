import type { Letter, Writers } from './layout.ts';
import { accountLetters, type AccountMails } from './letters/account.ts';
import { applicantLetters, type ApplicantMails } from './letters/applicants.ts';
import { billingLetters, type BillingMails } from './letters/billing.ts';
import { companyLetters, type CompanyMails } from './letters/company.ts';
import { postingLetters, type PostingMails } from './letters/postings.ts';

/** What each mail is filled with; its words stand in `letters/`. */
export type MailData = AccountMails & CompanyMails & PostingMails & BillingMails & ApplicantMails;
export type MailTemplate = keyof MailData;

const writers: Writers<MailData> = {
  ...accountLetters,
  ...companyLetters,
  ...postingLetters,
  ...billingLetters,
  ...applicantLetters,
};

export function writeLetter(template: string, data: unknown, publicUrl: string): Letter {
  if (!Object.hasOwn(writers, template)) throw new Error(`There is no mail template ${template}`);
  const write = writers[template as MailTemplate] as (data: unknown, url: string) => Letter;
  return write(data, publicUrl);
}
