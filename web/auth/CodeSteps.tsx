import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type CodeAddress,
  codeAddressFormSchema,
  codeFormSchema,
  emailAddressFormSchema,
  readCodeAddress,
} from '#shared/accounts/sign-in-code.ts';
import { isSignInCode } from '#shared/accounts/sign-in.ts';
import { fieldErrorsOf } from '#web/api/errors.ts';
import { rich, t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/ui/form/Form.tsx';
import { toast } from '#web/ui/toast.ts';
import { CodeInput } from './CodeInput.tsx';
import {
  addressText,
  continueAsNew,
  enterCode,
  forgetRequestedCode,
  offersTexts,
  requestCode,
  type RequestedCode,
  useRequestedCode,
} from './sign-in-code.ts';
import { clearApplyAddress, loadApplyAddress, loadTypedEmail } from './typed-email.ts';

type Props = {
  /** The path that the person requested. */
  next: string | undefined;
  /** The label of the button below the address. */
  submitLabel: string;
  /** Continues on a path: the requested one, or a step that comes before it. */
  onSignedIn: (redirect: string) => Promise<unknown> | void;
  /** The code was right, and its address has no account. */
  onNew: (address: CodeAddress) => void;
};

/** Asks for the email address or mobile number, and then for the code that was sent there (`docs/product/access.md#codes-by-email`). */
export function CodeSteps({ submitLabel, ...props }: Props) {
  const requested = useRequestedCode();
  if (!requested) return <AddressForm submitLabel={submitLabel} />;
  if (requested.needsEmail) return <NewDevice requested={requested} onNew={props.onNew} />;
  return <CodeForm key={requested.ticket} requested={requested} {...props} />;
}

/** An address that was typed on the page before is sent right away. */
function AddressForm({ submitLabel }: Pick<Props, 'submitLabel'>) {
  const [startingAddress] = useState(loadApplyAddress);
  const hasTexts = offersTexts();
  const schema = hasTexts ? codeAddressFormSchema : emailAddressFormSchema;
  const form = useSchemaForm<{ address: string }>(schema, { initialValues: { address: startingAddress || loadTypedEmail() } });
  const addressField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    addressField.current?.focus();
    if (!startingAddress) return;
    clearApplyAddress();
    addressField.current?.form?.requestSubmit();
  }, [startingAddress]);
  return (
    <Form
      form={form}
      label={submitLabel}
      fieldErrors={addressErrors}
      onSubmit={async ({ address }) => {
        const typed = readCodeAddress(address);
        if (typed) await requestCode(typed);
      }}
    >
      <Stack gap="md">
        <TextInput
          label={hasTexts ? t('common.emailOrPhone') : t('ui.email')}
          description={hasTexts ? t('common.textRates') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type={hasTexts ? 'text' : 'email'}
          inputMode="email"
          autoComplete={hasTexts ? 'username' : 'email'}
          autoCapitalize="none"
          maxLength={64}
          ref={addressField}
          key={form.key('address')}
          {...form.getInputProps('address')}
        />
        <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      </Stack>
    </Form>
  );
}

/** The form has one input for both kinds of address. */
function addressErrors(error: unknown): Record<string, string> {
  const { email, phone, ...errors } = fieldErrorsOf(error);
  const address = email ?? phone;
  return address === undefined ? errors : { ...errors, address };
}

/**
 * The number has an account, to which this device is new. The number may have changed owners, so that a code by text message does
 * not open the account.
 */
function NewDevice({ requested: { address, ticket }, onNew }: { requested: RequestedCode } & Pick<Props, 'onNew'>) {
  const emailButton = useRef<HTMLButtonElement>(null);
  // It replaces the code's field, which had the focus.
  useEffect(() => emailButton.current?.focus(), []);
  return (
    <Stack gap="md">
      <Alert color="yellow" role="alert">
        {t('signUp.phoneOnNewDevice', { phone: addressText(address) })}
      </Alert>
      <Button fullWidth ref={emailButton} onClick={forgetRequestedCode}>
        {t('signUp.useMyEmail')}
      </Button>
      <Anchor
        component="button"
        type="button"
        size="sm"
        onClick={() => {
          continueAsNew(ticket);
          onNew(address);
        }}
      >
        {t('signUp.startNewAccount')}
      </Anchor>
    </Stack>
  );
}

type CodeFormProps = Omit<Props, 'submitLabel'> & { requested: RequestedCode };

/** Sends the code as soon as it is complete, so that a typed or pasted code needs no button. */
function CodeForm({ requested, next, onSignedIn, onNew }: CodeFormProps) {
  const { address } = requested;
  const form = useSchemaForm<{ code: string }>(codeFormSchema, { initialValues: { code: '' } });
  const codeField = useRef<HTMLInputElement>(null);
  // The code's field replaces the field that had the focus.
  useEffect(() => codeField.current?.focus(), []);
  const resend = useMutation({
    mutationFn: () => requestCode(address),
    onSuccess: () => toast.success(t('signUp.newCodeSent')),
    onError: (error) => toast.error(error),
  });
  const { onChange, ...input } = form.getInputProps('code') as { onChange: (value: string) => void };
  const sentTo = { address: addressText(address), b: (content: ReactNode) => <b>{content}</b> };
  return (
    <Form
      form={form}
      label={t('common.enterCode')}
      onSubmit={async ({ code }) => {
        const outcome = await enterCode(requested, code, next);
        if (outcome === 'needsEmail') return;
        if (outcome === 'new') return onNew(address);
        await onSignedIn(outcome.redirect);
        forgetRequestedCode();
      }}
    >
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {'phone' in address ? rich('signUp.codeTextedTo', sentTo) : rich('signUp.codeSentTo', sentTo)}
        </Text>
        <CodeInput
          size="md"
          ref={codeField}
          {...input}
          key={form.key('code')}
          onChange={(event) => {
            const code = event.currentTarget.value;
            onChange(code);
            if (isSignInCode(code)) event.currentTarget.form?.requestSubmit();
          }}
        />
        <SubmitButton fullWidth>{t('common.continueButton')}</SubmitButton>
        {/* Leaving the field would remove its error, and the links would move away from the pointer. */}
        <Group gap="lg" onMouseDown={(event) => event.preventDefault()}>
          <Anchor component="button" type="button" size="sm" disabled={resend.isPending} onClick={() => resend.mutate()}>
            {t('signUp.getANewCode')}
          </Anchor>
          <Anchor component="button" type="button" size="sm" onClick={forgetRequestedCode}>
            {'phone' in address ? t('signUp.useAnotherNumber') : t('signUp.useAnotherEmail')}
          </Anchor>
        </Group>
      </Stack>
    </Form>
  );
}
