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

const goes = [
  'Your name, phone, address, driver profile and picture',
  'Emails we sent you or sent about you',
  'All sessions. You’ll be signed out on every device',
];

/** `/members/settings/delete-account` (`docs/product/drivers.md#deleting-an-account`). */
export function DeleteAccountPage() {
  const me = useMe();
  const router = useRouter();
  const { ask, dialog } = useConfirm();
  const { mutate: remove, isPending, isSuccess } = useDeleteAccount();
  const keepsOther = me.roles.some((role) => role !== roles.driver);
  const askAndDelete = async () => {
    const isSure = await ask({
      title: 'Are you sure you want to delete your account?',
      message: 'You can’t undo this.',
      confirmLabel: 'Yes',
      cancelLabel: 'No',
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
      <PageHeader title="Delete account" />
      <Stack gap="lg" maw="46rem">
        <Section>
          <Stack gap="md">
            <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title="You can’t undo this">
              {keepsOther
                ? 'Your driver account will be permanently deleted right away. You’ll keep your other roles and sign in to them with the same email and password.'
                : 'Your account will be permanently deleted right away. You can sign up again later with the same email.'}
            </Alert>
            <div>
              <Text fw={600} size="sm" mb="xs">
                What gets deleted
              </Text>
              <List size="sm" spacing="xs">
                {goes.map((line) => (
                  <List.Item key={line}>{line}</List.Item>
                ))}
              </List>
            </div>
            <Text size="sm">
              <Text span fw={600} inherit>
                What we keep:{' '}
              </Text>
              Employers keep an anonymous count of past applications, shown as “Deleted driver.”
            </Text>
            <Button
              color="red"
              loading={isPending || isSuccess}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => void askAndDelete()}
            >
              Delete account
            </Button>
          </Stack>
        </Section>
      </Stack>
      {dialog}
    </>
  );
}
