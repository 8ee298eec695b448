import type { PasswordInputProps } from '@mantine/core';
import { t } from '#web/texts/app.ts';
import { PasswordField } from './Form.tsx';

const rule = t('common.passwordRule');

type Props = PasswordInputProps & {
  /** Whether the new password replaces an existing one. */
  isReplacement?: boolean;
};

/** A field for a new password. It shows the password rules before anything is typed. */
export function NewPasswordField({ isReplacement = false, ...props }: Props) {
  const forbiddenText = isReplacement ? t('common.forbiddenReplacementPasswords') : t('common.forbiddenPasswords');
  return <PasswordField description={`${rule} ${forbiddenText}`} autoComplete="new-password" {...props} />;
}
