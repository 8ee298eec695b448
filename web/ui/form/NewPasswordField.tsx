import type { PasswordInputProps } from '@mantine/core';
import { PasswordField } from './PasswordField.tsx';

/** The rule that every new password has to meet, so that nobody learns it from an error. */
const rule =
  '8 to 64 characters, with upper and lower case, a number and a symbol (@$!#%*?&). Not a common password, your current one, or your name or email.';

/** A field in which a new password is chosen, with its rule in sight before typing. */
export function NewPasswordField(props: PasswordInputProps) {
  return <PasswordField description={rule} autoComplete="new-password" {...props} />;
}
