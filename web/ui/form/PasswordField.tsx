import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A password that also tells a screen reader, and the form that looks for its first wrong field, when it is wrong. */
export function PasswordField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
