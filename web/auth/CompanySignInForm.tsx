import { Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { startCompanySignInSchema } from '#shared/companies/company-sign-in.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { loadTypedEmail } from './typed-email.ts';

/** Asks for the work email. Its domain identifies the company's identity provider. */
export function CompanySignInForm({ onChoose }: { onChoose: (email: string) => Promise<unknown> }) {
  const form = useSchemaForm(startCompanySignInSchema, { initialValues: { email: loadTypedEmail() } });
  const emailField = useRef<HTMLInputElement>(null);
  // The form replaces the button that had the focus.
  useEffect(() => emailField.current?.focus(), []);
  return (
    <Form form={form} label={t('signIn.companySignIn')} onSubmit={({ email }) => onChoose(email)}>
      <Stack gap="md" mt="lg">
        <TextInput
          label={t('signUp.workEmail')}
          description={t('signUp.workEmailHint')}
          type="email"
          autoComplete="username"
          inputMode="email"
          ref={emailField}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SubmitButton variant="default" fullWidth>
          {t('signUp.continueToCompanySignIn')}
        </SubmitButton>
      </Stack>
    </Form>
  );
}
