import { Stack, TextInput } from '@mantine/core';
import { tokenPasswordSchema } from '#shared/accounts/auth.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';

type Props = { initialEmail: string; onSubmit: (email: string) => Promise<unknown> };

/** Asks where to mail a code. What is answered is the same whether or not there is an account. */
export function ForgotPasswordForm({ initialEmail, onSubmit }: Props) {
  const form = useSchemaForm(tokenPasswordSchema, { initialValues: { email: initialEmail } });
  return (
    <Form form={form} onSubmit={({ email }) => onSubmit(email.trim())} label="Forgot password">
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SubmitButton fullWidth>Send code</SubmitButton>
      </Stack>
    </Form>
  );
}
