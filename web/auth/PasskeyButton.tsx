import { IconFingerprint } from '@tabler/icons-react';
import { t } from '#web/texts/start.ts';
import { SignInOptionButton } from './SignInOptionButton.tsx';

/** Signs in with only a passkey. The button is hidden in browsers without passkeys. */
export function PasskeyButton({ onChoose }: { onChoose: () => Promise<unknown> }) {
  if (typeof PublicKeyCredential === 'undefined') return null;
  return <SignInOptionButton icon={IconFingerprint} label={t('signIn.usePasskey')} onChoose={onChoose} />;
}
