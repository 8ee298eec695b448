import { Alert, Box } from '@mantine/core';
import { useState } from 'react';
import { RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { rich, t } from '#web/texts/app.ts';
import { forgetRequestedCode } from './email-code.ts';
import { EmailCodeSteps } from './EmailCodeSteps.tsx';
import { saveTypedEmail } from './typed-email.ts';

type Props = { next: string | undefined; onSignedIn: (redirect: string) => void };

/** The steps of signing in with a code, on the sign-in page. */
export function EmailCodeSignIn({ next, onSignedIn }: Props) {
  const [unknownEmail, setUnknownEmail] = useState<string | null>(null);
  const startOver = (email: string) => {
    forgetRequestedCode();
    saveTypedEmail(email);
    setUnknownEmail(email);
  };
  return (
    <Box mt="lg">
      {unknownEmail === null ? null : (
        <Alert color="yellow" role="alert" mb="md" style={{ overflowWrap: 'anywhere' }}>
          {rich('signUp.noAccountYet', {
            email: unknownEmail,
            link: (content) => (
              <RouterAnchor to="/signup" search={{ role: 'driver', ...(next ? { next } : {}) }}>
                {content}
              </RouterAnchor>
            ),
          })}
        </Alert>
      )}
      <EmailCodeSteps next={next} submitLabel={t('signUp.sendCode')} onSignedIn={onSignedIn} onNew={startOver} />
    </Box>
  );
}
