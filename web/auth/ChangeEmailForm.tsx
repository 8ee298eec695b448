import { Alert, Group, Stack, Text, TextInput, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { changeEmailFormSchema } from '#shared/accounts/auth.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { SendAgainButton } from '#web/layouts/UnverifiedNotice.tsx';
import { type Me, reloadMe } from '#web/signed-in/me.ts';
import { rich, t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { toast } from '#web/ui/toast.ts';
import { FixedEmail } from './ExistingAccountFields.tsx';

/** Shows the account's address and a pending one, and changes the address (`docs/product/access.md#verified-addresses`). */
export function ChangeEmailForm({ me }: { me: Me }) {
  const form = useSchemaForm(changeEmailFormSchema, { initialValues: { email: '' } });
  const send = async ({ email }: { email: string }) => {
    if (email.toLowerCase() === me.email.toLowerCase()) return form.setErrors({ email: t('signUp.emailUnchanged') });
    await trpcClient.auth.updateProfile.mutate({ email });
    await reloadMe();
    form.reset();
  };
  return (
    <Stack gap="md">
      <FixedEmail email={me.email} />
      {me.emailToVerify ? (
        <Alert color="amber" variant="light">
          <Text size="sm">
            {rich('signUp.emailChangePending', {
              emailToVerify: me.emailToVerify,
              b: (content) => <strong>{content}</strong>,
              email: me.email,
            })}
          </Text>
          <Group gap="sm" mt="sm">
            <SendAgainButton size="xs" variant="default" />
            <CancelEmailChangeButton email={me.email} />
          </Group>
        </Alert>
      ) : null}
      <Form form={form} onSubmit={send} label={t('signUp.changeEmail')}>
        <Stack gap="md">
          <TextInput
            label={t('signUp.newEmail')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={64}
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <SubmitButton variant="default" style={{ alignSelf: 'flex-start' }}>
            {t('signUp.changeEmail')}
          </SubmitButton>
        </Stack>
      </Form>
    </Stack>
  );
}

/** Cancels a pending change of address by requesting the current one. */
function CancelEmailChangeButton({ email }: { email: string }) {
  const cancelMutation = useMutation({
    mutationFn: async () => {
      await trpcClient.auth.updateProfile.mutate({ email });
      await reloadMe();
    },
    onSuccess: () => toast.success(t('signUp.emailChangeCanceled')),
    onError: (error) => toast.error(error),
  });
  return (
    <Button size="xs" variant="subtle" loading={cancelMutation.isPending} onClick={() => cancelMutation.mutate()}>
      {t('common.cancelChange')}
    </Button>
  );
}
