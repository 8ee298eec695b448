import { Button, Stack, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { publicLink } from '#web/browser/language.ts';
import { AuthCard, RouterAnchor } from '#web/layouts/AuthCard.tsx';
import { rich, t } from '#web/texts/app.ts';

/** The screen after a driver has deleted the account (`docs/product/drivers.md#deleting-an-account`). */
function DeletedMembersPage() {
  return (
    <AuthCard
      title={t('signUp.accountDeletedTitle')}
      tabTitle={t('common.accountDeleted')}
      footer={
        <>
          {rich('signUp.accountDeletedSignIn', {
            signInLink: (content) => <RouterAnchor to="/login">{content}</RouterAnchor>,
          })}
        </>
      }
    >
      <Stack gap="lg">
        <Text>{t('signUp.accountDeletedBody')}</Text>
        <Button component="a" href={publicLink('/jobs')} color="orange" style={{ alignSelf: 'flex-start' }}>
          {t('ui.searchJobs')}
        </Button>
      </Stack>
    </AuthCard>
  );
}

export const Route = createFileRoute('/_auth/deleted-members')({ component: DeletedMembersPage });
