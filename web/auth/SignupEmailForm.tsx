import { Stack, TextInput } from '@mantine/core';
import { signupEmailFormSchema } from '#shared/accounts/auth.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';

/** The first step: only the address is asked (`spec: access §2 Sign-up screen`). */
export function SignupEmailForm({ onSubmit }: { onSubmit: (email: string) => Promise<unknown> }) {
  const form = useSchemaForm(signupEmailFormSchema, { initialValues: { email: '' } });
  return (
    <Form form={form} onSubmit={({ email }) => onSubmit(email.trim())} label="Sign Up">
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={64}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SubmitButton fullWidth>{"Let's Go"}</SubmitButton>
      </Stack>
    </Form>
  );
}
