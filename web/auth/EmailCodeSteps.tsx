import { Anchor, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { codeFormSchema, emailFormSchema } from '#shared/accounts/auth.ts';
import { emailCodeMinutes, isEmailCode } from '#shared/accounts/sign-in.ts';
import { rich, t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { toast } from '#web/ui/toast.ts';
import { enterEmailCode, forgetRequestedCode, requestEmailCode, type RequestedCode, useRequestedCode } from './email-code.ts';
import { clearApplyEmail, loadApplyEmail, loadTypedEmail } from './typed-email.ts';

type Props = {
  /** The path that the person requested. */
  next: string | undefined;
  /** The label of the button below the email address. */
  submitLabel: string;
  /** Continues on a path: the requested one, or a step that comes before it. */
  onSignedIn: (redirect: string) => Promise<unknown> | void;
  /** The code was right, and its address has no account. */
  onNew: (email: string) => void;
};

/** Asks for the email address, and then for the code that was sent there (`docs/product/access.md#codes-by-email`). */
export function EmailCodeSteps({ submitLabel, ...props }: Props) {
  const requested = useRequestedCode();
  return requested ? (
    <CodeForm key={requested.ticket} requested={requested} {...props} />
  ) : (
    <EmailForm submitLabel={submitLabel} />
  );
}

/** An address that was typed on the page before is sent right away. */
function EmailForm({ submitLabel }: Pick<Props, 'submitLabel'>) {
  const [startingEmail] = useState(loadApplyEmail);
  const form = useSchemaForm(emailFormSchema, { initialValues: { email: startingEmail || loadTypedEmail() } });
  const emailField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    emailField.current?.focus();
    if (!startingEmail) return;
    clearApplyEmail();
    emailField.current?.form?.requestSubmit();
  }, [startingEmail]);
  return (
    <Form form={form} label={submitLabel} onSubmit={({ email }) => requestEmailCode(email.trim())}>
      <Stack gap="md">
        <TextInput
          label={t('ui.email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={64}
          ref={emailField}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      </Stack>
    </Form>
  );
}

type CodeFormProps = Omit<Props, 'submitLabel'> & { requested: RequestedCode };

/** Sends the code as soon as it is complete, so that a typed or pasted code needs no button. */
function CodeForm({ requested, next, onSignedIn, onNew }: CodeFormProps) {
  const { email } = requested;
  const form = useSchemaForm<{ code: string }>(codeFormSchema, { initialValues: { code: '' } });
  const codeField = useRef<HTMLInputElement>(null);
  // The code's field replaces the field that had the focus.
  useEffect(() => codeField.current?.focus(), []);
  const resend = useMutation({
    mutationFn: () => requestEmailCode(email),
    onSuccess: () => toast.success(t('signUp.newCodeSent')),
    onError: (error) => toast.error(error),
  });
  const { onChange, ...input } = form.getInputProps('code') as { onChange: (value: string) => void };
  return (
    <Form
      form={form}
      label={t('common.enterCode')}
      onSubmit={async ({ code }) => {
        const outcome = await enterEmailCode(requested, code, next);
        if (outcome === 'new') return onNew(email);
        await onSignedIn(outcome.redirect);
        forgetRequestedCode();
      }}
    >
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {rich('signUp.codeSentTo', { email, b: (content) => <b>{content}</b> })}
        </Text>
        <TextInput
          label={t('common.code')}
          description={t('signUp.sixDigitHint', { minutes: emailCodeMinutes })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          size="md"
          ref={codeField}
          {...input}
          key={form.key('code')}
          onChange={(event) => {
            const code = event.currentTarget.value;
            onChange(code);
            if (isEmailCode(code)) event.currentTarget.form?.requestSubmit();
          }}
        />
        <SubmitButton fullWidth>{t('common.continueButton')}</SubmitButton>
        {/* Leaving the field would remove its error, and the links would move away from the pointer. */}
        <Group gap="lg" onMouseDown={(event) => event.preventDefault()}>
          <Anchor component="button" type="button" size="sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
            {t('signUp.getANewCode')}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={forgetRequestedCode}>
            {t('signUp.useAnotherEmail')}
          </Anchor>
        </Group>
      </Stack>
    </Form>
  );
}
