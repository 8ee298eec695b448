/** The emails that a person can turn off, and the consent to marketing messages (`docs/product/drivers.md#member-settings`). */
import * as z from 'zod/mini';
import { roles, type Role } from '#shared/access/access.ts';
import { type ChoiceKind, choiceKinds } from '#shared/notifications.ts';
import { type Text, text } from '#shared/texts/texts.ts';

const companyRoles = [roles.companyAdmin, roles.companyUser] as const;

/**
 * The optional emails and the roles that receive each. Emails about verification, passwords and money cannot be turned off.
 * To add a kind, add a line here and send it with `mailUnlessMuted`.
 */
export const optionalMails = [
  {
    code: 'application_sent',
    label: text('fields.applicationConfirmations'),
    hint: text('fields.applicationConfirmationsHint'),
    roles: [roles.driver],
  },
  {
    code: 'driver_message',
    label: text('fields.messagesFromCompanies'),
    hint: text('fields.messagesFromCompaniesHint'),
    roles: [roles.driver],
  },
  {
    code: 'boosted_job',
    label: text('fields.jobsNearYou'),
    hint: text('fields.jobsNearYouHint'),
    roles: [roles.driver],
  },
  {
    code: 'job_alert',
    label: text('searches.jobAlerts'),
    hint: text('searches.jobAlertsHint'),
    roles: [roles.driver],
  },
  {
    code: 'job_invitation',
    label: text('fields.jobInvitations'),
    hint: text('fields.jobInvitationsHint'),
    roles: [roles.driver],
  },
  {
    code: 'new_job',
    label: text('fields.newPostings'),
    hint: text('fields.newPostingsHint'),
    roles: companyRoles,
  },
  {
    code: 'renew_job',
    label: text('fields.renewals'),
    hint: text('fields.renewalsHint'),
    roles: companyRoles,
  },
  {
    code: 'auto_renew_job',
    label: text('fields.automaticRenewals'),
    hint: text('fields.automaticRenewalsHint'),
    roles: companyRoles,
  },
  {
    code: 'boost_job',
    label: text('fields.boosts'),
    hint: text('fields.boostsHint'),
    roles: companyRoles,
  },
] as const satisfies readonly { code: string; label: Text; hint: Text; roles: readonly Role[] }[];

export type OptionalMail = (typeof optionalMails)[number]['code'];
const kindField = z.enum(optionalMails.map(({ code }) => code) as [OptionalMail, ...OptionalMail[]]);

/** The optional emails that an account with these roles receives. */
export function optionalMailsOf(userRoles: readonly Role[]) {
  return optionalMails.filter((mail) => mail.roles.some((role) => userRoles.includes(role)));
}

/** What the link in an email turns off: one kind of email, or the daily summary of all kinds (`docs/product/jobs.md#notifications`). */
export type TurnOffKind = OptionalMail | ChoiceKind | 'daily_digest';

/** The name of what a link turns off. */
export const turnOffLabel = (kind: TurnOffKind): Text =>
  [...optionalMails, ...choiceKinds].find(({ code }) => code === kind)?.label ?? text('notifications.daily');

/** Whether only drivers get these emails. The settings of drivers have a page of their own. */
export const isForDrivers = (kind: TurnOffKind): boolean =>
  optionalMails.some(({ code, roles: readers }) => code === kind && (readers as readonly Role[]).includes(roles.driver));

export const isTurnOffKind = (text: string): text is TurnOffKind =>
  text === 'daily_digest' || [...optionalMails, ...choiceKinds].some(({ code }) => code === text);

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
