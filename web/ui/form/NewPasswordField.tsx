import { type PasswordInputProps, PasswordInput } from '@mantine/core';
import { t } from '#web/texts/start.ts';

const rule = t('ui.CharactersUpperLower');

type Props = PasswordInputProps & {
  /** The account already has a password, which this one replaces. */
  isReplacement?: boolean;
};

/** A field for a new password. It shows the password rules before anything is typed. */
export function NewPasswordField({ isReplacement = false, ...props }: Props) {
  const forbidden = isReplacement ? t('ui.notCommonPasswordCurrentOne') : t('ui.notCommonPasswordNameEmail');
  return <PasswordField description={`${rule} ${forbidden}`} autoComplete="new-password" {...props} />;
}

/** A password field that marks its error for screen readers and for the form's focus on the first invalid field. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
