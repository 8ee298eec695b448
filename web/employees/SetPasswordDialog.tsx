import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { passwordFormSchema } from '#shared/companies/employee.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';

type Props = { name: string; isOpen: boolean; onClose: () => void; onSubmit: (password: string) => Promise<unknown> };

/** A new password for somebody else, who must change it at the next sign-in (`product: Accounts and sessions`). */
export function SetPasswordDialog({ name, isOpen, onClose, onSubmit }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={`New password for ${name}`} closeButtonProps={{ 'aria-label': 'Close' }}>
      <PasswordForm
        name={name}
        onClose={onClose}
        onSubmit={async (password) => {
          await onSubmit(password);
          toast.success(`${name} has a new password`);
          onClose();
        }}
      />
    </Modal>
  );
}

function PasswordForm({ name, onClose, onSubmit }: Omit<Props, 'isOpen'>) {
  const form = useSchemaForm(passwordFormSchema, { initialValues: { password: '' } });
  return (
    <Form form={form} label="New password" onSubmit={({ password }) => onSubmit(password)}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {name} will be signed out everywhere and notified by email. Share this temporary password; they’ll change it at their
          next sign-in.
        </Text>
        <NewPasswordField label="Password" data-autofocus key={form.key('password')} {...form.getInputProps('password')} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton>Set password</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
