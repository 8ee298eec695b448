import { Stack, Text } from '@mantine/core';
import { fastLoginFormSchema } from '#shared/accounts/auth.ts';
import { statusOf } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { SubmitButton, type SchemaForm, Form, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';

type Props = { form: SchemaForm<{ password: string }>; email: string; submitLabel: string };

/** The password of an existing account, with its address shown read-only. */
export function ExistingAccountFields({ form, email, submitLabel }: Props) {
  return (
    <Stack gap="md">
      <FixedEmail email={email} />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('ui.password')}
        autoComplete="current-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <SubmitButton fullWidth>{submitLabel}</SubmitButton>
    </Stack>
  );
}

/** A read-only address. A long one wraps on a phone. */
export function FixedEmail({ email }: { email: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {t('ui.email')}
      </Text>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    </div>
  );
}

/** These HTTP statuses mark the field as invalid without a message (`docs/product/access.md#existing-driver`). */
const silentStatuses = new Set([400, 401, 422, 500]);

type FastLoginProps = { email: string; onSubmit: (password: string) => Promise<unknown> };

/** Adds the employer role to a driver's account after the driver enters its password. */
export function FastLoginForm({ email, onSubmit }: FastLoginProps) {
  const form = useSchemaForm(fastLoginFormSchema, { initialValues: { password: '' } });
  const send = async ({ password }: { password: string }) => {
    try {
      await onSubmit(password);
    } catch (error) {
      if (!silentStatuses.has(statusOf(error) ?? 0)) throw error;
      form.setFieldError('password', true);
    }
  };
  return (
    <Form form={form} onSubmit={send} label={t('signUp.continueAsAnEmployer')}>
      <ExistingAccountFields form={form} email={email} submitLabel={t('common.continueButton')} />
    </Form>
  );
}
