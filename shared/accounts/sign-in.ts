/** Rules and constants of sign-in without schemas, which the first screen does not need (`docs/product/access.md#second-factor`). */
export const factorKinds = ['totp', 'passkey'] as const;
export type FactorKind = (typeof factorKinds)[number];
/** The ways to answer when a second factor is asked for. */
export const factorMethods = [...factorKinds, 'recovery_code'] as const;
export type FactorMethod = (typeof factorMethods)[number];

export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type PasskeyTransport = (typeof passkeyTransports)[number];

export const recoveryCodeCount = 10;
/** Without letters and digits that look alike. */
export const recoveryCodeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const recoveryCodeLength = 24;
/** Minutes to answer with a second factor after the password. */
export const challengeMinutes = 5;
/** Minutes in which a person does not have to confirm again that it is them. */
export const confirmedMinutes = 10;

/** A code without the spaces and hyphens that people type. */
export const normalCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase();
/** Whether a normal code is from an authenticator app, rather than a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);
/** A recovery code in groups that are easy to read: `ABCD-EFGH-JKMN`. */
export const shownRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code;

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
export const resetCodeMinutes = 15;

/** The code as it was emailed: uppercase, without the spaces and hyphens that people type. */
export function normalResetCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** The social sign-in providers, in the order of their buttons (`docs/product/access.md#social-sign-in`). */
export const socialSources = ['facebook', 'google', 'apple'] as const;
export type SocialSource = (typeof socialSources)[number];

export const socialNames: Record<SocialSource, string> = { facebook: 'Facebook', google: 'Google', apple: 'Apple' };
