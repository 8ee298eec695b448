import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#web/texts/start.ts';
import { Form, SubmitButton, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { loadTypedEmail, saveTypedEmail } from './typed-email.ts';

type Values = { email: string; password: string };

type Props = {
  onSubmit: (values: Values) => Promise<unknown>;
  /** Renders the link for a forgotten password. `keepEmail` passes the typed address to the next page. */
  renderForgotPassword: (keepEmail: () => void) => ReactNode;
};

const loadSchema = async () => (await import('#shared/accounts/auth.ts')).loginFormSchema;

/** Asks for email and password (`docs/product/access.md#sign-in`). */
export function LoginForm({ onSubmit, renderForgotPassword }: Props) {
  const form = useSchemaForm<Values>(loadSchema, { initialValues: { email: loadTypedEmail(), password: '' } });
  return (
    <Form form={form} onSubmit={onSubmit} label={t('ui.signIn')}>
      <Stack gap="md">
        <TextInput
          label={t('ui.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('ui.password')}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {renderForgotPassword(() => saveTypedEmail(form.getValues().email.trim()))}
        <SubmitButton fullWidth>{t('ui.signIn')}</SubmitButton>
      </Stack>
    </Form>
  );
}
