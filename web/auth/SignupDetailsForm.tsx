import { Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { type SignupForm, signupFormSchema, signupEmailFormSchema } from '#shared/accounts/auth.ts';
import { statusOf } from '#web/errors.ts';
import { Form, SubmitButton, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { PhoneInput } from '#web/ui/form/Inputs.tsx';
import { keepDraft } from './sign-up.ts';
import { termsLinks } from './TermsDialog.tsx';
import { rich, t } from '#web/texts/app.ts';

type Props = { initialValues: SignupForm; onSubmit: (values: SignupForm) => Promise<unknown> };

const failureText = (error: unknown) => ((statusOf(error) ?? 0) >= 500 ? t('errors.signupFailed') : undefined);

/** The previous step's focused field is gone, so this field takes the focus. */
const focusOnArrival = (input: HTMLInputElement | null) => input?.focus();

/** The full form, shown once the address is new or a landing page has prefilled it (`docs/product/access.md#sign-up`). */
export function SignupDetailsForm({ initialValues, onSubmit }: Props) {
  const form = useSchemaForm<SignupForm>(signupFormSchema, { initialValues, onValuesChange: keepDraft });
  const comesFromEmailStep = initialValues.email !== '' && initialValues.confirmEmail === '';
  const bind = (field: keyof SignupForm) => ({ key: form.key(field), ...form.getInputProps(field) });
  const { key: emailKey, ...email } = bind('email');
  const { key: confirmKey, ...confirmEmail } = bind('confirmEmail');
  const { key: firstKey, ...firstName } = bind('firstName');
  const { key: lastKey, ...lastName } = bind('lastName');
  const { key: phoneKey, ...phone } = bind('phone');
  const { key: passwordKey, ...password } = bind('password');
  const { key: repeatKey, ...confirmPassword } = bind('confirmPassword');
  return (
    <Form form={form} onSubmit={onSubmit} errorTextOf={failureText} label={t('signUp.signUp')}>
      <Stack gap="md">
        <TextInput key={emailKey} label={t('common.email')} type="email" autoComplete="email" maxLength={64} {...email} />
        <TextInput
          key={confirmKey}
          label={t('signUp.confirmEmail')}
          type="email"
          autoComplete="off"
          maxLength={64}
          ref={comesFromEmailStep ? focusOnArrival : undefined}
          {...confirmEmail}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput key={firstKey} label={t('common.firstName')} autoComplete="given-name" maxLength={100} {...firstName} />
          <TextInput key={lastKey} label={t('common.lastName')} autoComplete="family-name" maxLength={100} {...lastName} />
        </SimpleGrid>
        <PhoneInput key={phoneKey} label={t('common.phone')} placeholder="(999)999-9999" {...phone} />
        <NewPasswordField key={passwordKey} label={t('common.password')} {...password} />
        <PasswordField key={repeatKey} label={t('signUp.confirmPassword')} autoComplete="new-password" {...confirmPassword} />
        <Checkbox
          label={t('signUp.newslettersConsent')}
          key={form.key('acceptEmails')}
          {...form.getInputProps('acceptEmails', { type: 'checkbox' })}
        />
        <SubmitButton fullWidth>{t('signUp.letsGo')}</SubmitButton>
        <Text size="sm" c="dimmed">
          {rich('signUp.byContinuingAgree', termsLinks)}
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
          label={t('common.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={64}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SubmitButton fullWidth>{t('signUp.letsGo')}</SubmitButton>
      </Stack>
    </Form>
  );
}
