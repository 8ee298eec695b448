import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { PasswordField } from '#web/ui/form/PasswordField.tsx';
import type { SchemaForm } from '#web/ui/form/schema-form.ts';

type Values = { newPassword: string; confirmPassword: string };

/** What a new password has to be, in words, and the second typing of it. */
export function NewPasswordFields<V extends Values>({ form }: { form: SchemaForm<V> }) {
  return (
    <>
      <NewPasswordField isReplacement label="New password" key={form.key('newPassword')} {...form.getInputProps('newPassword')} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        key={form.key('confirmPassword')}
        {...form.getInputProps('confirmPassword')}
      />
    </>
  );
}
