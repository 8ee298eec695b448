import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, SubmitButton, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { handedOverEmail, handOverEmail } from './email-handover.ts';
import { t } from '#web/texts/start.ts';

type Values = { email: string; password: string };

type Props = {
  onSubmit: (values: Values) => Promise<unknown>;
  /** The link for a forgotten password. `keepEmail` passes the typed address on. */
  forgotten: (keepEmail: () => void) => ReactNode;
};

const schema = async () => (await import('#shared/accounts/auth.ts')).loginFormSchema;

/** Email and password (`docs/product/access.md#sign-in`). */
export function LoginForm({ onSubmit, forgotten }: Props) {
  const form = useSchemaForm<Values>(schema, { initialValues: { email: handedOverEmail(), password: '' } });
  return (
    <Form form={form} onSubmit={onSubmit} label={t('signIn.signIn')}>
      <Stack gap="md">
        <TextInput
          label={t('signIn.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('signIn.password')}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {forgotten(() => handOverEmail(form.getValues().email.trim()))}
        <SubmitButton fullWidth>{t('signIn.signIn')}</SubmitButton>
      </Stack>
    </Form>
  );
}
