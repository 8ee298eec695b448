/** Which mails a person may do without, and what is asked of them in writing (`product: Drivers and the public side`). */
import * as z from 'zod/mini';
import { roles, type Role } from '#shared/access/access.ts';

const companyPeople = [roles.companyAdmin, roles.companyUser] as const;

/**
 * The mails that may be switched off, each with who gets it. What a person must know (verification, passwords, money) is
 * not among them. A new kind is a line here and `mailUnlessMuted` where it is sent.
 */
export const optionalMails = [
  {
    code: 'application_sent',
    label: 'Application confirmations',
    hint: 'An email with the job and company each time you apply.',
    roles: [roles.driver],
  },
  {
    code: 'boosted_job',
    label: 'Jobs near you',
    hint: 'When a carrier boosts a job that matches your profile.',
    roles: [roles.driver],
  },
  {
    code: 'new_job',
    label: 'New postings',
    hint: 'When a job is paid and goes live.',
    roles: companyPeople,
  },
  {
    code: 'renew_job',
    label: 'Renewals',
    hint: 'When someone renews one of your company’s jobs.',
    roles: companyPeople,
  },
  {
    code: 'auto_renew_job',
    label: 'Automatic renewals',
    hint: 'Before and after a job renews automatically.',
    roles: companyPeople,
  },
  {
    code: 'boost_job',
    label: 'Boosts',
    hint: 'When one of your company’s jobs is boosted.',
    roles: companyPeople,
  },
] as const satisfies readonly { code: string; label: string; hint: string; roles: readonly Role[] }[];

export type OptionalMail = (typeof optionalMails)[number]['code'];
const kindField = z.enum(optionalMails.map(({ code }) => code) as [OptionalMail, ...OptionalMail[]]);

/** The kinds that somebody with these roles gets at all. */
export function optionalMailsOf(held: readonly Role[]) {
  return optionalMails.filter((mail) => mail.roles.some((role) => held.includes(role)));
}

export const mailPreferencesSchema = z.object({
  muted: z.array(kindField),
  newsletters: z.boolean(),
  /** When, and to which words, the consent that stands was given. */
  newslettersConsentAt: z.nullable(z.date()),
  newslettersConsentText: z.nullable(z.string()),
});
export type MailPreferences = z.infer<typeof mailPreferencesSchema>;

export const setMailPreferencesSchema = z.object({
  muted: z.optional(z.array(kindField).check(z.maxLength(optionalMails.length))),
  newsletters: z.optional(z.boolean()),
});
export type SetMailPreferences = z.infer<typeof setMailPreferencesSchema>;
