import { Stack, Text } from '@mantine/core';
import { SubmitButton } from '#web/ui/form/Form.tsx';
import { PasswordField } from '#web/ui/form/NewPasswordField.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';
import { t } from '#web/texts/app.ts';

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
