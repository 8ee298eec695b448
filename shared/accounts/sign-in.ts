/** Constants of the sign-in screens, without schemas, so that the first page load stays small. */

/** How many minutes a person has to enter a second factor after the password. */
export const challengeMinutes = 5;

/**
 * The date of the current `/terms` and `/privacy` texts. It is stored with each acceptance
 * (`docs/product/access.md#terms-consent`).
 */
export const termsVersion = '2026-11-21';

/**
 * A password reset code is eight characters that people read in an email and type by hand
 * (`docs/product/access.md#reset-codes`). At most one character of each look-alike pair (0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, V
 * U) is in the alphabet.
 */
export const resetCodeAlphabet = '23456789ACDEFHJKMNPQRTVWXY';
export const resetCodeLength = 8;
export const resetCodeMinutes = 10;

/** The code as it was emailed: uppercase, without the spaces and hyphens that people type. */
export function normalizeResetCode(input: string): string {
  return input.replace(/[\s-]/g, '').toUpperCase();
}

/** A code to sign in or sign up has six digits (`docs/product/access.md#codes-by-email`). */
export const signInCodeLength = 6;
/** How many minutes a code can be entered. */
export const signInCodeMinutes = 10;
/** How many minutes a person has, after entering the code, to fill in the form that creates the account. */
export const signInTicketMinutes = 60;
/** How many minutes after the sign-up the ticket can still sign in, for a browser that lost the answer. */
export const lostAnswerMinutes = 10;

/** The digits of a code as people type or paste it, with spaces or a hyphen. */
export const normalizeSignInCode = (input: string): string => input.replace(/[\s-]/g, '');
export const isSignInCode = (input: string): boolean => new RegExp(`^\\d{${signInCodeLength}}$`).test(normalizeSignInCode(input));

/** The social sign-in providers, in the order of their buttons (`docs/product/access.md#social-sign-in`). */
export const socialSources = ['facebook', 'google', 'apple'] as const;
export type SocialSource = (typeof socialSources)[number];

export const socialNames: Record<SocialSource, string> = { facebook: 'Facebook', google: 'Google', apple: 'Apple' };
