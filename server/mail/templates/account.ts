import { resetCodeMinutes } from '#shared/accounts/reset-code.ts';
import type { EmailTemplates } from '#server/mail/layout.ts';

/** Emails to an account's owner. */
export type AccountMails = {
  verify_email: { firstName: string; token: string; isChange?: boolean };
  email_taken: { firstName: string };
  email_change: { firstName: string; email: string };
  email_changed: { firstName: string; email: string };
  reset_code: { firstName: string; code: string };
  password_changed: { firstName: string };
  /** Another person set the password, or created the account. `where` is a company, or null for the product's own staff. */
  password_set: { firstName: string; by: string };
  /** `token` is for the link that verifies the address. Emails written by earlier versions have none. */
  account_made: { firstName: string; by: string; where: string | null; token?: string };
  /** `isPasswordVoid`: another person had set the password, and it no longer works. */
  social_linked: { firstName: string; provider: string; isPasswordVoid?: boolean };
};

export const accountTemplates: EmailTemplates<AccountMails> = {
  verify_email: ({ firstName, token, isChange }, url) => ({
    subject: isChange ? 'Verify your new email address' : 'Verify your email address',
    preview: isChange ? 'Verify it to start signing in with it.' : 'Verify it to finish setting up your account.',
    heading: isChange ? 'Verify your new email address' : `Welcome, ${firstName}`,
    paragraphs: [
      isChange
        ? 'Verify this email address to start signing in with it. The link expires in 24 hours.'
        : 'Verify your email address to finish setting up your account. The link expires in 24 hours.',
      isChange
        ? 'If you didn’t request this change, you can ignore this email. Nothing will change.'
        : 'If you didn’t sign up for Haulboard, you can ignore this email.',
    ],
    action: { label: 'Verify email', url: `${url}/email/validation?token=${token}` },
  }),
  email_taken: ({ firstName }, url) => ({
    subject: 'You already have a Haulboard account',
    preview: 'Someone tried to sign up with your email address.',
    heading: `Hi ${firstName}`,
    paragraphs: [
      'Someone tried to sign up with your email address, but you already have an account. If that was you, sign in instead.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  email_change: ({ firstName, email }, url) => ({
    subject: 'Your email address is about to change',
    preview: `The new address is ${email}.`,
    heading: `Hi ${firstName}`,
    paragraphs: [
      `Someone signed in to your account asked to change your email address to ${email}. The change takes effect after the new address is verified.`,
      'If this wasn’t you, sign in and change your password right away. That also cancels this change.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  email_changed: ({ firstName, email }, url) => ({
    subject: 'Your email address was changed',
    preview: `You now sign in with ${email}.`,
    heading: `Hi ${firstName}`,
    paragraphs: [
      `The email address for your Haulboard account is now ${email}. We’ll no longer use this address.`,
      'If this wasn’t you, reply to this email right away.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  reset_code: ({ firstName, code }, url) => ({
    subject: 'Your password reset code',
    preview: `It expires in ${resetCodeMinutes} minutes.`,
    heading: `Hi ${firstName}`,
    paragraphs: [
      'Enter this code to reset your password:',
      `The code expires in ${resetCodeMinutes} minutes. If you requested more than one, use the newest.`,
      'If you didn’t request this, you can ignore this email. Your password won’t change. Don’t share this code.',
    ],
    code,
    action: { label: 'Enter code', url: `${url}/reset-code` },
  }),
  password_changed: ({ firstName }, url) => ({
    subject: 'Your password was changed',
    preview: 'You were signed out on all devices.',
    heading: `Hi ${firstName}`,
    paragraphs: [
      'The password for your Haulboard account was changed, and you were signed out on all devices.',
      'If this wasn’t you, reply to this email right away.',
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  password_set: ({ firstName, by }, url) => ({
    subject: 'Your password was reset',
    preview: `${by} set a temporary password for you.`,
    heading: `Hi ${firstName}`,
    paragraphs: [
      `${by} set a temporary password for your Haulboard account, and you were signed out on all devices.`,
      `Ask ${by} for the temporary password. You’ll choose your own the next time you sign in.`,
    ],
    action: { label: 'Sign in', url: `${url}/login` },
  }),
  account_made: ({ firstName, by, where, token }, url) => ({
    subject: where ? `You were added to ${where} on Haulboard` : 'Your Haulboard account is ready',
    preview: 'Verify your email, then sign in and choose your own password.',
    heading: `Welcome, ${firstName}`,
    paragraphs: [
      where
        ? `${by} created a Haulboard account for you at ${where}. Sign in with this email address.`
        : `${by} created a Haulboard account for you. Sign in with this email address.`,
      `Ask ${by} for the temporary password. You’ll choose your own the first time you sign in.`,
      ...(token ? ['Verify your email address first. The link expires in 24 hours.'] : []),
      `If you don’t know ${by}, you can ignore this email.`,
    ],
    action: token
      ? { label: 'Verify email', url: `${url}/email/validation?token=${token}` }
      : { label: 'Sign in', url: `${url}/login` },
  }),
  social_linked: ({ firstName, provider, isPasswordVoid = false }, url) => ({
    subject: `${provider} sign-in was added to your account`,
    preview: 'If this wasn’t you, reset your password.',
    heading: `Hi ${firstName}`,
    paragraphs: [
      isPasswordVoid
        ? `Someone signed in to your Haulboard account with a ${provider} account that uses this email address. You now sign in with ${provider}. Your previous password and other sign-in methods no longer work because someone else may have added them, and all devices were signed out.`
        : `Someone signed in to your Haulboard account with a ${provider} account that uses this email address. You can now sign in with ${provider} or your password.`,
      'If this wasn’t you, reset your password. That signs out all devices and removes the link.',
    ],
    action: { label: 'Reset password', url: `${url}/forgot-password` },
  }),
};
