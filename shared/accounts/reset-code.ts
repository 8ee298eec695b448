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
