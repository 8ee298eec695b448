import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './Form.tsx';
import { t } from '#web/texts/app.ts';

const rule = t('common.passwordRule');

type Props = PasswordInputProps & {
  /** The account already has a password, which this one replaces. */
  isReplacement?: boolean;
};

/** A field for a new password. It shows the password rules before anything is typed. */
export function NewPasswordField({ isReplacement = false, ...props }: Props) {
  const forbidden = isReplacement ? t('common.notCommonPasswordCurrentOne') : t('common.notCommonPasswordNameEmail');
  return <PasswordField description={`${rule} ${forbidden}`} autoComplete="new-password" {...props} />;
}
