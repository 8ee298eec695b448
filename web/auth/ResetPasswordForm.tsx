import { Stack } from '@mantine/core';
import { resetPasswordFormSchema } from '#shared/accounts/auth.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

type Props = { email: string; onSubmit: (newPassword: string) => Promise<unknown> };

/** The new password that a mailed code allows. */
export function ResetPasswordForm({ email, onSubmit }: Props) {
  const form = useSchemaForm(resetPasswordFormSchema, { initialValues: { newPassword: '', confirmPassword: '' } });
  return (
    <Form form={form} onSubmit={({ newPassword }) => onSubmit(newPassword)} label="Reset">
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordFields form={form} />
        <SubmitButton fullWidth>Change password</SubmitButton>
      </Stack>
    </Form>
  );
}
