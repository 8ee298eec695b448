import { Stack, Text } from '@mantine/core';
import { SubmitButton, type SchemaForm, Form, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { t } from '#web/texts/app.ts';
import { fastLoginFormSchema } from '#shared/accounts/auth.ts';
import { statusOf } from '#web/errors.ts';

type Props = { form: SchemaForm<{ password: string }>; email: string; submit: string };

/** The password of an existing account, with its address shown read-only. */
export function KnownAccountFields({ form, email, submit }: Props) {
  return (
    <Stack gap="md">
      <FixedEmail email={email} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('common.password')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <SubmitButton fullWidth>{submit}</SubmitButton>
    </Stack>
  );
}

/** A read-only address. A long one wraps on a phone. */
export function FixedEmail({ email }: { email: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('common.email')}
      </Text>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    </div>
  );
}

/** For these statuses the field is marked without a message (`docs/product/access.md#existing-driver`). */
const silent = new Set([400, 401, 422, 500]);

type FastLoginProps = { email: string; onSubmit: (password: string) => Promise<unknown> };

/** The password of the driver's account adds the employer role to it. */
export function FastLoginForm({ email, onSubmit }: FastLoginProps) {
  const form = useSchemaForm(fastLoginFormSchema, { initialValues: { password: '' } });
  const send = async ({ password }: { password: string }) => {
    try {
      await onSubmit(password);
    } catch (error) {
      if (!silent.has(statusOf(error) ?? 0)) throw error;
      form.setFieldError('password', true);
    }
  };
  return (
    <Form form={form} onSubmit={send} label={t('signUp.continueAsAnEmployer')}>
      <KnownAccountFields form={form} email={email} submit={t('signUp.continue')} />
    </Form>
  );
}
