import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/start.ts';

/** Signs in with only a passkey. The button is hidden in browsers without passkeys. */
export function PasskeyButton({ onChoose }: { onChoose: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string | null>(null);
  if (typeof PublicKeyCredential === 'undefined') return null;
  const choosePasskey = async () => {
    setProblem(null);
    await onChoose().catch((failure: unknown) => setProblem(errorText(failure)));
  };
  return (
    <>
      <Button
        variant="default"
        fullWidth
        mt="sm"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void choosePasskey()}
      >
        {t('signIn.usePasskey')}
      </Button>
      {problem ? (
        <p role="alert" style={{ color: 'var(--mantine-color-error)' }}>
          {problem}
        </p>
      ) : null}
    </>
  );
}
