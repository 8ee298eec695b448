import { Alert, Button, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { roles } from '#shared/access/access.ts';
import { queryClient } from '#web/query-client.ts';
import { clearStorage } from '#web/session.ts';
import { useMe } from '#web/use-me.ts';
import { useConfirm } from '#web/ui/ConfirmDialog.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Section } from '#web/ui/Section.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDeleteAccount } from './queries.ts';
import { rich, t } from '#web/texts/app.ts';

const goes = [t('driver.yourNamePhoneAddressDriver'), t('driver.emailsWeSentSentAbout'), t('driver.allSessionsYoullSignedOut')];

/** `/members/settings/delete-account` (`docs/product/drivers.md#deleting-an-account`). */
export function DeleteAccountPage() {
  const me = useMe();
  const router = useRouter();
  const { ask, dialog } = useConfirm();
  const { mutate: remove, isPending, isSuccess } = useDeleteAccount();
  const keepsOther = me.roles.some((role) => role !== roles.driver);
  const askAndDelete = async () => {
    const isSure = await ask({
      title: t('driver.areSureWantDeleteAccount'),
      message: t('driver.youCantUndoThis'),
      confirmLabel: t('common.yes'),
      cancelLabel: t('common.no'),
      isDestructive: true,
    });
    if (!isSure) return;
    remove(undefined, {
      onSuccess: async () => {
        clearStorage();
        await router.navigate({ to: '/deleted-members', replace: true });
        queryClient.clear();
      },
      onError: (error) => toast.error(error),
    });
  };
  return (
    <>
      <PageHeader title={t('driver.deleteAccount')} />
      <Stack gap="lg" maw="46rem">
        <Section>
          <Stack gap="md">
            <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title={t('driver.youCantUndoThis2')}>
              {keepsOther ? t('driver.yourDriverAccountWillPermanently') : t('driver.yourAccountWillPermanentlyDeleted')}
            </Alert>
            <div>
              <Text fw={600} size="sm" mb="xs">
                {t('driver.whatGetsDeleted')}
              </Text>
              <List size="sm" spacing="xs">
                {goes.map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            </div>
            <Text size="sm">
              {rich('driver.whatWeKeepEmployersKeep', {
                b: (content) => (
                  <Text span fw={600} inherit>
                    {content}
                  </Text>
                ),
              })}
            </Text>
            <Button
              color="red"
              loading={isPending || isSuccess}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => void askAndDelete()}
            >
              {t('driver.deleteAccount')}
            </Button>
          </Stack>
        </Section>
      </Stack>
      {dialog}
    </>
  );
}
