import { TextInput, type TextInputProps } from '@mantine/core';
import { signInCodeMinutes } from '#shared/accounts/sign-in.ts';
import { t } from '#web/texts/app.ts';

/** The input for a code that was sent, which phones offer to fill in. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      label={t('common.code')}
      description={t('signUp.sixDigitHint', { minutes: signInCodeMinutes })}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={16}
      {...props}
    />
  );
}
