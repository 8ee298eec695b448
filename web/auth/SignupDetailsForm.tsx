import { Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type SignupForm, signupFormSchema, signupEmailFormSchema } from '#shared/accounts/auth.ts';
import { statusOf } from '#web/api/errors.ts';
import { rich, t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { PhoneInput } from '#web/ui/form/Inputs.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { saveDraft } from './sign-up.ts';
import { termsLinks } from './TermsDialog.tsx';

type Props = { initialValues: SignupForm; onSubmit: (values: SignupForm) => Promise<unknown> };

const getFailureText = (error: unknown) => ((statusOf(error) ?? 0) >= 500 ? t('errors.signupFailed') : undefined);

/** The field that had the focus in the previous step is gone, so this field takes the focus. */
const focusOnMount = (input: HTMLInputElement | null) => input?.focus();

/** The full form, for an address without an account or from a landing page (`docs/product/access.md#sign-up`). */
export function SignupDetailsForm({ initialValues, onSubmit }: Props) {
  const form = useSchemaForm<SignupForm>(signupFormSchema, { initialValues, onValuesChange: saveDraft });
  const isPrefilledFromEmailStep = initialValues.email !== '' && initialValues.confirmEmail === '';
  const getFieldProps = (field: keyof SignupForm) => ({ key: form.key(field), ...form.getInputProps(field) });
  const { key: emailKey, ...email } = getFieldProps('email');
  const { key: confirmEmailKey, ...confirmEmail } = getFieldProps('confirmEmail');
  const { key: firstNameKey, ...firstName } = getFieldProps('firstName');
  const { key: lastNameKey, ...lastName } = getFieldProps('lastName');
  const { key: phoneKey, ...phone } = getFieldProps('phone');
  const { key: passwordKey, ...password } = getFieldProps('password');
  const { key: confirmPasswordKey, ...confirmPassword } = getFieldProps('confirmPassword');
  return (
    <Form form={form} onSubmit={onSubmit} errorTextOf={getFailureText} label={t('signUp.signUp')}>
      <Stack gap="md">
        <TextInput key={emailKey} label={t('ui.email')} type="email" autoComplete="email" maxLength={64} {...email} />
        <TextInput
          key={confirmEmailKey}
          label={t('signUp.confirmEmail')}
          type="email"
          autoComplete="off"
          maxLength={64}
          ref={isPrefilledFromEmailStep ? focusOnMount : undefined}
          {...confirmEmail}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput key={firstNameKey} label={t('common.firstName')} autoComplete="given-name" maxLength={100} {...firstName} />
          <TextInput key={lastNameKey} label={t('common.lastName')} autoComplete="family-name" maxLength={100} {...lastName} />
        </SimpleGrid>
        <PhoneInput key={phoneKey} label={t('common.phone')} placeholder="(999)999-9999" {...phone} />
        <NewPasswordField key={passwordKey} label={t('ui.password')} {...password} />
        <PasswordField
          key={confirmPasswordKey}
          label={t('signUp.confirmPassword')}
          autoComplete="new-password"
          {...confirmPassword}
        />
        <Checkbox
          label={t('signUp.newslettersConsent')}
          key={form.key('acceptEmails')}
          {...form.getInputProps('acceptEmails', { type: 'checkbox' })}
        />
        <SubmitButton fullWidth>{t('signUp.submitButton')}</SubmitButton>
        <Text size="sm" c="dimmed">
          {rich('signUp.termsNote', termsLinks)}
        </Text>
      </Stack>
    </Form>
  );
}

/** The first step, which asks only for the address. */
export function SignupEmailForm({ onSubmit }: { onSubmit: (email: string) => Promise<unknown> }) {
  const form = useSchemaForm(signupEmailFormSchema, { initialValues: { email: '' } });
  return (
    <Form form={form} onSubmit={({ email }) => onSubmit(email.trim())} label={t('signUp.signUp')}>
      <Stack gap="md">
        <TextInput
          label={t('ui.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={64}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SubmitButton fullWidth>{t('signUp.submitButton')}</SubmitButton>
      </Stack>
    </Form>
  );
}
