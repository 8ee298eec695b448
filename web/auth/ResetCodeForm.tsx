import { Stack, TextInput } from '@mantine/core';
import { resetCodeFormSchema } from '#shared/accounts/auth.ts';
import { normalResetCode } from '#shared/accounts/reset-code.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import type { ResetProof } from './reset-proof.ts';

type Props = {
  /** The address that the code was sent to; empty asks for it. */
  knownEmail: string;
  onSubmit: (proof: ResetProof) => Promise<unknown>;
};

/** The eight characters of the mail, typed or pasted in any case. */
export function ResetCodeForm({ knownEmail, onSubmit }: Props) {
  const form = useSchemaForm(resetCodeFormSchema, { initialValues: { email: knownEmail, code: '' } });
  return (
    <Form
      form={form}
      onSubmit={({ email, code }) => onSubmit({ email: email.trim(), code: normalResetCode(code) })}
      label="Reset"
    >
      <Stack gap="md">
        {knownEmail ? null : (
          <TextInput
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
        )}
        <TextInput
          label="Code"
          description="The 8-character code we emailed you"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={16}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <SubmitButton fullWidth>Continue</SubmitButton>
      </Stack>
    </Form>
  );
}
