import { Group, Stack, Text, TextInput } from '@mantine/core';
import { createAdminSchema } from '#shared/admin/admin.ts';
import { UnverifiedNotice } from '#web/auth/UnverifiedNotice.tsx';
import { useMe } from '#web/use-me.ts';
import { Form, SubmitButton } from '#web/ui/form/Form.tsx';
import { FormDrawer } from '#web/ui/form/FormDrawer.tsx';
import { NewPasswordField } from '#web/ui/form/NewPasswordField.tsx';
import { useSchemaForm } from '#web/ui/form/schema-form.ts';
import { toast } from '#web/ui/toast.ts';
import { AdminFields, type AdminValues } from './AdminFields.tsx';
import { useCreateAdmin } from './people-queries.ts';

type Values = AdminValues & { email: string; password: string };

/** The slider that adds somebody who runs the product. */
export function CreateAdminDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const me = useMe();
  return (
    <FormDrawer title="Add admin" isOpen={isOpen} onClose={onClose}>
      {me.emailVerified ? (
        <CreateForm onDone={onClose} />
      ) : (
        <UnverifiedNotice
          me={me}
          title="Verify your email to add people"
          text={`Select Send again to get a link at ${me.email}. Open the link, then come back.`}
        />
      )}
    </FormDrawer>
  );
}

function CreateForm({ onDone }: { onDone: () => void }) {
  const create = useCreateAdmin();
  const form = useSchemaForm<Values>(createAdminSchema, {
    initialValues: { firstName: '', lastName: '', role: null, email: '', password: '' },
  });
  const send = async (values: Values) => {
    await create.mutateAsync(createAdminSchema.parse(values));
    toast.success(`${values.firstName} can now sign in`);
    onDone();
  };
  return (
    <Form form={form} label="Add admin" onSubmit={send}>
      <Stack gap="md">
        <AdminFields form={form} />
        <TextInput label="Email" type="email" autoComplete="off" key={form.key('email')} {...form.getInputProps('email')} />
        <Text size="sm" c="dimmed">
          Choose a temporary password and share it with them. They’ll change it at first sign-in.
        </Text>
        <NewPasswordField label="Password" key={form.key('password')} {...form.getInputProps('password')} />
        <Group justify="flex-end" mt="sm">
          <SubmitButton>Add admin</SubmitButton>
        </Group>
      </Stack>
    </Form>
  );
}
