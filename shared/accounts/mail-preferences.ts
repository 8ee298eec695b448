/** The emails that a person can turn off, and the consent to marketing messages (`docs/product/drivers.md#member-settings`). */
import * as z from 'zod/mini';
import { roles, type Role } from '#shared/access/access.ts';

const companyPeople = [roles.companyAdmin, roles.companyUser] as const;

/**
 * The optional emails and the roles that receive each. Emails about verification, passwords and money cannot be turned off.
 * To add a kind, add a line here and send it with `mailUnlessMuted`.
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

/** The optional emails that an account with these roles receives. */
export function optionalMailsOf(held: readonly Role[]) {
  return optionalMails.filter((mail) => mail.roles.some((role) => held.includes(role)));
}

export const mailPreferencesSchema = z.object({
  muted: z.array(kindField),
  newsletters: z.boolean(),
  /** When the current consent was given, and the wording that the person agreed to. */
  newslettersConsentAt: z.nullable(z.date()),
  newslettersConsentText: z.nullable(z.string()),
});
export type MailPreferences = z.infer<typeof mailPreferencesSchema>;

export const setMailPreferencesSchema = z.object({
  muted: z.optional(z.array(kindField).check(z.maxLength(optionalMails.length))),
  newsletters: z.optional(z.boolean()),
});
export type SetMailPreferences = z.infer<typeof setMailPreferencesSchema>;
