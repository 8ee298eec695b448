import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './PasswordField.tsx';

/** The rule that every new password has to meet, so that nobody learns it from an error. */
const rule =
  '8 to 64 characters, with an uppercase letter, a lowercase letter, a number and a symbol (@$!#%*?&). Common passwords, your current password, and passwords based on your name or email aren’t accepted.';

/** A field in which a new password is chosen, with its rule in sight before typing. */
export function NewPasswordField(props: PasswordInputProps) {
  return <PasswordField description={rule} autoComplete="new-password" {...props} />;
}
