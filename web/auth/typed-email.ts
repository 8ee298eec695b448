import { applyAddressKey } from '#shared/access/session-keys.ts';
import { storedText } from '#web/browser/stored-text.ts';

/** Passes a typed address to the next screen without putting it into the URL. */
const typedEmail = storedText('signInEmail', 'sessionStorage');

export const saveTypedEmail = typedEmail.write;
export const loadTypedEmail = (): string => typedEmail.read() ?? '';
export const clearTypedEmail = typedEmail.clear;

/** The address that a visitor typed on the public page before the application form. */
const applyAddress = storedText(applyAddressKey, 'sessionStorage');
export const loadApplyAddress = (): string => applyAddress.read() ?? '';
export const clearApplyAddress = applyAddress.clear;
