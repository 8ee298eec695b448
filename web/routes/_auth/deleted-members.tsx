import { publicLink } from '#web/language.ts';
import { Button, Stack, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { AuthCard, SignInLink } from '#web/frames/AuthCard.tsx';
import { rich, t } from '#web/texts/app.ts';

/** The goodbye screen (`docs/product/drivers.md#deleting-an-account`). */
function DeletedMembersPage() {
  return (
    <AuthCard
      title={t('signUp.yourAccountHasBeenDeleted')}
      tab={t('signUp.accountDeleted')}
      after={
        <>
          {rich('signUp.haveAnotherAccountSignIn', {
            signInLink: (content) => <SignInLink to="/login">{content}</SignInLink>,
          })}
        </>
      }
    >
      <Stack gap="lg">
        <Text>{t('signUp.thanksUsingHaulboardYoureWelcome')}</Text>
        <Button component="a" href={publicLink('/jobs')} color="orange" style={{ alignSelf: 'flex-start' }}>
          {t('signUp.searchJobs')}
        </Button>
      </Stack>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/deleted-members')({ component: DeletedMembersPage });
