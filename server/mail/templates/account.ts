import type { EmailTemplates } from '#server/mail/layout.ts';
import type { FactorKind } from '#shared/accounts/factors.ts';
import { signInCodeMinutes, resetCodeMinutes } from '#shared/accounts/sign-in.ts';
import type { Translator } from '#shared/texts/texts.ts';

/** The account's owner gets an email about every change to the ways to sign in. */
type FactorMails = {
  factor_added: { firstName: string; name: string; kind: FactorKind };
  factor_removed: { firstName: string; name: string; kind: FactorKind; isLast: boolean };
  recovery_code_used: { firstName: string; left: number };
  recovery_codes_renewed: { firstName: string };
  /** `by` names an administrator, or the product if a command on the server reset them. */
  factors_reset: { firstName: string; by: string };
  early_factors_removed: { firstName: string };
};

/** Emails to an account's owner. */
export type AccountMails = {
  verify_email: { firstName: string; token: string; isChange?: boolean };
  email_taken: { firstName: string };
  email_change: { firstName: string; email: string };
  email_changed: { firstName: string; email: string };
  reset_code: { firstName: string; code: string };
  /** Goes to any address that asks for a code, so it names nobody. */
  sign_in_code: { code: string };
  password_changed: { firstName: string };
  /** The password that someone else may know was removed when the owner signed in with a code. */
  password_removed: { firstName: string };
  /** The owner signed in with a code before the address was proved, which ended everything else that opened the account. */
  access_ended: { firstName: string };
  /** Another account proved the phone number with a code. */
  phone_lost: { firstName: string };
  /** `by` names the person who set the password. */
  password_set: { firstName: string; by: string };
  /**
   * `by` names the person who created the account. `where` is the company, or null for the product's own staff. `token` is for
   * the link that verifies the address. Emails written by earlier versions have none.
   */
  account_made: { firstName: string; by: string; where: string | null; token?: string };
  /** Goes to the other admins. `companyName` is null for an administrator of the product. */
  admin_added: { firstName: string; name: string; email: string; companyName: string | null; isSuperAdmin: boolean };
  /** `isPasswordVoid` means that another person had set the password and that it no longer works. */
  social_linked: { firstName: string; provider: string; isPasswordVoid?: boolean };
  /** `isPasswordVoid` as in `social_linked`. */
  company_sign_in_linked: { firstName: string; companyName: string; isPasswordVoid: boolean };
  account_deleted: { firstName: string };
} & FactorMails;

const securityAction = (t: Translator, url: string) => ({ label: t('emails.openSecurity'), url: `${url}/account/security` });

const factorTemplates: EmailTemplates<FactorMails> = {
  factor_added: (t, { firstName, name, kind }, url) => ({
    subject: t('emails.factorAddedSubject'),
    preview: t('emails.factorAddedPreview', { name }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      kind === 'totp' ? t('emails.factorAddedAppBody', { name }) : t('emails.factorAddedPasskeyBody', { name }),
      t('emails.factorAddedNotYou'),
    ],
    action: securityAction(t, url),
  }),
  factor_removed: (t, { firstName, name, isLast }, url) => ({
    subject: t('emails.factorRemovedSubject'),
    preview: t('emails.factorRemovedPreview', { name }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      t('emails.factorRemovedBody', { name }),
      ...(isLast ? [t('emails.factorRemovedLast')] : []),
      t('emails.notYouReply'),
    ],
    action: securityAction(t, url),
  }),
  recovery_code_used: (t, { firstName, left }, url) => ({
    subject: t('emails.recoveryCodeUsedSubject'),
    preview: t('emails.recoveryCodeUsedPreview', { left }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.recoveryCodeUsedBody', { left }), t('emails.notYouReply')],
    action: securityAction(t, url),
  }),
  recovery_codes_renewed: (t, { firstName }, url) => ({
    subject: t('emails.recoveryCodesRenewedSubject'),
    preview: t('emails.recoveryCodesRenewedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.recoveryCodesRenewedBody'), t('emails.notYouReply')],
    action: securityAction(t, url),
  }),
  early_factors_removed: (t, { firstName }, url) => ({
    subject: t('emails.earlyFactorsRemovedSubject'),
    preview: t('emails.earlyFactorsRemovedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.earlyFactorsRemovedBody'), t('emails.earlyFactorsRemovedNext')],
    action: securityAction(t, url),
  }),
  factors_reset: (t, { firstName, by }, url) => ({
    subject: t('emails.factorsResetSubject'),
    preview: t('emails.factorsResetPreview', { by }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.factorsResetBody', { by }), t('emails.factorsResetNext'), t('emails.notYouReply')],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
};

export const accountTemplates: EmailTemplates<AccountMails> = {
  ...factorTemplates,
  verify_email: (t, { firstName, token, isChange }, url) => ({
    ...(isChange
      ? {
          subject: t('emails.verifyNewEmailSubject'),
          preview: t('emails.verifyNewEmailPreview'),
          heading: t('emails.verifyNewEmailSubject'),
          paragraphs: [t('emails.verifyNewEmailBody'), t('emails.verifyNewEmailIgnore')],
        }
      : {
          subject: t('emails.verifyEmailSubject'),
          preview: t('emails.verifyEmailPreview'),
          heading: t('emails.welcome', { firstName }),
          paragraphs: [t('emails.verifyEmailBody'), t('emails.verifyEmailIgnore')],
        }),
    action: { label: t('emails.verifyEmail'), url: `${url}/email/validation?token=${token}` },
  }),
  email_taken: (t, { firstName }, url) => ({
    subject: t('emails.emailTakenSubject'),
    preview: t('emails.emailTakenPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.emailTakenBody')],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  email_change: (t, { firstName, email }, url) => ({
    subject: t('emails.emailChangeSubject'),
    preview: t('emails.emailChangePreview', { email }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.emailChangeBody', { email }), t('emails.emailChangeNotYou')],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  email_changed: (t, { firstName, email }, url) => ({
    subject: t('emails.emailChangedSubject'),
    preview: t('emails.emailChangedPreview', { email }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.emailChangedBody', { email }), t('emails.notYouReply')],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  reset_code: (t, { firstName, code }, url) => ({
    subject: t('emails.resetCodeSubject'),
    preview: t('emails.resetCodePreview', { minutes: resetCodeMinutes }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      t('emails.resetCodeBody'),
      t('emails.resetCodeExpires', { minutes: resetCodeMinutes }),
      t('emails.resetCodeIgnore'),
    ],
    code,
    action: { label: t('common.enterCode'), url: `${url}/reset-code` },
  }),
  sign_in_code: (t, { code }) => ({
    subject: t('emails.signInCodeSubject', { code }),
    preview: t('emails.resetCodePreview', { minutes: signInCodeMinutes }),
    heading: t('emails.signInCodeHeading'),
    paragraphs: [
      t('emails.signInCodeBody'),
      t('emails.signInCodeExpires', { minutes: signInCodeMinutes }),
      t('emails.signInCodeIgnore'),
    ],
    code,
  }),
  password_removed: (t, { firstName }, url) => ({
    subject: t('emails.passwordRemovedSubject'),
    preview: t('emails.passwordRemovedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.passwordRemovedBody'), t('emails.passwordRemovedNext')],
    action: { label: t('emails.choosePassword'), url: `${url}/forgot-password` },
  }),
  access_ended: (t, { firstName }, url) => ({
    subject: t('emails.accessEndedSubject'),
    preview: t('emails.accessEndedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.accessEndedBody'), t('emails.accessEndedNext')],
    action: securityAction(t, url),
  }),
  phone_lost: (t, { firstName }, url) => ({
    subject: t('emails.phoneLostSubject'),
    preview: t('emails.phoneLostPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.phoneLostBody'), t('emails.phoneLostNext')],
    action: securityAction(t, url),
  }),
  account_deleted: (t, { firstName }, url) => ({
    subject: t('emails.accountDeletedSubject'),
    preview: t('emails.accountDeletedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.accountDeletedBody'), t('emails.accountDeletedNotYou')],
    action: { label: t('emails.signUpAgain'), url: `${url}/signup` },
  }),
  password_changed: (t, { firstName }, url) => ({
    subject: t('common.passwordChanged'),
    preview: t('emails.passwordChangedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.passwordChangedBody'), t('emails.notYouReply')],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  password_set: (t, { firstName, by }, url) => ({
    subject: t('emails.passwordSetSubject'),
    preview: t('emails.passwordSetPreview', { by }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [t('emails.passwordSetBody', { by }), t('emails.passwordSetNext', { by })],
    action: { label: t('ui.signIn'), url: `${url}/login` },
  }),
  account_made: (t, { firstName, by, where, token }, url) => ({
    subject: where ? t('emails.companyAccountMadeSubject', { companyName: where }) : t('emails.accountMadeSubject'),
    preview: t('emails.accountMadePreview'),
    heading: t('emails.welcome', { firstName }),
    paragraphs: [
      where ? t('emails.companyAccountMadeBody', { by, companyName: where }) : t('emails.accountMadeBody', { by }),
      t('emails.accountMadeNext', { by }),
      ...(token ? [t('emails.accountMadeVerify')] : []),
      t('emails.ignoreIfUnknown', { by }),
    ],
    action: token
      ? { label: t('emails.verifyEmail'), url: `${url}/email/validation?token=${token}` }
      : { label: t('ui.signIn'), url: `${url}/login` },
  }),
  admin_added: (t, { firstName, name, email, companyName, isSuperAdmin }, url) => ({
    subject: companyName
      ? t('emails.companyAdminAddedSubject', { name, companyName })
      : isSuperAdmin
        ? t('emails.superAdminAddedSubject', { name })
        : t('emails.administratorAddedSubject', { name }),
    preview: t('emails.adminAddedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      companyName
        ? t('emails.companyAdminAddedBody', { name, email, companyName })
        : isSuperAdmin
          ? t('emails.superAdminAddedBody', { name, email })
          : t('emails.administratorAddedBody', { name, email }),
      companyName ? t('emails.companyAdminAddedUnexpected') : t('emails.administratorAddedUnexpected'),
    ],
    action: companyName
      ? { label: t('emails.openLog'), url: `${url}/company/settings/log` }
      : { label: t('emails.openLog'), url: `${url}/admin/audit` },
  }),
  company_sign_in_linked: (t, { firstName, companyName, isPasswordVoid }, url) => ({
    subject: t('emails.companySignInSubject'),
    preview: t('emails.companySignInPreview', { companyName }),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      t('emails.companySignInBody', { companyName }),
      ...(isPasswordVoid ? [t('emails.companySignInPasswordVoid')] : []),
      t('emails.companySignInNotYou', { companyName }),
    ],
    action: securityAction(t, url),
  }),
  social_linked: (t, { firstName, provider, isPasswordVoid = false }, url) => ({
    subject: t('emails.socialLinkedSubject', { provider }),
    preview: t('emails.socialLinkedPreview'),
    heading: t('emails.greeting', { firstName }),
    paragraphs: [
      isPasswordVoid ? t('emails.socialLinkedPasswordVoid', { provider }) : t('emails.socialLinkedBody', { provider }),
      t('emails.socialLinkedNotYou'),
    ],
    action: { label: t('common.resetPassword'), url: `${url}/forgot-password` },
  }),
};
