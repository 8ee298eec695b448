import { Stack } from '@mantine/core';
import { changePasswordFormSchema, resetPasswordFormSchema } from '#shared/accounts/auth.ts';
import { trpcClient } from '#web/api/trpc.ts';
import { startSession } from '#web/session/session.ts';
import { reloadMe } from '#web/signed-in/me.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm, type SchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';

type Props = {
  email: string;
  onChanged: () => void;
  /** Makes the button as wide as the card. In settings it is as wide as its label. */
  isWide?: boolean;
};

/** Sets a new password. All other devices are signed out, and this one stays signed in. */
export function ChangePasswordForm({ email, onChanged, isWide = false }: Props) {
  const form = useSchemaForm(changePasswordFormSchema, {
    initialValues: { oldPassword: '', newPassword: '', confirmPassword: '' },
  });
  const send = async ({ oldPassword, newPassword }: { oldPassword: string; newPassword: string }) => {
    const { accessToken } = await trpcClient.auth.changePassword.mutate({ oldPassword, newPassword });
    if (accessToken) startSession(accessToken);
    await reloadMe();
    form.reset();
    onChanged();
  };
  return (
    <Form form={form} onSubmit={send} label={t('signUp.changePassword')}>
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t('signUp.currentPassword')}
          autoComplete="current-password"
          key={form.key('oldPassword')}
          {...form.getInputProps('oldPassword')}
        />
        <NewPasswordFields form={form} />
        <SubmitButton fullWidth={isWide} style={isWide ? undefined : { alignSelf: 'flex-start' }}>
          {t('signUp.changePassword')}
        </SubmitButton>
      </Stack>
    </Form>
  );
}

type Values = { newPassword: string; confirmPassword: string };

/** The fields for a new password and its confirmation. */
export function NewPasswordFields<V extends Values>({ form }: { form: SchemaForm<V> }) {
  return (
    <>
      <NewPasswordField
        isReplacement
        label={t('common.newPassword')}
        key={form.key('newPassword')}
        {...form.getInputProps('newPassword')}
      />
      <PasswordField
        label={t('signUp.confirmNewPassword')}
        autoComplete="new-password"
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  );
}

type ResetPasswordFormProps = { email: string; onSubmit: (newPassword: string) => Promise<unknown> };

/** Sets a new password after a reset code was accepted. */
export function ResetPasswordForm({ email, onSubmit }: ResetPasswordFormProps) {
  const form = useSchemaForm(resetPasswordFormSchema, { initialValues: { newPassword: '', confirmPassword: '' } });
  return (
    <Form form={form} onSubmit={({ newPassword }) => onSubmit(newPassword)} label={t('signUp.reset')}>
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordFields form={form} />
        <SubmitButton fullWidth>{t('signUp.changePassword')}</SubmitButton>
      </Stack>
    </Form>
  );
}
