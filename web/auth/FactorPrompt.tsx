import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { fastLoginFormSchema } from '#shared/accounts/auth.ts';
import { factorCodeFormSchema, type PasskeyAnswer, type PasskeyRequest, type FactorMethod } from '#shared/accounts/factors.ts';
import { errorText } from '#web/api/errors.ts';
import { t } from '#web/texts/app.ts';
import { Form, SubmitButton, useSchemaForm, PasswordField } from '#web/ui/form/Form.tsx';
import { askForPasskey } from './passkeys.ts';

type ConfirmMethod = FactorMethod | 'password';
export type FactorAnswer = { code?: string; passkey?: PasskeyAnswer; password?: string };

type Props = {
  /** The first method is shown, and the others are shown as links. */
  methods: readonly ConfirmMethod[];
  passkey: PasskeyRequest | null;
  submitLabel: string;
  onAnswer: (answer: FactorAnswer) => Promise<unknown>;
};

/** Asks for a second factor or the password. It shows one method at a time. */
export function FactorPrompt({ methods, passkey, submitLabel, onAnswer }: Props) {
  const [method, setMethod] = useState<ConfirmMethod | undefined>(methods[0]);
  const otherMethods = methods.filter((other) => other !== method);
  const labels: Record<ConfirmMethod, string> = {
    passkey: t('signIn.usePasskey'),
    totp: t('security.useApp'),
    recovery_code: t('security.useRecoveryCode'),
    password: t('security.usePassword'),
  };
  return (
    <Stack gap="md">
      {method === 'passkey' && passkey ? (
        <PasskeyButton passkey={passkey} onAnswer={onAnswer} />
      ) : method === 'password' ? (
        <PasswordForm submitLabel={submitLabel} onAnswer={onAnswer} />
      ) : method ? (
        <CodeForm key={method} isRecovery={method === 'recovery_code'} submitLabel={submitLabel} onAnswer={onAnswer} />
      ) : null}
      {otherMethods.map((otherMethod) => (
        <Anchor key={otherMethod} component="button" type="button" size="sm" ta="start" onClick={() => setMethod(otherMethod)}>
          {labels[otherMethod]}
        </Anchor>
      ))}
    </Stack>
  );
}

type AnswerProps = Pick<Props, 'submitLabel' | 'onAnswer'>;

function CodeForm({ isRecovery, submitLabel, onAnswer }: AnswerProps & { isRecovery: boolean }) {
  const form = useSchemaForm<{ code: string }>(factorCodeFormSchema, { initialValues: { code: '' } });
  const label = isRecovery ? t('security.recoveryCode') : t('security.appCode');
  return (
    <Form form={form} label={submitLabel} onSubmit={onAnswer}>
      <Stack gap="md">
        <TextInput
          label={label}
          description={isRecovery ? t('security.enterRecoveryCode') : t('security.enterCodeFromApp')}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      </Stack>
    </Form>
  );
}

function PasswordForm({ submitLabel, onAnswer }: AnswerProps) {
  const form = useSchemaForm<{ password: string }>(fastLoginFormSchema, { initialValues: { password: '' } });
  return (
    <Form form={form} label={submitLabel} onSubmit={onAnswer}>
      <Stack gap="md">
        <PasswordField
          label={t('ui.password')}
          autoComplete="current-password"
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <SubmitButton fullWidth>{submitLabel}</SubmitButton>
      </Stack>
    </Form>
  );
}

function PasskeyButton({ passkey, onAnswer }: Pick<Props, 'onAnswer'> & { passkey: PasskeyRequest }) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const answerWithPasskey = async () => {
    setIsAsking(true);
    setProblem(null);
    try {
      await onAnswer({ passkey: await askForPasskey(passkey) });
    } catch (failure) {
      setProblem(errorText(failure));
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Stack gap="md">
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      <Text size="sm" c="dimmed">
        {t('security.usePasskeyHint')}
      </Text>
      <Button
        color="orange"
        fullWidth
        data-autofocus
        loading={isAsking}
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => void answerWithPasskey()}
      >
        {t('signIn.usePasskey')}
      </Button>
    </Stack>
  );
}
