import { Stack, Text } from '@mantine/core';
import { joinFormSchema } from '#shared/companies/employee.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { TermsLinks } from './TermsLinks.tsx';

type Props = { email: string; onSubmit: (password: string) => Promise<unknown> };

/** The first password of an account that somebody else made. */
export function JoinForm({ email, onSubmit }: Props) {
  const form = useSchemaForm(joinFormSchema, { initialValues: { password: '', confirmPassword: '' } });
  return (
    <Form form={form} label="Choose a password" onSubmit={({ password }) => onSubmit(password)}>
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordField label="Password" key={form.key('password')} {...form.getInputProps('password')} />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <Text size="sm" c="dimmed">
          By continuing, you agree to the <TermsLinks hasArticle />.
        </Text>
        <SubmitButton fullWidth>Join</SubmitButton>
      </Stack>
    </Form>
  );
}
