import { resetCodeMinutes } from '#shared/reset-code.ts';
import type { Writers } from '#server/mail/layout.ts';

/** What an account's owner reads. */
export type AccountMails = {
  verify_email: { firstName: string; token: string; isChange?: boolean };
  email_taken: { firstName: string };
  email_change: { firstName: string; email: string };
  email_changed: { firstName: string; email: string };
  reset_code: { firstName: string; code: string };
  password_changed: { firstName: string };
  /** Somebody else set it, or made the account with it; `where` is a company, or none for the product's own people. */
  password_set: { firstName: string; by: string };
  account_made: { firstName: string; by: string; where: string | null };
  social_linked: { firstName: string; provider: string };
};

export const accountLetters: Writers<AccountMails> = {
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
      `It works once and for ${resetCodeMinutes} minutes, and only the newest one counts.`,
      'If that was not you, ignore this mail: your password stays as it is. Give the code to nobody.',
    ],
    code,
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
};
