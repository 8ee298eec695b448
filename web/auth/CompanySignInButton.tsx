import { Button, Stack, TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { startCompanySignInSchema } from '#shared/companies/company-sign-in.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { loadTypedEmail } from './typed-email.ts';

type Props = { onChoose: (email: string) => Promise<unknown> };

/** Opens a field for the work email. Its domain identifies the company's identity provider. */
export function CompanySignInButton({ onChoose }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (isOpen) return <CompanySignInForm onChoose={onChoose} />;
  return (
    <Button
      variant="default"
      fullWidth
      mt="sm"
      leftSection={<IconBuilding size={18} aria-hidden />}
      onClick={() => setIsOpen(true)}
    >
      {t('signUp.companySignIn')}
    </Button>
  );
}

function CompanySignInForm({ onChoose }: Props) {
  const form = useSchemaForm(startCompanySignInSchema, { initialValues: { email: loadTypedEmail() } });
  return (
    <Form form={form} label={t('signUp.companySignIn')} onSubmit={({ email }) => onChoose(email)}>
      <Stack gap="md" mt="lg">
        <TextInput
          label={t('signUp.workEmail')}
          description={t('signUp.workEmailHint')}
          type="email"
          autoComplete="username"
          inputMode="email"
          data-autofocus
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
