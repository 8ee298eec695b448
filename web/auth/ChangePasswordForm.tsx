import { Stack } from '@mantine/core';
import { changePasswordFormSchema } from '#shared/auth.ts';
import { reloadMe } from '#web/me.ts';
import { startSession } from '#web/session.ts';
import { trpcClient } from '#web/trpc.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';

/** Sets a new password; every other device is signed out, this one goes on. */
export function ChangePasswordForm({ email, onChanged }: { email: string; onChanged: () => void }) {
  const form = useSchemaForm(changePasswordFormSchema, {
    initialValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
  });
  const send = async ({ oldPassword, newPassword }: { oldPassword: string; newPassword: string }) => {
    const { accessToken } = await trpcClient.auth.changePassword.mutate({ oldPassword, newPassword });
    if (accessToken) startSession(accessToken);
    await reloadMe();
    onChanged();
  };
  return (
    <Form form={form} onSubmit={send} label="Change password">
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
        />
        <PasswordField
          label="New password"
          description="8 to 64 characters, with a number, a symbol, an upper-case and a lower-case letter"
          autoComplete="new-password"
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <SubmitButton fullWidth>Change password</SubmitButton>
      </Stack>
    </Form>
  );
}
