import { Alert, Box } from '@mantine/core';
import { useState } from 'react';
import type { CodeAddress } from '#shared/accounts/sign-in-code.ts';
import { RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { rich, t } from '#web/texts/app.ts';
import { CodeSteps } from './CodeSteps.tsx';
import { addressText, forgetRequestedCode } from './sign-in-code.ts';
import { saveTypedEmail } from './typed-email.ts';

type Props = { next: string | undefined; onSignedIn: (redirect: string) => void };

/** The steps of signing in with a code, on the sign-in page. */
export function CodeSignIn({ next, onSignedIn }: Props) {
  const [unknown, setUnknown] = useState<string | null>(null);
  const startOver = (address: CodeAddress) => {
    forgetRequestedCode();
    if ('email' in address) saveTypedEmail(address.email);
    setUnknown(addressText(address));
  };
  return (
    <Box mt="lg">
      {unknown === null ? null : (
        <Alert color="yellow" role="alert" mb="md" style={{ overflowWrap: 'anywhere' }}>
          {rich('signUp.noAccountYet', {
            address: unknown,
            link: (content) => (
              <RouterAnchor to="/signup" search={{ role: 'driver', ...(next ? { next } : {}) }}>
                {content}
              </RouterAnchor>
            ),
          })}
        </Alert>
      )}
      <CodeSteps next={next} submitLabel={t('signUp.sendCode')} onSignedIn={onSignedIn} onNew={startOver} />
    </Box>
  );
}
