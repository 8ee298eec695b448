import { Stack, TextInput } from '@mantine/core';
import { tokenPasswordSchema, resetCodeFormSchema } from '#shared/accounts/auth.ts';
import { normalizeResetCode } from '#shared/accounts/sign-in.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import type { ResetProof } from './reset-proof.ts';

type Props = { initialEmail: string; onSubmit: (email: string) => Promise<unknown> };

/** Asks for the address to send a code to. The response is the same whether or not the address has an account. */
export function ForgotPasswordForm({ initialEmail, onSubmit }: Props) {
  const form = useSchemaForm(tokenPasswordSchema, { initialValues: { email: initialEmail } });
  return (
    <Form form={form} onSubmit={({ email }) => onSubmit(email.trim())} label={t('signUp.forgotPassword')}>
      <Stack gap="md">
        <TextInput
          label={t('ui.email')}
          type="email"
          inputMode="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SubmitButton fullWidth>{t('signUp.sendCode')}</SubmitButton>
      </Stack>
    </Form>
  );
}

type ResetCodeFormProps = {
  /** The address that the code was sent to. If empty, the form asks for it. */
  email: string;
  onSubmit: (proof: ResetProof) => Promise<unknown>;
};

/** Asks for the eight-character code, which can be typed or pasted in upper or lower case. */
export function ResetCodeForm({ email, onSubmit }: ResetCodeFormProps) {
  const form = useSchemaForm(resetCodeFormSchema, { initialValues: { email, code: '' } });
  return (
    <Form
      form={form}
      onSubmit={({ email, code }) => onSubmit({ email: email.trim(), code: normalizeResetCode(code) })}
      label={t('signUp.reset')}
    >
      <Stack gap="md">
        {email ? null : (
          <TextInput
            label={t('ui.email')}
            type="email"
            inputMode="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
        )}
        <TextInput
          label={t('common.code')}
          description={t('signUp.codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <SubmitButton fullWidth>{t('common.continueButton')}</SubmitButton>
      </Stack>
    </Form>
  );
}
