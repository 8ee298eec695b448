import type { NewPasskey, PasskeyAnswer, PasskeyRequest, StartPasskey } from '#shared/accounts/factors.ts';
import { t } from '#web/texts/app.ts';

/** The library is loaded when a passkey is first used, because most people never use one. */
const loadLibrary = () => import('@simplewebauthn/browser');

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';

/** Asks the browser for a passkey. @throws Error with a message for the user when the person cancels */
export async function askForPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await loadLibrary();
  return await startAuthentication({ optionsJSON: request }).catch(throwPasskeyError);
}

/** Lets the browser make a passkey. @throws Error with a message for the user when the person cancels */
export async function makePasskey(options: StartPasskey['options']): Promise<NewPasskey> {
  const { startRegistration } = await loadLibrary();
  return (await startRegistration({ optionsJSON: options }).catch(throwPasskeyError)) as NewPasskey;
}

function throwPasskeyError(cause: unknown): never {
  const isAlreadyRegistered = cause instanceof Error && cause.name === 'InvalidStateError';
  throw new Error(isAlreadyRegistered ? t('errors.passkeyKnown') : t('security.passkeyCanceled'), { cause });
}
