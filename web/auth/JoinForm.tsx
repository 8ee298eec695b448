import { Stack, Text } from '@mantine/core';
import * as z from 'zod/mini';
import { fastLoginFormSchema } from '#shared/accounts/auth.ts';
import { joinFormSchema } from '#shared/companies/employee.ts';
import { rich, t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { FixedEmail, ExistingAccountFields } from './ExistingAccountFields.tsx';
import { termsLinks } from './TermsDialog.tsx';

type JoinWithAccountProps = { email: string; isSignedIn: boolean; onSubmit: (password: string) => Promise<unknown> };

/** Accepts an invitation with an existing account. A person who is not signed in to it enters its password. */
export function JoinWithAccountForm({ email, isSignedIn, onSubmit }: JoinWithAccountProps) {
  return isSignedIn ? (
    <AcceptForm email={email} onSubmit={() => onSubmit('')} />
  ) : (
    <PasswordForm email={email} onSubmit={onSubmit} />
  );
}

const noFields = z.object({});

function AcceptForm({ email, onSubmit }: { email: string; onSubmit: () => Promise<unknown> }) {
  const form = useSchemaForm(noFields, { initialValues: {} });
  return (
    <Form form={form} onSubmit={onSubmit} label={t('signUp.joinTheCompany')}>
      <Stack gap="md">
        <FixedEmail email={email} />
        <SubmitButton fullWidth>{t('signUp.join')}</SubmitButton>
      </Stack>
    </Form>
  );
}

function PasswordForm({ email, onSubmit }: Omit<JoinWithAccountProps, 'isSignedIn'>) {
  const form = useSchemaForm(fastLoginFormSchema, { initialValues: { password: '' } });
  return (
    <Form form={form} onSubmit={({ password }) => onSubmit(password)} label={t('signUp.joinWithYourAccount')}>
      <ExistingAccountFields form={form} email={email} submitLabel={t('signUp.join')} />
    </Form>
  );
}

type Props = { email: string; onSubmit: (password: string) => Promise<unknown> };

/** Sets the first password of an account that another person created. */
export function JoinForm({ email, onSubmit }: Props) {
  const form = useSchemaForm(joinFormSchema, { initialValues: { password: '', confirmPassword: '' } });
  return (
    <Form form={form} label={t('signUp.chooseAPassword')} onSubmit={({ password }) => onSubmit(password)}>
      <Stack gap="md">
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <NewPasswordField label={t('ui.password')} key={form.key('password')} {...form.getInputProps('password')} />
        <PasswordField
          label={t('signUp.confirmPassword')}
          autoComplete="new-password"
          key={form.key('confirmPassword')}
          {...form.getInputProps('confirmPassword')}
        />
        <Text size="sm" c="dimmed">
          {rich('signUp.termsNote', termsLinks)}
        </Text>
        <SubmitButton fullWidth>{t('signUp.join')}</SubmitButton>
      </Stack>
    </Form>
  );
}
