/**
 * The code of a forgotten password (`product: Accounts and sessions`): eight characters that are not mistaken for one another,
 * read off a mail and typed by hand. Of each pair of look-alikes (0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, V U) one at most is in it.
 */
export const resetCodeAlphabet = '23456789ACDEFHJKMNPQRTVWXY';
export const resetCodeLength = 8;
export const resetCodeMinutes = 15;

/** As it was mailed, however it was typed: small letters, spaces and hyphens do not count. */
export function normalResetCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
