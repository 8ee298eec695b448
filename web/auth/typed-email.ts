import { storedText } from '#web/browser/stored-text.ts';

/** Passes a typed address to the next screen without putting it into the URL. */
const typedEmail = storedText('signInEmail', 'sessionStorage');

export const saveTypedEmail = typedEmail.write;
export const loadTypedEmail = (): string => typedEmail.read() ?? '';
export const clearTypedEmail = typedEmail.clear;
