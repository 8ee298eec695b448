import type { NewPasskey, PasskeyAnswer, PasskeyRequest, StartPasskey } from '#shared/accounts/factors.ts';
import { t } from '#web/texts/app.ts';

/** Loaded when a passkey is used, so that no screen loads it before. */
const library = () => import('@simplewebauthn/browser');

export const canUsePasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';

/** Asks the browser for a passkey. @throws Error with a message for the user when the person cancels */
export async function askForPasskey(request: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  return (await startAuthentication({ optionsJSON: request }).catch(throwPasskeyError)) as PasskeyAnswer;
}

/** Lets the browser make a passkey. @throws Error with a message for the user when the person cancels */
export async function makePasskey(options: StartPasskey['options']): Promise<NewPasskey> {
  const { startRegistration } = await library();
  return (await startRegistration({ optionsJSON: options }).catch(throwPasskeyError)) as NewPasskey;
}

function throwPasskeyError(cause: unknown): never {
  const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
  throw new Error(isKnown ? t('errors.passkeyKnown') : t('security.passkeyCanceled'), { cause });
}
